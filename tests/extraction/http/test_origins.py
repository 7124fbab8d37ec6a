"""Requests that a browser makes for the pages of other sites."""

import json
from collections.abc import Iterator

import httpx2
import pytest

from wildwood.extraction.http import keys
from wildwood.extraction.service.processes import Workers

from tests.support.databases import Databases
from tests.support.extraction_server import DUST, make_place, problem

SENT = DUST.read_bytes()
KEY = "a key"
PASSWORD = httpx2.BasicAuth("any", KEY)
PUBLIC = "https://papers.example.org/wildwood"
ALLOWED = "https://allowed.example"
OTHERS = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://other.example"},
    {"Origin": "https://papers.example.org:8443"},
    {"Origin": "http://papers.example.org"},
    {"Origin": "null"},
    {"Origin": "http://[::1"},
    {"Sec-Fetch-Site": "none", "Origin": "https://other.example"},
]
OWN = [
    {},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "https://papers.example.org"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
]


@pytest.fixture(scope="module")
def guarded(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[httpx2.Client]:
    with make_place(tmp_path_factory.mktemp("guarded"), databases, shared_workers) as place:
        line = f"reader 0 {keys.digest(KEY)}"
        place.configure(
            f"keys = {json.dumps([line])}\npublic_url = {json.dumps(PUBLIC)}\n"
            f"cors_origins = {json.dumps([ALLOWED])}"
        )
        with place.serving() as opened:
            opened.headers["Accept"] = "application/json"
            yield opened


@pytest.mark.parametrize("headers", [*OTHERS, {"Origin": ALLOWED}], ids=str)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/extractor"),
        ("POST", "/wildwood/extractor/file"),
        ("PUT", "/api/processHeaderDocument"),
        ("POST", "/api/processDate"),
        ("DELETE", f"/extractor/{'0' * 32}"),
        ("GET", f"/extractor/{'0' * 32}/header"),
    ],
)
def test_another_site_cannot_use_the_password_of_a_browser(
    guarded: httpx2.Client, method: str, path: str, headers: dict[str, str]
) -> None:
    response = guarded.request(method, path, headers=headers, auth=PASSWORD)
    assert problem(response, 403) == "Another site cannot use your key."


@pytest.mark.parametrize("headers", OTHERS, ids=str)
def test_another_site_cannot_change_anything(
    guarded: httpx2.Client, headers: dict[str, str]
) -> None:
    response = guarded.post("/extractor", content=SENT, headers={**headers, "X-API-Key": KEY})
    assert "Another site cannot do this" in problem(response, 403)


@pytest.mark.parametrize("headers", OWN, ids=str)
@pytest.mark.parametrize("sent", ["key", "password"])
def test_the_own_pages_and_other_programs_can(
    guarded: httpx2.Client, headers: dict[str, str], sent: str
) -> None:
    password = {"Authorization": PASSWORD._auth_header}  # noqa: SLF001
    key = password if sent == "password" else {"X-API-Key": KEY}
    response = guarded.delete(f"/extractor/{'0' * 32}", headers={**headers, **key})
    assert response.status_code == 404


def test_the_scripts_of_an_allowed_site_can_with_a_key_of_theirs(guarded: httpx2.Client) -> None:
    headers = {"Origin": ALLOWED, "Sec-Fetch-Site": "cross-site", "X-API-Key": KEY}
    assert guarded.post("/extractor", content=SENT, headers=headers).status_code == 201


def test_a_link_of_another_site_can_be_followed(guarded: httpx2.Client) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert guarded.get("/extractor", headers=headers, auth=PASSWORD).status_code == 200
