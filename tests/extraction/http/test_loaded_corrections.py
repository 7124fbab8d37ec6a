"""Corrections that a person takes from one service to another, by route and page."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from lxml import etree
from pymongo.database import Database

from tests.extraction.http.test_corrections import NEW_TITLE, correct, header, shown
from tests.extraction.http.test_pages import wait_for_page
from tests.extraction.http.test_table_corrections import correct as correct_table
from tests.extraction.http.test_table_corrections import focus, opened
from tests.support import made_floats
from tests.support.browser import Browser
from tests.support.extraction_server import DUST, TITLE, Place, problem, token


@pytest.fixture
def document(client: httpx2.Client, shared_database: Database[dict[str, Any]]) -> Iterator[str]:
    """Send a document, and forget its corrections afterwards."""
    yield token(client, DUST.read_bytes())
    shared_database["corrections"].delete_many({})


@pytest.fixture
def exported(client: httpx2.Client, document: str) -> bytes:
    """Correct a title and a year, export them, and withdraw both."""
    correct(client, f"{document}/header", title=NEW_TITLE)
    correct(client, f"{document}/citations/1", year="1999")
    content: bytes = client.get(f"/extractor/{document}/corrections").content
    correct(client, f"{document}/header", title=None)
    correct(client, f"{document}/citations/1", year=None)
    return content


def load(client: httpx2.Client, document: str, content: bytes, **query: str) -> Any:
    response = client.post(f"/extractor/{document}/corrections", content=content, params=query)
    assert response.status_code == 200, response.text
    return response.json()


def changed(exported: bytes, **parts: Any) -> bytes:
    """Return the first line with other parts."""
    return json.dumps(json.loads(exported.splitlines()[0]) | parts).encode()


class TestLoadedCorrections:
    def test_are_those_that_were_exported(
        self, client: httpx2.Client, document: str, exported: bytes
    ) -> None:
        assert load(client, document, exported) == {"stored": 2, "kept": []}
        assert header(client, document)["corrected"] == {"title": TITLE}
        assert client.get(f"/extractor/{document}/corrections").content == exported
        assert load(client, document, exported) == {"stored": 2, "kept": []}
        assert client.get(f"/extractor/{document}/corrections").content == exported

    def test_leave_what_is_corrected_otherwise(
        self, client: httpx2.Client, document: str, exported: bytes
    ) -> None:
        correct(client, f"{document}/header", title="Mine", venue="JOSE")
        loaded = load(client, document, exported)
        assert loaded == {"stored": 1, "kept": ["title"]}
        corrected = header(client, document)
        assert (corrected["title"], corrected["venue"]) == ("Mine", "JOSE")

    def test_replace_it_if_asked_to(
        self, client: httpx2.Client, document: str, exported: bytes
    ) -> None:
        correct(client, f"{document}/header", title="Mine", venue="JOSE")
        assert load(client, document, exported, replace="1")["kept"] == []
        corrected = header(client, document)
        assert (corrected["title"], corrected["venue"]) == (NEW_TITLE, "JOSE")

    @pytest.mark.parametrize(
        ("parts", "said"),
        [
            ({"more": 1}, "A correction is a JSON object with document, name, field, value, read"),
            ({"document": "0" * 64}, "It is of another document; the SHA-256 of this one is "),
            ({"field": 5}, "field and reference are texts."),
            ({"field": "rows"}, "The fields that can be corrected are title, authors"),
            ({"value": ["A"]}, "The field title is a text."),
            ({"read": None}, "The field title is a text."),
            ({"value": "Another"}, "An earlier line corrects title otherwise; keep one."),
        ],
    )  # fmt: skip
    def test_are_refused_whole_if_a_line_is_none(
        self, client: httpx2.Client, document: str, exported: bytes, parts: Any, said: str
    ) -> None:
        content = exported + b"\n" + changed(exported, **parts)
        response = client.post(f"/extractor/{document}/corrections?output=json", content=content)
        assert problem(response, 400).startswith(f"Line 4: {said}")
        assert client.get(f"/extractor/{document}/corrections").content == b""


def test_a_person_loads_a_file_on_the_page(
    client: httpx2.Client, browser: Browser, document: str, exported: bytes, tmp_path: Path
) -> None:
    correct(client, f"{document}/citations/1", year="2000")
    file = tmp_path / "paper.corrections.jsonl"
    file.write_bytes(exported)
    page = shown(browser, client, document)
    page.upload("#load", file)
    wait_for_page(lambda: page.texts("h1") == [NEW_TITLE] and page.texts("#status") != [])
    assert page.texts("#status")[0].startswith(
        "Corrections that are stored now: 1. These have another correction, which stays: year of"
    )
    assert page.evaluate("document.activeElement.id") == "load"
    file.write_text("{}")
    page.upload("#load", file)
    wait_for_page(lambda: page.texts("#error")[0].startswith("Line 1: A correction is"))


def test_a_cell_goes_from_a_page_to_the_files_of_another_service(
    client: httpx2.Client, browser: Browser, place: Place, tmp_path: Path
) -> None:
    """From a PDF to a cell in Chromium, all files, the paper sent again, and a second service."""
    csv = made_floats.ROWS_CSV.replace("Bergen,9,10", "Bergen,90,10")
    paper = token(client, made_floats.paper(), filter="0")
    page = opened(browser, client, paper)
    focus(page, 3, 2)
    page.call("keyboard.press", "End")
    page.call("keyboard.type", "0")
    page.evaluate("document.querySelector('.captions [type=submit]').click()")
    wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
    client.delete(f"/extractor/{paper}")
    again = token(client, made_floats.paper(), filter="0")
    assert files_of(client, again) == (csv, "90", "90")
    file = tmp_path / "paper.corrections.jsonl"
    file.write_bytes(client.get(f"/extractor/{again}/corrections").content)
    correct_table(client, again, None)
    with place.serving() as second:
        sent = token(second, made_floats.paper(), filter="0")
        assert files_of(second, sent) == (made_floats.ROWS_CSV, "9", "9")
        page = shown(browser, second, sent)
        page.upload("#load", file)
        wait_for_page(lambda: page.texts("#status") == ["Corrections that are stored now: 1."])
        assert files_of(second, sent) == (csv, "90", "90")
        assert second.get(f"/extractor/{sent}/corrections").content == file.read_bytes()


def files_of(client: httpx2.Client, document: str) -> tuple[str, str, str]:
    """Return a table as CSV, and one of its cells in JSON and in TEI."""
    address = f"/extractor/{document}"
    cells = client.get(f"{address}/tables?output=json").json()["tables"][0]["cells"]
    in_json = next(cell["text"] for cell in cells if (cell["row"], cell["column"]) == (2, 1))
    rows = etree.fromstring(client.get(f"{address}/tei").content).iter("{*}row")
    return client.get(f"{address}/tables/1.csv").text, in_json, [*rows][2][1].text or ""
