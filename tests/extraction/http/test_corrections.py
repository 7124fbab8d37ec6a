"""Fields that a person corrects on the page, and what every representation then returns."""

import hashlib
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

from wildwood.extraction.http import keys

from tests.extraction.http.test_pages import opened, wait_for_page
from tests.support import made_floats
from tests.support.browser import DESKTOP, PHONE, Browser, Page
from tests.support.contrast import contrasts
from tests.support.extraction_server import AUTHORS, DUST, TITLE, Place, problem, token

TEI = "{http://www.tei-c.org/ns/1.0}"
NEW_TITLE = "Sand & Dust: $5 a Grain"


@pytest.fixture
def document(client: httpx2.Client, shared_database: Database[dict[str, Any]]) -> Iterator[str]:
    """Send a document, and forget its corrections afterwards."""
    yield token(client, DUST.read_bytes())
    shared_database["corrections"].delete_many({})


def correct(client: httpx2.Client, path: str, **fields: Any) -> dict[str, Any]:
    """Correct fields; return the data as it then is."""
    response = client.patch(f"/extractor/{path}", json=fields)
    assert response.status_code == 200, response.text
    data: dict[str, Any] = response.json()
    return data


def header(client: httpx2.Client, document: str, **query: str) -> dict[str, Any]:
    response = client.get(f"/extractor/{document}/header", params={"output": "json", **query})
    data: dict[str, Any] = response.json()
    return data


class TestACorrectedField:
    def test_is_marked_with_what_was_read(self, client: httpx2.Client, document: str) -> None:
        corrected = correct(client, f"{document}/header", title=NEW_TITLE)
        assert corrected["title"] == NEW_TITLE
        assert corrected["corrected"] == {"title": TITLE}
        assert "title" not in corrected["confidence"]
        assert corrected == header(client, document)

    def test_is_in_every_representation(self, client: httpx2.Client, document: str) -> None:
        correct(client, f"{document}/header", title=NEW_TITLE, authors=[*AUTHORS, "Ana Díaz"])
        correct(client, f"{document}/citations/0", title="Grains", year="2021")
        address = f"/extractor/{document}"
        texts = {
            output: client.get(f"{address}/header?output={output}").text
            for output in ("xml", "tei", "bibtex", "ris")
        }
        assert "<corrected><title>Dust" in texts["xml"]
        assert "corrected by a person: title, authors" in texts["bibtex"]
        assert "N1  - corrected by a person: title, authors" in texts["ris"]
        for text in texts.values():
            assert "a Grain" in text
            assert "Díaz" in text
        cited = [client.get(f"{address}/citations?output={one}").text for one in ("bibtex", "ris")]
        assert ["corrected by a person: title, year" in text for text in cited] == [True, True]
        for written in (
            client.get(f"{address}/tei").content,
            client.get(f"{address}/header?output=tei").content,
            client.post("/api/processFulltextDocument", files={"input": DUST.read_bytes()}).content,
        ):
            root = etree.fromstring(written)
            assert root.findtext(f".//{TEI}titleStmt/{TEI}title") == NEW_TITLE
            assert (
                root.findtext(f".//{TEI}notesStmt/{TEI}note[@type='corrected']") == "title, authors"
            )
        whole = etree.fromstring(client.get(f"{address}/tei").content)
        assert whole.findtext(f".//{TEI}biblStruct/{TEI}note[@type='corrected']") == "title, year"
        with zipfile.ZipFile(io.BytesIO(client.get(f"{address}/zip").content)) as archive:
            assert json.loads(archive.read("header.json"))["title"] == NEW_TITLE
            assert json.loads(archive.read("citations.json"))[0]["year"] == "2021"

    def test_of_a_name_leaves_the_author_where_it_works(
        self, client: httpx2.Client, document: str
    ) -> None:
        first, second, *others = header(client, document)["authors"]
        others = [author["name"] for author in others]
        names = [second["name"], "Anne-Marie Díaz", *others]
        moved, new, *_ = correct(client, f"{document}/header", authors=names)["authors"]
        assert moved == second
        assert new["affiliations"] == []
        names = [first["name"], "Anne-Marie Díaz", *others]
        kept, renamed, *_ = correct(client, f"{document}/header", authors=names)["authors"]
        assert kept == first
        assert renamed == {
            **second, "name": "Anne-Marie Díaz", "given": "Anne-Marie", "family": "Díaz",
        }  # fmt: skip
        assert renamed["affiliations"]

    def test_is_kept_when_the_document_is_extracted_or_sent_again(
        self, client: httpx2.Client, document: str
    ) -> None:
        correct(client, f"{document}/header", title=NEW_TITLE)
        assert header(client, document, fresh="1")["title"] == NEW_TITLE
        client.delete(f"/extractor/{document}")
        assert header(client, token(client, DUST.read_bytes()))["title"] == NEW_TITLE

    def test_is_kept_with_the_others_of_its_document(
        self, client: httpx2.Client, document: str
    ) -> None:
        correct(client, f"{document}/header", title=NEW_TITLE)
        correct(client, f"{document}/header", venue="JOSE")
        last = correct(client, f"{document}/header", title="Sand")
        assert (last["title"], last["venue"]) == ("Sand", "JOSE")
        assert last["corrected"] == {"title": TITLE, "venue": ""}

    @pytest.mark.parametrize("value", [None, TITLE])
    def test_is_as_it_was_read_once_the_correction_is_withdrawn(
        self, client: httpx2.Client, document: str, value: str | None
    ) -> None:
        before = header(client, document)
        correct(client, f"{document}/header", title=NEW_TITLE)
        assert correct(client, f"{document}/header", title=value) == before
        assert client.get(f"/extractor/{document}/corrections").content == b""

    def test_is_exported_with_the_digest_of_the_document(
        self, client: httpx2.Client, document: str
    ) -> None:
        correct(client, f"{document}/header", title=NEW_TITLE)
        correct(client, f"{document}/citations/1", year="1999")
        response = client.get(f"/extractor/{document}/corrections")
        assert response.headers["content-type"] == "application/jsonl"
        first, second = map(json.loads, response.text.splitlines())
        assert first == {
            "document": hashlib.sha256(DUST.read_bytes()).hexdigest(), "name": "",
            "field": "title", "value": NEW_TITLE, "read": TITLE, "reference": "",
        }  # fmt: skip
        assert second["reference"].startswith("United Nations Convention")

    @pytest.mark.parametrize(
        ("path", "content", "said"),
        [
            ("header", b'{"titel": "A"}', "The fields that can be corrected are title, authors"),
            ("header", b'{"authors": "A"}', "The field authors is a list of texts."),
            ("header", b"[]", "Send JSON"),
            ("header", b"{", "Send JSON"),
            ("header", rb'{"title": "\ud800"}', "'\\ud800' is not a text that can be"),
            ("citations/6", b'{"title": "A"}', "The document has 6 citations."),
        ],
    )
    def test_has_to_exist_and_to_have_such_a_value(
        self, client: httpx2.Client, document: str, path: str, content: bytes, said: str
    ) -> None:
        response = client.patch(f"/extractor/{document}/{path}?output=json", content=content)
        assert problem(response, 400).startswith(said)


def test_the_command_has_them_for_the_same_document(place: Place, tmp_path: Path) -> None:
    with place.serving() as client:
        sent = token(client, DUST.read_bytes())
        correct(client, f"{sent}/header", title=NEW_TITLE)
        correct(client, f"{sent}/citations/1", authors=["Ana Díaz"])
    assert place.run("extract", str(DUST), "--into", str(tmp_path / "out")).exit_code == 0
    written = {
        kind: json.loads((tmp_path / "out" / f"{DUST.stem}.{kind}.json").read_text("utf-8"))
        for kind in ("header", "citations")
    }
    assert written["header"]["title"] == NEW_TITLE
    assert written["citations"][1]["authors"] == ["Ana Díaz"]


def test_corrections_of_a_key_are_its_own(place: Place) -> None:
    names, sent = ("one", "two"), (keys.new_key(), keys.new_key())
    lines = [f'"{name} 0 {keys.digest(key)}"' for name, key in zip(names, sent, strict=True)]
    place.configure(f"keys = [{', '.join(lines)}]")
    with place.serving() as client:
        made = {}
        for key in sent:
            client.headers["X-API-Key"] = key
            made[key] = token(client, DUST.read_bytes())
        address = f"/extractor/{made[sent[1]]}/header"
        assert client.patch(address, json={"title": "Mine"}).status_code == 200
        assert header(client, made[sent[1]])["title"] == "Mine"
        client.headers["X-API-Key"] = sent[0]
        assert header(client, made[sent[0]])["title"] == TITLE
        assert client.patch(address, json={"title": "Yours"}).status_code == 404
        del client.headers["X-API-Key"]
        assert client.patch(address, json={"title": "Ours"}).status_code == 401


class TestThePicturesOfPages:
    def test_are_png_files(self, client: httpx2.Client, document: str) -> None:
        response = client.get(f"/extractor/{document}/pages/1")
        assert response.headers["content-type"] == "image/png"
        assert response.content.startswith(b"\x89PNG\r\n")

    @pytest.mark.parametrize("number", [4, 1_000_000])
    def test_exist_for_its_pages(self, client: httpx2.Client, document: str, number: int) -> None:
        response = client.get(f"/extractor/{document}/pages/{number}?output=json")
        assert problem(response, 422) == f"Page {number + 1} of the document cannot be drawn."

    def test_are_of_pdfs_only(self, client: httpx2.Client) -> None:
        text = token(client, b"A text.", filter="0")
        response = client.get(f"/extractor/{text}/pages/1?output=json")
        assert problem(response, 422) == "Only the pages of a PDF are shown."


def shown(
    browser: Browser, client: httpx2.Client, document: str, size: tuple[int, int] = DESKTOP
) -> Page:
    """Open the page of a document, and wait for the pictures of its pages."""
    page = opened(browser, client, f"/extractor/{document}/page", size)
    wait_for_page(lambda: page.evaluate("'shown' in document.getElementById('paper').dataset"))
    return page


def test_places_are_those_on_the_pages(client: httpx2.Client, document: str) -> None:
    places = client.get(f"/extractor/{document}/places").json()
    assert [tuple(map(round, size)) for size in places["pages"]] == [(595, 842)] * 4
    ((page, left, top, width, height),) = places["fields"]["title"]
    assert page == 1
    assert 0 < left < left + width < 595
    assert 100 < top < top + height < 170
    assert [box[0] for box in places["fields"]["citations/5"]] == [4, 4]
    assert {path.partition("/")[2] for path in places["callouts"]} == {
        f"citations/{number}" for number in range(6)
    }


@pytest.fixture(scope="class")
def page(client: httpx2.Client, chromium: Browser) -> Iterator[Page]:
    """Show the page of a document that no test of a class corrects."""
    yield shown(chromium, client, token(client, DUST.read_bytes()))
    chromium.forget()


class TestThePageAsItWasRead:
    def test_shows_each_page_when_it_is_scrolled_to(self, page: Page) -> None:
        wait_for_page(
            lambda: page.evaluate("document.querySelector('.sheet img').naturalWidth") > 0
        )
        assert page.evaluate("document.querySelectorAll('.sheet img').length") == 4
        assert page.complaints == []

    @pytest.mark.parametrize("path", ["title", "citations/0", "authors/1"])
    def test_leads_from_the_list_to_the_place_and_back(self, page: Page, path: str) -> None:
        page.evaluate(f"document.querySelector('a[href=\"#at-{path}\"]').focus()")
        page.press("Enter")
        assert page.evaluate("document.querySelector(':target rect') !== null")
        page.evaluate(f"document.querySelector('svg a[href=\"#{path}\"]').focus()")
        page.press("Enter")
        assert page.evaluate("document.querySelector(':target').id") == path

    def test_leads_from_a_callout_to_its_reference(self, page: Page) -> None:
        (first, *_) = page.evaluate(
            "[...document.querySelectorAll('svg a.other')].map(one => one.href.baseVal)"
        )
        assert page.evaluate(f"document.getElementById('{first[1:]}').className") is not None
        assert first.startswith("#citations/")

    def test_copies_a_text(self, page: Page) -> None:
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        page.click(".copy")
        wait_for_page(lambda: page.texts("#status") == ["Copied."])
        assert page.evaluate("window.copied").startswith("@misc{")

    def test_names_each_download_once(self, page: Page) -> None:
        names = page.texts(".formats a")
        assert len(names) == len(set(names))
        assert {"Header as BibTeX", "Citations as RIS", "Corrections as JSON lines"} <= set(names)
        for link in page.evaluate("[...document.querySelectorAll('.contents a')].map(a => a.hash)"):
            assert page.evaluate(f"document.querySelector('{link}') !== null")


class TestThePage:
    def test_leads_to_the_files_of_tables_and_figures(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        made = client.post("/extractor?output=json&filter=0", content=made_floats.paper()).json()
        page = shown(browser, client, made["token"])
        links = page.evaluate(
            "[...document.querySelectorAll('.captions a[aria-label*=\" as \"]')]"
            ".map(each => [each.ariaLabel, each.href])"
        )
        assert [label for label, _ in links] == ["Table 1 as CSV", "Figure 1 as PNG"]
        assert client.get(links[0][1]).text == made_floats.ROWS_CSV
        assert client.get(links[1][1]).headers["content-type"] == "image/png"

    def test_takes_a_correction_and_its_withdrawal(
        self, client: httpx2.Client, browser: Browser, document: str
    ) -> None:
        page = shown(browser, client, document)
        page.evaluate("document.querySelector('.edit summary').focus()")
        page.press("Enter", "Tab")
        page.evaluate("document.activeElement.select()")
        page.call("keyboard.type", "Sand")
        page.press("Tab", "Enter")
        wait_for_page(lambda: page.texts("h1") == ["Sand"])
        wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
        assert page.evaluate("document.activeElement.textContent") == "Correct Title"
        assert page.texts(".facts")[0].startswith(f"corrected; read: {TITLE}")
        page.evaluate("document.querySelector('.edit').open = true")
        page.click(".withdraw")
        wait_for_page(lambda: page.texts("h1") == [TITLE])
        assert page.complaints == []

    def test_has_the_focus_where_it_was_after_a_correction(
        self, client: httpx2.Client, browser: Browser, document: str
    ) -> None:
        page = shown(browser, client, document)
        page.evaluate("document.querySelectorAll('.edit').forEach(one => { one.open = true; })")
        page.type(".citations li:last-child [name=year]", "9")
        page.evaluate("document.querySelector('.citations li:last-child [type=submit]').click()")
        wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
        assert page.evaluate("document.activeElement.textContent") == "Correct reference 6"

    def test_stores_what_was_typed_in_other_fields_too(
        self, client: httpx2.Client, browser: Browser, document: str
    ) -> None:
        page = shown(browser, client, document)
        page.evaluate("document.querySelectorAll('.edit').forEach(one => { one.open = true; })")
        page.type("textarea[name=venue]", "JOSE")
        page.type("textarea[name=title]", "On ")
        page.evaluate("document.querySelector('[name=title]').form.querySelector('button').click()")
        wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
        assert header(client, document)["corrected"].keys() == {"title", "venue"}

    def test_says_why_a_correction_is_refused(
        self, client: httpx2.Client, browser: Browser, document: str
    ) -> None:
        page = shown(browser, client, document)
        client.delete(f"/extractor/{document}")
        page.evaluate("document.querySelector('.edit').open = true")
        page.type(".edit textarea", "x")
        page.click(".edit button")
        wait_for_page(lambda: page.texts("#error")[0].endswith("does not exist."))

    def test_can_be_read_on_a_phone_and_in_the_dark(
        self, client: httpx2.Client, browser: Browser, document: str
    ) -> None:
        correct(client, f"{document}/header", title="A Title")
        page = shown(browser, client, document, (375, PHONE[1]))
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for scheme in ("light", "dark"):
            page.call("emulateMediaFeatures", [{"name": "prefers-color-scheme", "value": scheme}])
            texts = [one for one in contrasts(page) if not str(one["text"]).startswith("■")]
            assert [one for one in texts if one["ratio"] < 4.5] == []
