"""API keys and their quotas."""

import json
import re
from collections.abc import Iterator

import httpx2
import pytest

from wildwood.extraction.http import keys
from wildwood.extraction.service.processes import Workers

from tests.support.browser import Browser
from tests.support.databases import Databases
from tests.support.extraction_server import DUST, Place, make_place, problem, upload
from tests.support.waiting import wait_for

SENT = DUST.read_bytes()
JSON = {"Accept": "application/json"}
KEY = "'s key"
"""The end of each key; before it is the name of its owner."""
FRIEND = {"X-API-Key": f"friend{KEY}"}


@pytest.fixture(scope="module")
def guarded(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[httpx2.Client]:
    """Start a service with keys for two documents a day, for one, and for any number."""
    quotas = {"reader": 2, "careful": 1, "writer": 1, "friend": 0}
    lines = [f"{name} {most} {keys.digest(name + KEY)}" for name, most in quotas.items()]
    with make_place(tmp_path_factory.mktemp("guarded"), databases, shared_workers) as place:
        place.configure(f"keys = {json.dumps(lines)}")
        with place.serving() as opened:
            yield opened


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-API-Key": "another"},
        {"Authorization": "Basic %%%"},
        {"Authorization": b"Basic \xe9"},
        {"Authorization": "Bearer another=key"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/extractor", "/extractor/file", "/api/processReferences"])
def test_a_document_needs_a_key(guarded: httpx2.Client, path: str, headers: dict[str, str]) -> None:
    response = guarded.post(path, content=SENT, headers={**JSON, **headers})
    assert "Send a valid key" in problem(response, 401)
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "headers",
    [
        {"X-API-Key": "friend's key"},
        {"X-API-Key": "friend's key", "Authorization": "Negotiate YII="},
        {"Authorization": "Bearer friend's key"},
        {"Authorization": httpx2.BasicAuth("any", "friend's key")._auth_header},  # noqa: SLF001
    ],
    ids=["own header", "beside a proxy's scheme", "bearer", "password"],
)
def test_a_key_is_sent_in_one_of_three_ways(
    guarded: httpx2.Client, headers: dict[str, str]
) -> None:
    response = guarded.post("/extractor", content=SENT, headers={**JSON, **headers})
    assert response.status_code == 201
    assert guarded.get(response.json()["header"], headers=headers).status_code == 200


@pytest.fixture(scope="module")
def document(guarded: httpx2.Client) -> str:
    """Send a document as `friend`; return its address."""
    sent = guarded.post("/extractor", content=SENT, headers={**JSON, **FRIEND})
    return f"/extractor/{sent.json()['token']}"


@pytest.mark.parametrize("part", ["", "/file", "/header", "/text", "/similar", "/tei", "/page"])
def test_a_document_is_that_of_the_key_that_sent_it(
    guarded: httpx2.Client, document: str, part: str
) -> None:
    address = f"{document}{part}"
    assert guarded.get(address).status_code == 401
    assert guarded.get(address, headers={"X-API-Key": "reader's key"}).status_code == 404
    assert guarded.get(address, headers=FRIEND).status_code == 200


def test_only_the_key_that_sent_a_document_can_delete_it(guarded: httpx2.Client) -> None:
    sent = guarded.post("/extractor", content=SENT, headers={**JSON, **FRIEND})
    address = f"/extractor/{sent.json()['token']}"
    assert guarded.delete(address, headers={"X-API-Key": "reader's key"}).status_code == 404
    assert guarded.delete(address, headers=FRIEND).status_code == 200


def test_strings_count_as_a_document(guarded: httpx2.Client) -> None:
    headers = {"X-API-Key": "writer's key"}
    sent = [
        guarded.post("/api/processDate", data={"date": date}, headers=headers)
        for date in ("", "2001", "2002")
    ]
    assert [response.status_code for response in sent] == [400, 200, 429]


def test_a_key_is_for_as_many_documents_as_are_configured(guarded: httpx2.Client) -> None:
    sent = [
        guarded.post("/extractor", content=SENT, headers={**JSON, "X-API-Key": "reader's key"})
        for _ in range(3)
    ]
    assert [response.status_code for response in sent] == [201, 201, 429]
    assert "has used its 2 documents of today" in problem(sent[2], 429)
    assert 0 < int(sent[2].headers["retry-after"]) <= 24 * 3600


def test_a_refused_document_does_not_count(guarded: httpx2.Client) -> None:
    headers = {**JSON, "X-API-Key": "careful's key"}
    for path in ("/extractor", "/api/processReferences"):
        refused = guarded.post(path, content=b"PK\x03\x04\x00\x00", headers=headers)
        assert refused.status_code >= 400
    assert guarded.post("/extractor", content=SENT, headers=headers).status_code == 201


def test_without_keys_everyone_can_send_documents(client: httpx2.Client) -> None:
    assert upload(client, SENT).status_code == 201


def test_a_browser_asks_for_the_key(guarded: httpx2.Client) -> None:
    response = guarded.get("/extractor", headers={"Accept": "text/html"})
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Basic ")


def test_the_page_sends_the_key_that_the_browser_knows(
    guarded: httpx2.Client, browser: Browser
) -> None:
    page = browser.open(str(guarded.base_url).replace("//", "//any:friend's%20key@"))
    page.evaluate(
        "(() => { const transfer = new DataTransfer();"
        "transfer.items.add(new File(['A letter.'], 'letter.txt'));"
        "document.getElementById('file').files = transfer.files })()"
    )
    page.click("#filter")
    page.press("Tab")
    page.press("Enter")
    wait_for(lambda: any(url.endswith("/page") for url in page.requested))


def test_the_command_makes_a_key_and_its_line(place: Place) -> None:
    done = place.run("serve", "--new-key", "reader")
    key, line = re.findall(r": (\S+|\"reader 1000 [0-9a-f]{64}\")\n", done.stdout)
    assert line == f'"reader 1000 {keys.digest(key)}"'
    place.configure(f"keys = [{line}]")
    with place.serving() as client:
        response = client.post("/extractor", content=SENT, headers={"X-API-Key": key})
    assert response.status_code == 201


@pytest.mark.parametrize("name", ["", "two words", "a" * 65])
def test_a_name_that_the_configuration_refuses_gets_no_key(place: Place, name: str) -> None:
    done = place.run("serve", "--new-key", name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith("use 1 to 64 letters, digits and . _ @ -, such as reader.\n")


@pytest.mark.parametrize("line", ["reader", "reader 5 abc", "two words 5 " + "0" * 64])
def test_a_line_that_is_no_key_is_refused(place: Place, line: str) -> None:
    place.configure(f'keys = ["{line}"]')
    done = place.run("serve")
    assert done.exit_code == 1
    assert "extraction.keys must contain" in done.stderr
