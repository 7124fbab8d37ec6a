"""`POST /check`: is this paper there already?"""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from wildwood.biblio.entry import Record
from wildwood.extraction.http import keys
from wildwood.extraction.service.processes import Workers

from tests.support.amf import rif
from tests.support.databases import Databases
from tests.support.extraction_server import Place, make_place, problem
from tests.support.fork_server import ForkServer
from tests.support.paths import DOCS
from tests.support.usual_papers import FIRST, LIKE_TRADE, MONEY, SECOND, TRADE

TITLE, AUTHORS = TRADE.titles[0], ["Krugman, Paul", "Maurice Obstfeld"]
RECORD = {"title": TITLE, "authors": AUTHORS}
UNKNOWN = {"id": "tax", "title": "Tax Policy in the 1980s", "authors": "Martin Feldstein"}
DSPACE = {
    "uuid": "1f2e", "handle": "10986/1",
    "metadata": {
        "dc.title": [{"value": TITLE, "language": "en", "place": 0}],
        "dc.contributor.author": [{"value": name, "authority": None} for name in AUTHORS],
    },
}  # fmt: skip


def store_issues(place: Place) -> None:
    for date, records in ((FIRST, (TRADE, MONEY)), (SECOND, (LIKE_TRADE,))):
        (place.home / "us" / f"{date}.amf.xml").write_bytes(rif(*records))
        assert place.run(date).exit_code == 0


@pytest.fixture(scope="module")
def client(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[httpx2.Client]:
    """Start a service whose store has two issues, with a key."""
    with make_place(tmp_path_factory.mktemp("check"), databases, shared_workers) as place:
        place.configure(f'keys = ["friend 1 {keys.digest("secret")}"]')
        store_issues(place)
        with place.serving() as opened:
            opened.headers.update({"X-API-Key": "secret", "Accept": "application/json"})
            yield opened


def check(client: httpx2.Client, value: Any) -> Any:
    response = client.post("/check", json=value)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def test_the_similar_papers_of_a_record_are_returned_with_what_explains_them(
    client: httpx2.Client,
) -> None:
    data = check(client, RECORD)
    (record,) = data.pop("records")
    assert data == {"formula": "specified", "limit": 0.6}
    assert (record["id"], len(record["similar"])) == ("line 1", 2)
    assert record["similar"][0] == {
        "id": TRADE.handle,
        "strength": "1.0000",
        "names": list(TRADE.names),
        "titles": [TITLE],
        "issues": [FIRST],
        "common": {
            "authors": ["krugman", "maurice", "obstfeld", "paul"],
            "titles": [
                "and growth in", "growth in open", "in open economies", "trade and growth",
            ],
        },
    }  # fmt: skip


def test_of_several_records_each_has_its_own(client: httpx2.Client) -> None:
    records = check(client, [UNKNOWN, {**RECORD, "id": "trade"}])["records"]
    assert [(record["id"], len(record["similar"])) for record in records] == [
        ("tax", 0), ("trade", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("item", "id_"),
    [
        (DSPACE, "10986/1"),
        (DSPACE["metadata"], "line 1"),
        ({"title": TITLE, "author": [{"given": "Paul", "family": "Krugman"}]}, "line 1"),
    ],
    ids=["DSpace", "metadata of DSpace", "CSL"],
)
def test_an_item_of_a_repository_is_a_record(client: httpx2.Client, item: Any, id_: str) -> None:
    (record,) = check(client, item)["records"]
    assert (record["id"], record["similar"][0]["id"]) == (id_, TRADE.handle)


def test_it_needs_a_key_and_counts_no_document(client: httpx2.Client) -> None:
    response = client.post("/check", json=RECORD, headers={"X-API-Key": "another"})
    assert "Send a valid key" in problem(response, 401)
    for _ in range(3):
        check(client, RECORD)


@pytest.mark.parametrize(
    ("content", "status", "detail"),
    [
        (b"title=Trade", 400, 'Send JSON: a record, such as {"title": "…", "authors": ["…"]}'),
        (b"[" * 100_000, 400, "the record is not JSON"),
        (b"[]", 400, "The list has no record."),
        (b'["Trade"]', 400, "line 1: the record is not an object"),
        (b'[{"itemType": "note"}]', 400, "The list has no record."),
        (b'{"title": {"x": 1}, "authors": "A B"}', 400, "has a title that is neither a text"),
        (b'[{"id": "a", "authors": "A B"}]', 400, "a has no title; it is not compared."),
        (b'{"title": "Trade"}', 400, "line 1 has no authors; the formula specified"),
        (json.dumps([RECORD] * 101).encode(), 413, "A request can have at most 100 records,"),
        (json.dumps({**RECORD, "title": "a " * 10_001}).encode(), 413, "20,000 characters"),
        (b" " * (1 << 20) + b"{}", 413, "A body can have at most 1 MB."),
    ],
    ids=[
        "no JSON", "deep", "none", "a text", "a note", "odd title", "no title", "no authors",
        "many records", "long title", "long body",
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_named(
    client: httpx2.Client, content: bytes, status: int, detail: str
) -> None:
    assert detail in problem(client.post("/check", content=content), status)


@pytest.mark.parametrize("text", ["\\ud800 Trade and Growth", "\\u0000 Trade", "$where"])
def test_any_characters_can_be_checked(client: httpx2.Client, text: str) -> None:
    content = f'{{"id": "{text}", "title": "{text}", "authors": ["{text} Krugman"]}}'
    assert client.post("/check", content=content.encode()).status_code == 200


def test_it_answers_json_alone(client: httpx2.Client) -> None:
    response = client.post("/check", json=RECORD, headers={"Accept": "application/xml"})
    assert response.status_code == 406
    assert "The only format is JSON." in response.text


def test_what_any_client_is_told_is_json(client: httpx2.Client) -> None:
    for record in ({"title": "Trade"}, {}):
        response = client.post("/check", json=record, headers={"Accept": "*/*"})
        assert "json" in response.headers["Content-Type"]
        assert response.json()


def test_an_empty_store_is_no_answer(place: Place) -> None:
    with place.serving() as client:
        response = client.post("/check", json=RECORD, headers={"Accept": "application/json"})
    assert problem(response, 503) == "Nothing is stored yet; run wildwood latest first."


def test_the_page_of_the_service_shows_what_it_returns(place: Place) -> None:
    page = (DOCS / "service.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (sent,) = re.findall(r"curl --json '(.*?)' \S+/check", page)
    known = Record(TRADE.handle, ("Paul Krugman",), ("Trade and Growth",))
    (place.home / "us" / f"{FIRST}.amf.xml").write_bytes(rif(known))
    assert place.run(FIRST).exit_code == 0
    with place.serving() as client:
        assert check(client, json.loads(sent)) == json.loads(shown)


@pytest.mark.program("curl")
def test_a_repository_asks_with_curl_and_sees_what_the_night_has_stored(
    place: Place, fork_server: ForkServer, tmp_path: Path
) -> None:
    store_issues(place)
    item = tmp_path / "item.json"
    item.write_text(json.dumps(DSPACE), encoding="utf-8")
    handles = [TRADE.handle, "new", LIKE_TRADE.handle]
    with place.serving() as client:
        address = f"{client.base_url}/check".replace("//check", "/check")
        words = ["curl", "-sS", "--data-binary", f"@{item}", address]
        first = subprocess.run(words, capture_output=True, check=True, text=True).stdout
        added = Record("new", TRADE.names, TRADE.titles)
        (place.home / "us" / "2015-03-19.amf.xml").write_bytes(rif(added))
        night = fork_server.run("wildwood", "2015-03-19", "--config", place.config)
        assert night.returncode == 0, night.stderr
        second = subprocess.run(words, capture_output=True, check=True, text=True).stdout
    found = [
        [paper["id"] for paper in json.loads(answer)["records"][0]["similar"]]
        for answer in (first, second)
    ]
    assert found == [handles[::2], handles]
