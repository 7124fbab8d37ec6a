"""Captions and labels that a person corrects, and corrections of an earlier version."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from lxml import etree
from pymongo.database import Database

from tests.extraction.http.test_corrections import correct, shown
from tests.extraction.http.test_pages import wait_for_page
from tests.support import made_floats
from tests.support.browser import Browser
from tests.support.extraction_server import DUST, Place, token

READ = {"label": "1", "caption": "Wells by year."}
FIGURE = {"label": "7", "caption": "Wells by decade."}
TABLE = {"label": "A.1/2", "caption": "Wells by town."}


@pytest.fixture
def paper(client: httpx2.Client, shared_database: Database[dict[str, Any]]) -> Iterator[str]:
    """Send a paper with a table and a figure, and forget its corrections afterwards."""
    yield token(client, made_floats.paper(), filter="0")
    shared_database["corrections"].delete_many({})


def get(client: httpx2.Client, paper: str, kind: str) -> Any:
    return client.get(f"/extractor/{paper}/{kind}?output=json").json()[kind]


def correct_both(client: httpx2.Client, paper: str) -> None:
    correct(client, f"{paper}/figures/0", **FIGURE)
    correct(client, f"{paper}/tables/0", **TABLE)


def test_a_caption_is_in_every_representation(client: httpx2.Client, paper: str) -> None:
    correct_both(client, paper)
    (figure,), (table,) = get(client, paper, "figures"), get(client, paper, "tables")
    assert (figure["label"], figure["caption"], figure["corrected"]) == (*FIGURE.values(), READ)
    assert table["corrected"] == {"label": "1", "caption": "Wells by city."}
    table_caption, figure_caption = get(client, paper, "captions")
    assert (table_caption["label"], table_caption["text"]) == tuple(TABLE.values())
    assert figure_caption["corrected"] == {"label": "1", "text": "Wells by year."}
    address = f"/extractor/{paper}"
    assert client.get(f"{address}/tables/A.1-2.csv").text == made_floats.ROWS_CSV
    assert client.get(f"{address}/figures/7.png").content.startswith(b"\x89PNG")
    xml = etree.fromstring(client.get(f"{address}/figures").content)
    assert xml.findtext(".//corrected/caption") == READ["caption"]
    uploaded = {"input": made_floats.paper()}
    for written in (
        client.get(f"{address}/tei"),
        client.post("/api/processFulltextDocument", files=uploaded),
        client.post(
            "/api/processFulltextDocument", files=uploaded, data={"teiCoordinates": "figure"}
        ),
    ):
        root = etree.fromstring(written.content)
        described = [
            [each.findtext(f"{{*}}{name}") for name in ("head", "label", "figDesc", "note")]
            for each in root.iter("{*}figure")
        ]
        assert sorted(described) == [
            ["Figure 7", "7", FIGURE["caption"], "label, caption"],
            ["Table A.1/2", "A.1/2", TABLE["caption"], "label, caption"],
        ]
    with zipfile.ZipFile(io.BytesIO(client.get(f"{address}/zip").content)) as archive:
        assert {"tables/A.1-2.csv", "figures/7.png"} <= {*archive.namelist()}
        assert json.loads(archive.read("captions.json"))[1]["text"] == FIGURE["caption"]
    exported = [*map(json.loads, client.get(f"{address}/corrections").text.splitlines())]
    assert {line["reference"] for line in exported} == {
        "Page 1, figure 1: Wells by year.",
        "Page 1, table 1: Wells by city. City 2001 2002 Oslo 17 18 Bergen 9 10 Tromso 4 3",
    }


def test_the_command_has_the_corrected_captions(place: Place, tmp_path: Path) -> None:
    file = tmp_path / "paper.pdf"
    file.write_bytes(made_floats.paper())
    with place.serving() as client:
        correct_both(client, token(client, file.read_bytes(), filter="0"))
    out = tmp_path / "out"
    assert place.run("extract", str(file), "--no-filter", "--into", str(out)).exit_code == 0
    assert (out / "paper.tables" / "A.1-2.csv").read_text() == made_floats.ROWS_CSV
    assert json.loads((out / "paper.figures.json").read_text())[0]["label"] == "7"
    assert json.loads((out / "paper.captions.json").read_text())[1]["text"] == FIGURE["caption"]


def test_a_caption_is_as_it_was_read_once_its_correction_is_withdrawn(
    client: httpx2.Client, paper: str
) -> None:
    before = get(client, paper, "captions"), get(client, paper, "figures")
    correct(client, f"{paper}/figures/0", **FIGURE)
    correct(client, f"{paper}/figures/0", label=None, caption=None)
    assert (get(client, paper, "captions"), get(client, paper, "figures")) == before
    assert client.get(f"/extractor/{paper}/corrections").content == b""


def test_a_caption_is_corrected_on_the_page(
    client: httpx2.Client, browser: Browser, paper: str
) -> None:
    page = shown(browser, client, paper)
    page.evaluate(
        "document.querySelectorAll('.captions .edit').forEach(one => { one.open = true; })"
    )
    page.type(".captions li:nth-child(2) [name=caption]", "All ")
    page.type(".captions li:nth-child(1) [name=label]", "9")
    page.evaluate("document.querySelector('.captions li:nth-child(2) [type=submit]').click()")
    wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
    assert get(client, paper, "figures")[0]["caption"] == f"All {READ['caption']}"
    (table,) = get(client, paper, "tables")
    assert client.get(f"/extractor/{paper}/tables/{table['label']}.csv").status_code == 200
    assert page.texts(".captions strong") == [f"Table {table['label']}", "Figure 1"]
    assert page.evaluate("document.activeElement.textContent") == "Correct the caption of Figure 1"
    page.evaluate(
        "document.querySelectorAll('.captions .edit').forEach(one => { one.open = true; })"
    )
    page.click(".captions li:nth-child(2) .withdraw")
    wait_for_page(lambda: get(client, paper, "figures")[0]["corrected"] == {})
    assert page.complaints == []


def test_a_table_without_a_caption_has_a_link_and_can_get_one(
    client: httpx2.Client, browser: Browser, shared_database: Database[dict[str, Any]]
) -> None:
    paper = token(client, made_floats.paper_without_captions(), filter="0")
    page = shown(browser, client, paper)
    (label, address), = page.evaluate(
        "[...document.querySelectorAll('.captions a[aria-label*=\" as \"]')]"
        ".map(each => [each.ariaLabel, each.href])"
    )  # fmt: skip
    assert label == "Table 1 without a caption as CSV"
    assert client.get(address).text == made_floats.ROWS_CSV
    correct(client, f"{paper}/tables/0", **TABLE)
    page = shown(browser, client, paper)
    assert page.texts(".captions strong") == [f"Table {TABLE['label']}"]
    assert TABLE["caption"] in page.texts(".captions li")[0]
    assert "caption corrected; read: nothing" in page.texts(".captions li")[0]
    shared_database["corrections"].delete_many({})


def age(database: Database[dict[str, Any]], old: str) -> None:
    """Let the stored corrections be of another reading."""
    (stored,) = database["corrections"].find()
    fields = [{**field, "reference": old} for field in stored["fields"]]
    database["corrections"].update_one({"_id": stored["_id"]}, {"$set": {"fields": fields}})


class TestACorrectionOfAnEarlierReading:
    @pytest.fixture
    def document(
        self, client: httpx2.Client, shared_database: Database[dict[str, Any]]
    ) -> Iterator[str]:
        """Send a document whose reference an earlier version has read a little differently."""
        sent = token(client, DUST.read_bytes())
        correct(client, f"{sent}/citations/1", year="1999")
        cited = get(client, sent, "citations")[1]
        age(shared_database, cited["raw"].replace("e", "é", 2))
        assert get(client, sent, "citations")[1]["year"] == "1999"
        yield sent
        shared_database["corrections"].delete_many({})

    def test_is_changed_and_withdrawn(self, client: httpx2.Client, document: str) -> None:
        correct(client, f"{document}/citations/1", year="1998")
        assert len(client.get(f"/extractor/{document}/corrections").text.splitlines()) == 1
        assert get(client, document, "citations")[1]["year"] == "1998"
        correct(client, f"{document}/citations/1", year=None)
        assert get(client, document, "citations")[1]["corrected"] == {}
        assert client.get(f"/extractor/{document}/corrections").content == b""

    def test_stays_when_another_is_loaded(self, client: httpx2.Client, document: str) -> None:
        exported = json.loads(client.get(f"/extractor/{document}/corrections").text)
        new = {
            **exported,
            "value": "2005",
            "reference": get(client, document, "citations")[1]["raw"],
        }
        address = f"/extractor/{document}/corrections"
        loaded = client.post(address, content=json.dumps(new)).json()
        assert (loaded["stored"], len(loaded["kept"])) == (0, 1)
        assert client.post(f"{address}?replace=1", content=json.dumps(new)).json()["stored"] == 1
        assert get(client, document, "citations")[1]["year"] == "2005"
        assert len(client.get(address).text.splitlines()) == 1

    def test_is_withdrawn_on_the_page_if_its_item_is_gone(
        self,
        client: httpx2.Client,
        browser: Browser,
        document: str,
        shared_database: Database[dict[str, Any]],
    ) -> None:
        age(shared_database, "C. White. Ice.")
        page = shown(browser, client, document)
        wait_for_page(lambda: page.texts("#corrections li") != [])
        assert page.texts("#corrections li")[0].startswith("year of “C. White. Ice.”: 1999")
        page.click("#corrections button")
        wait_for_page(lambda: page.texts("#status") == ["The correction is withdrawn."])
        assert client.get(f"/extractor/{document}/corrections").content == b""
        assert page.complaints == []
