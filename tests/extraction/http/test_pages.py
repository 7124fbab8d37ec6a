"""The pages for people, in a real Chromium."""

import base64
import json
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx2
import pytest

from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.browser import DESKTOP, PHONE, Browser, BrowserError, Page
from tests.support.extraction_server import AUTHORS, DUST, TITLE, Place, token
from tests.support.made_papers import FRENCH_PAPERS, TUNA
from tests.support.made_pdfs import centred, paragraph, pdf, text
from tests.support.waiting import wait_for

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
DROP = """
    const bytes = Uint8Array.from(atob({content}), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], {name}));
"""

FIRST_PAGE = [
    *centred(720, 16, "Sand and Water in Dry Cities", bold=True),
    *centred(690, 11, "Anna Smith"),
    *paragraph(72, 620, 10),
    *text(72, 400, 12, "References", bold=True),
    *text(72, 380, 9, "[1] A. Smith. Sand and dust. Journal of Sand, 5(1), 7-9, 2001."),
    *text(72, 366, 9, "[2] B. Jones. The price of water. Journal of Water, 2(3), 11-19, 2002."),
]
SUPPLEMENT_PAGE = [
    *text(72, 720, 14, "Supplementary Material", bold=True),
    *paragraph(72, 690, 10, seed="all"),
    *text(72, 520, 8, "Figure 1: Grains of sand by their size."),
    *text(72, 480, 12, "Acknowledgements", bold=True),
    *text(72, 465, 10, "We thank the Sand Foundation for grant 42-17."),
    *text(72, 400, 12, "References", bold=True),
    *text(72, 380, 9, "[1] D. White. Measuring grains. Journal of Grains, 1(1), 1-9, 2011."),
    *text(72, 366, 9, "[2] E. Black. Sieves and makers. Journal of Tools, 4(1), 2-39, 2012."),
    *text(72, 352, 9, "[3] F. Green. Grains in the wind. Journal of Winds, 9(1), 6-7, 2013."),
]


def opened(
    browser: Browser, client: httpx2.Client, path: str, size: tuple[int, int] = DESKTOP
) -> Page:
    return browser.open(f"{str(client.base_url).rstrip('/')}{path}", size)


def script(content: bytes, name: str, action: str) -> str:
    values = {"content": json.dumps(base64.b64encode(content).decode()), "name": json.dumps(name)}
    return f"(() => {{{DROP.format(**values)}{action}}})()"


def drop(page: Page, content: bytes, name: str = "paper.pdf") -> None:
    """Drop a file on the field of the page."""
    action = (
        "document.getElementById('drop').dispatchEvent("
        "new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}))"
    )
    page.evaluate(script(content, name, action))


def choose(page: Page, content: bytes, name: str = "paper.pdf") -> None:
    """Choose a file, as the dialog of the browser does."""
    action = (
        "const file = document.getElementById('file'); file.files = transfer.files;"
        "file.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    page.evaluate(script(content, name, action))


def wait_for_page(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true of a page that can be on its way to another one."""

    def is_met() -> bool:
        try:
            return condition()
        except BrowserError as error:
            if "Execution context was destroyed" not in str(error):
                raise
            return False

    wait_for(is_met)


def wait_for_heading(page: Page, text: str) -> None:
    wait_for_page(lambda: page.texts("h1") == [text])


def assert_loads_only_from(client: httpx2.Client, page: Page) -> None:
    own = str(client.base_url.netloc.decode())
    elsewhere = {urlsplit(url).netloc for url in page.requested} - {own, ""}
    assert elsewhere == set()


class TestThePageForAnUpload:
    @pytest.mark.parametrize("path", ["/", "/extractor"])
    def test_shows_what_can_be_uploaded(
        self, client: httpx2.Client, browser: Browser, path: str
    ) -> None:
        page = opened(browser, client, path)
        assert page.texts("#types") == ["PDF, PostScript or plain text, at most 1 MB"]
        assert page.complaints == []
        assert_loads_only_from(client, page)

    def test_leads_to_the_page_of_a_paper_that_is_dropped(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        page = opened(browser, client, "/")
        drop(page, DUST.read_bytes())
        wait_for_heading(page, TITLE)
        assert page.texts(".authors strong") == list(AUTHORS)
        assert len(page.texts(".citations li")) == 6
        assert page.complaints == []
        assert_loads_only_from(client, page)

    def test_leads_there_for_a_file_that_is_chosen(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        page = opened(browser, client, "/")
        choose(page, DUST.read_bytes())
        wait_for_heading(page, TITLE)

    def test_lists_the_pages_of_several_papers(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        page = opened(browser, client, "/extractor")
        action = (
            "transfer.items.add(new File(['A letter.'], 'letter.txt'));"
            "const file = document.getElementById('file'); file.files = transfer.files;"
            "file.dispatchEvent(new Event('change', {bubbles: true}))"
        )
        page.evaluate(script(DUST.read_bytes(), "paper.pdf", action))
        wait_for_page(lambda: page.texts("#status") == ["Done."] or page.texts("#error") != [""])
        first, second = page.texts("#done li")
        assert first == "paper.pdf"
        assert second.startswith("letter.txt: The document has ")
        page.click("#done a")
        wait_for_page(lambda: page.texts("h1") == [TITLE])

    def test_says_what_is_wrong_and_takes_another_file(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        page = opened(browser, client, "/")
        drop(page, b"PK\x03\x04\x00\x00", "paper.docx")
        (message,) = wait_for(lambda: page.texts("#error:not(:empty)"))
        assert message.startswith("The document is ")
        assert page.evaluate("document.activeElement.id") == "file"
        drop(page, DUST.read_bytes())
        wait_for_heading(page, TITLE)

    def test_asks_for_a_file_only_once_it_is_sent_without(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        page = opened(browser, client, "/")
        assert page.evaluate("document.querySelector(':invalid')") is None
        page.click("button[type=submit]")
        assert page.texts("#error") == ["Choose a paper first."]
        assert page.evaluate("document.activeElement.id") == "file"

    def test_accepts_what_does_not_look_like_a_paper_on_request(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        page = opened(browser, client, "/")
        page.click("#filter")
        drop(page, b"A letter to nobody.\n", "letter.txt")
        wait_for_page(lambda: page.evaluate("location.pathname").endswith("/page"))
        assert page.texts("#citations + p") == ["No references were found."]

    def test_can_be_used_with_keys(self, client: httpx2.Client, browser: Browser) -> None:
        page = opened(browser, client, "/")
        focused = []
        for _ in range(5):
            page.press("Tab")
            focused.append(
                page.evaluate("document.activeElement.id || document.activeElement.type")
            )
        assert focused == ["", "", "file", "filter", "submit"]
        page.evaluate("document.getElementById('filter').focus()")
        page.press("Space")
        assert page.evaluate("document.getElementById('filter').checked")

    def test_works_without_scripts(self, client: httpx2.Client) -> None:
        """As a browser sends the form."""
        response = client.post(
            "/extractor", files={"myfile": ("letter.txt", b"A letter.")}, data={"filter": "0"},
            headers=BROWSER,
        )  # fmt: skip
        assert response.status_code == 303
        page = client.get(response.headers["location"], headers=BROWSER)
        assert "No references were found." in page.text

    def test_shows_an_error_as_a_page_to_a_browser(self, client: httpx2.Client) -> None:
        response = client.post("/extractor", files={"myfile": b"PK\x03\x04\x00"}, headers=BROWSER)
        assert response.status_code == 415
        assert "<h1>Unsupported Media Type</h1>" in response.text


class TestThePageOfADocument:
    def test_links_to_every_format(self, client: httpx2.Client, browser: Browser) -> None:
        document = token(client, pdf([FIRST_PAGE]), filter="0")
        page = opened(browser, client, f"/extractor/{document}/page")
        links = page.evaluate("[...document.querySelectorAll('.formats a')].map(one => one.href)")
        assert {"xml", "json", "tei", "bibtex", "ris"} <= {
            one.split("output=")[-1] for one in links
        }
        for link in links:
            assert client.get(link).status_code in {200, 422}

    def test_shows_funders_captions_and_each_list_of_references(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        document = token(client, pdf([FIRST_PAGE, SUPPLEMENT_PAGE]), filter="0")
        page = opened(browser, client, f"/extractor/{document}/page")
        assert page.texts(".funders li") == ["Sand Foundation, 42-17"]
        assert [" ".join(one.split()) for one in page.texts(".captions li > [data-name]")] == [
            "Figure 1 page 2 Grains of sand by their size."
        ]
        assert page.texts("#citations ~ h3") == ["List 1", "List 2"]
        assert [len(one.split("\n")) > 1 for one in page.texts("ol.citations")] == [True, True]
        assert page.complaints == []

    def test_opens_the_contexts_of_a_citation_with_a_key(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        document = token(client, DUST.read_bytes())
        page = opened(browser, client, f"/extractor/{document}/page")
        assert page.texts("blockquote") == []
        page.evaluate("document.querySelector('summary:not(.edit > *)').focus()")
        page.press("Enter")
        (context,) = page.texts("blockquote")
        assert "(Barcelona Supercomputing Center, 2022" in context

    def test_says_how_certain_the_fields_are(self, client: httpx2.Client, browser: Browser) -> None:
        page = opened(browser, client, f"/extractor/{token(client, DUST.read_bytes())}/page")
        (said,) = page.texts("#confidence")
        assert "title 9" in said or "title 100 %" in said
        assert "authors" in said

    def test_links_what_was_extracted_from_a_near_duplicate(
        self, empty: httpx2.Client, browser: Browser
    ) -> None:
        paper = FRENCH_PAPERS[TUNA]
        for content in (paper, paper.replace(b"1999", b"1998")):
            page = opened(browser, empty, f"/extractor/{token(empty, content)}/page")
        assert "differs in 0 of 64 bits" in page.texts(".near")[0]
        page.click(".near a")
        wait_for_page(lambda: page.evaluate("location.search") == "?k=0&output=json")

    def test_deletes_the_document(self, client: httpx2.Client, browser: Browser) -> None:
        document = token(client, DUST.read_bytes())
        page = opened(browser, client, f"/extractor/{document}/page")
        page.click("#delete")
        wait_for_heading(page, "What is in a paper?")
        assert client.get(f"/extractor/{document}").status_code == 404

    def test_says_why_stored_papers_resemble_it(self, place: Place, browser: Browser) -> None:
        known = Record("RePEc:xyz:1", AUTHORS[:2], (TITLE,))
        (place.home / "us" / "2015-03-05.amf.xml").write_bytes(rif(known))
        assert place.run("2015-03-05").exit_code == 0
        with place.serving() as client:
            document = token(client, DUST.read_bytes())
            page = opened(browser, client, f"/extractor/{document}/page")
            (similar,) = page.texts(".similar")
        assert "RePEc:xyz:1, strength 1.0000" in " ".join(similar.split())
        assert "In common: julia, sabrina, szeto, wagemann; “aerosol detection" in similar

    @pytest.mark.parametrize("size", [DESKTOP, PHONE])
    def test_fits_the_screen(
        self, client: httpx2.Client, browser: Browser, size: tuple[int, int]
    ) -> None:
        document = token(client, DUST.read_bytes())
        page = opened(browser, client, f"/extractor/{document}/page", size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_runs_no_script_of_a_document(self, client: httpx2.Client, browser: Browser) -> None:
        harmful = (
            b"<script>alert(1)</script><img src=x onerror=alert(2)>\n\nReferences\n[1] <script>"
        )
        document = token(client, harmful, filter="0")
        page = opened(browser, client, f"/extractor/{document}/page")
        assert page.evaluate("document.scripts.length") == 3
        assert page.complaints == []

    def test_that_is_unknown_is_a_page_that_says_so(
        self, client: httpx2.Client, browser: Browser
    ) -> None:
        page = opened(browser, client, f"/extractor/{'0' * 32}/page")
        assert page.texts("h1") == ["Not Found"]


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_pages_have_a_strict_policy(client: httpx2.Client, path: str) -> None:
    policy = client.get(path).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_documentation_needs_no_other_site(client: httpx2.Client, browser: Browser) -> None:
    page = opened(browser, client, "/docs")
    wait_for(
        lambda: (
            "/extractor/{token}/header"
            in "".join(page.texts(".opblock-summary-path")).replace("\u200b", "")
        )
    )
    page.click(".opblock-summary-control")
    wait_for(lambda: page.texts(".try-out__btn"))
    page.click(".try-out__btn")
    assert page.complaints == []
    assert_loads_only_from(client, page)
    page.click("nav a")
    wait_for_heading(page, "What is in a paper?")
