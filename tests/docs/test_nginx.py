"""The sample for nginx in config/, with the real nginx in front of a real service."""

import getpass
import re
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
import trustme

from wildwood.extraction.service.processes import Workers
from wildwood.kernel import files

from tests.support.databases import Databases
from tests.support.extraction_server import DUST, Place, is_up, make_place
from tests.support.mongod import free_port
from tests.support.needs import program
from tests.support.waiting import TIMEOUT_S, wait_for

NGINX = program("nginx")
SAMPLE = (files.folder("config") / "wildwood-nginx.conf").read_text(encoding="utf-8")
NAME = "papers.example.org"
MAIN = """
daemon off;
user {user};
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/wildwood.conf;
}}
"""


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[httpx2.Client]:
    with make_place(tmp_path_factory.mktemp("proxied"), databases, shared_workers) as place:
        place.configure(f'public_url = "https://{NAME}"')
        yield from served(place)


def served(place: Place) -> Iterator[httpx2.Client]:
    with place.serving() as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the folder in which nginx runs."""
    return tmp_path_factory.mktemp("nginx")


@pytest.fixture(scope="module")
def proxied(folder: Path, service: httpx2.Client) -> Iterator[httpx2.Client]:
    """Start nginx with the sample, on another port and with a certificate for the test."""
    port, authority = free_port(), trustme.CA()
    certificate = authority.issue_cert(NAME, "127.0.0.1")
    certificate.cert_chain_pems[0].write_to_path(folder / "fullchain.pem")
    certificate.private_key_pem.write_to_path(folder / "privkey.pem")
    authority.cert_pem.write_to_path(folder / "authority.pem")
    sample = SAMPLE.replace(f"/etc/letsencrypt/live/{NAME}", str(folder))
    sample = sample.replace("/var/log/nginx", str(folder))
    sample = sample.replace("127.0.0.1:8085", service.base_url.netloc.decode())
    sample = re.sub(r" *listen \[::\].*\n", "", sample).replace(
        "listen 443", f"listen 127.0.0.1:{port}"
    )
    (folder / "wildwood.conf").write_text(sample, encoding="utf-8")
    (folder / "nginx.conf").write_text(
        MAIN.format(folder=folder, user=getpass.getuser()), encoding="utf-8"
    )
    with (
        subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"]) as process,
        httpx2.Client(
            base_url=f"https://127.0.0.1:{port}",
            headers={"Host": NAME},
            verify=ssl.create_default_context(cafile=folder / "authority.pem"),
            timeout=TIMEOUT_S,
        ) as opened,
    ):
        wait_for(lambda: is_up(opened))
        yield opened
        process.terminate()


@pytest.mark.program("nginx")
def test_documents_go_through_with_links_that_come_back(proxied: httpx2.Client) -> None:
    response = proxied.post("/extractor?output=json", content=DUST.read_bytes())
    assert response.status_code == 201
    assert response.headers["location"].startswith(f"https://{NAME}/extractor/")
    document = response.json()["token"]
    assert proxied.get(f"/extractor/{document}/header").status_code == 200


@pytest.mark.program("nginx")
def test_a_document_that_is_too_large_is_reported_by_the_service(
    proxied: httpx2.Client,
) -> None:
    response = proxied.post("/extractor?output=json", content=b"%PDF-1.4" + b"x" * 22_000_000)
    assert response.status_code == 413
    assert response.json()["detail"] == "A document can have at most 20 MB."


@pytest.mark.program("nginx")
def test_the_metrics_are_for_this_machine(proxied: httpx2.Client) -> None:
    """The service refuses others by their address; see tests/extraction/http/test_monitoring.py."""
    assert proxied.get("/metrics").status_code == 200


@pytest.mark.program("nginx")
def test_the_access_log_has_no_tokens(proxied: httpx2.Client, folder: Path) -> None:
    proxied.get(f"/wildwood/extractor/{'5' * 32}/header?k=1", headers={"Referer": "5" * 32})
    wait_for(lambda: "k=1" in (folder / "wildwood.log").read_text())
    logged = (folder / "wildwood.log").read_text()
    assert '"GET /wildwood/extractor/TOKEN/header?k=1" 404' in logged
    assert "5" * 32 not in logged
    assert "5" * 32 not in (folder / "wildwood-error.log").read_text()


def test_the_sample_replaces_what_a_client_says_of_itself() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in SAMPLE
