"""GROBID's client for Python, unchanged, against this service."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import grobid_tei_xml.parse
import httpx2
import pytest
from lxml import etree

from wildwood.biblio.entry import Record
from wildwood.extraction.service.processes import Workers

from tests.extraction.http.test_pages import FIRST_PAGE, SUPPLEMENT_PAGE
from tests.support.amf import rif
from tests.support.databases import Databases
from tests.support.extraction_server import AUTHORS, DUST, TITLE, Place, make_place, problem
from tests.support.made_pdfs import pdf
from tests.support.paths import PAPERS

if TYPE_CHECKING:
    from grobid_client.grobid_client import GrobidClient

TEI = "{http://www.tei-c.org/ns/1.0}"
ID = "{http://www.w3.org/XML/1998/namespace}id"


@pytest.fixture
def grobid(client: httpx2.Client) -> "GrobidClient":
    """Connect GROBID's client, which checks that the server is alive."""
    from grobid_client.grobid_client import GrobidClient  # noqa: PLC0415 - it takes half a second

    return GrobidClient(grobid_server=str(client.base_url).rstrip("/"))


@pytest.mark.parametrize(
    ("service", "path", "number"),
    [
        ("processHeaderDocument", f".//{TEI}titleStmt/{TEI}title", 1),
        ("processReferences", f".//{TEI}listBibl/{TEI}biblStruct", 6),
        ("processFulltextDocument", f".//{TEI}body//{TEI}p", None),
    ],
)
def test_grobids_client_processes_a_folder(
    grobid: "GrobidClient", tmp_path: Path, service: str, path: str, number: int | None
) -> None:
    papers, into = tmp_path / "papers", tmp_path / "into"
    papers.mkdir()
    (papers / "dust.pdf").write_bytes(DUST.read_bytes())
    grobid.process(service, str(papers), str(into), n=2, tei_coordinates=True)
    root = etree.parse(into / "dust.grobid.tei.xml").getroot()
    found = len(root.findall(path))
    assert found == number if number else found


def test_grobids_client_finds_all_fields_that_it_knows(
    grobid: "GrobidClient", tmp_path: Path
) -> None:
    papers, into = tmp_path / "papers", tmp_path / "into"
    papers.mkdir()
    (papers / "dust.pdf").write_bytes(DUST.read_bytes())
    grobid.process(
        "processFulltextDocument", str(papers), str(into), include_raw_citations=True,
        json_output=True,
    )  # fmt: skip
    paper = json.loads((into / "dust.json").read_text(encoding="utf-8"))
    assert paper["biblio"]["title"] == TITLE
    without_middle = [" ".join(name.split()[:: len(name.split()) - 1]) for name in AUTHORS]
    assert paper["biblio"]["authors"][: len(AUTHORS)] == without_middle
    assert paper["biblio"]["doi"] == "10.21105/jose.00200"
    assert len(paper["references"]) == 6
    assert all(one["raw_reference"] for one in paper["references"])
    assert paper["body_text"]


def test_grobids_client_gets_sections_callouts_sentences_and_places(
    grobid: "GrobidClient", tmp_path: Path
) -> None:
    papers, into = tmp_path / "papers", tmp_path / "into"
    papers.mkdir()
    (papers / "dust.pdf").write_bytes(DUST.read_bytes())
    grobid.process(
        "processFulltextDocument", str(papers), str(into), tei_coordinates=True,
        segment_sentences=True, json_output=True,
    )  # fmt: skip
    paper = json.loads((into / "dust.json").read_text(encoding="utf-8"))
    sections = list(dict.fromkeys(one["head_section"] for one in paper["body_text"]))
    assert sections[:2] == ["Statement of Need", "Learning Objectives and How to Access"]
    texts = [one["text"] for one in paper["body_text"]]
    assert len(set(texts)) == len(texts)
    cited = [ref for one in paper["body_text"] for ref in one["refs"] if ref["type"] == "bibr"]
    root = etree.parse(into / "dust.grobid.tei.xml").getroot()
    entries = {one.get(ID) for one in root.iterfind(f".//{TEI}listBibl/{TEI}biblStruct")}
    assert {ref["target"].removeprefix("#") for ref in cited} == entries
    assert root.find(f".//{TEI}facsimile/{TEI}surface") is not None
    assert all(one.get("coords") for one in root.iter(f"{TEI}s"))


def test_the_parser_of_grobids_tei_reads_it(client: httpx2.Client) -> None:
    sent = {"includeRawCitations": "1", "includeRawAffiliations": "1", "consolidateHeader": "1"}
    response = client.post(
        "/api/processFulltextDocument", files={"input": DUST.read_bytes()}, data=sent
    )
    paper = grobid_tei_xml.parse.parse_document_xml(response.text)
    assert paper.header.title == TITLE
    assert [author.full_name for author in paper.header.authors][: len(AUTHORS)] == list(AUTHORS)
    assert paper.header.doi == "10.21105/jose.00200"
    assert paper.abstract
    assert paper.body
    assert paper.citations
    assert [one.id for one in paper.citations] == [f"b{number}" for number in range(6)]
    assert all(one.unstructured for one in paper.citations)
    reference = client.post(
        "/api/processCitation", data={"citations": paper.citations[1].unstructured}
    )
    assert (
        grobid_tei_xml.parse.parse_citations_xml(reference.text)[0].title
        == paper.citations[1].title
    )


def test_a_document_that_is_no_pdf_has_no_places(client: httpx2.Client) -> None:
    response = client.post(
        "/api/processFulltextDocument", files={"input": b"The towns grow. " * 40},
        data={"teiCoordinates": "s"},
    )  # fmt: skip
    assert response.status_code == 200
    assert b"facsimile" not in response.content


def test_a_field_can_be_sent_as_a_file(client: httpx2.Client) -> None:
    """As the package `grobid` does, which passes the whole form as files."""
    sent = {"input": DUST.read_bytes(), "segmentSentences": b"1", "teiCoordinates": b"s"}
    response = client.post("/api/processFulltextDocument", files=sent)
    assert response.status_code == 200
    assert b"<s coords=" in response.content


def test_a_field_that_is_sent_as_a_large_file_is_refused(client: httpx2.Client) -> None:
    sent = {"input": DUST.read_bytes(), "teiCoordinates": b"s," * (1 << 16)}
    response = client.post("/api/processFulltextDocument", files=sent)
    assert response.status_code == 400
    assert "The field `teiCoordinates` has more than 64 KB." in response.text


def test_a_paper_without_an_abstract_has_an_empty_one(client: httpx2.Client) -> None:
    """As in GROBID's TEI; aiogrobid needs the element."""
    paper = {"input": b"Sand grows. " * 40}
    response = client.post("/api/processFulltextDocument", files=paper)
    assert etree.fromstring(response.content).find(f".//{TEI}abstract") is not None


def test_a_client_that_asks_for_bibtex_gets_it(client: httpx2.Client) -> None:
    response = client.post(
        "/api/processHeaderDocument", files={"input": DUST.read_bytes()},
        headers={"Accept": "application/x-bibtex"},
    )  # fmt: skip
    assert response.headers["content-type"].startswith("application/x-bibtex")
    assert TITLE in response.text


class TestAParameter:
    """Has an effect, or the response says that it has none."""

    def post(self, client: httpx2.Client, name: str, **data: str | list[str]) -> httpx2.Response:
        return client.post(f"/api/{name}", files={"input": DUST.read_bytes()}, data=data)

    def test_start_and_end_are_the_pages_that_are_read(self, client: httpx2.Client) -> None:
        whole, first = (
            self.post(client, "processFulltextDocument", **pages)
            for pages in ({"start": "-1", "end": "-1"}, {"start": "1", "end": "1"})
        )
        assert TITLE.encode() in first.content
        assert b"<biblStruct xml:id" in whole.content
        assert b"<biblStruct xml:id" not in first.content
        last = self.post(client, "processHeaderDocument", start="3")
        assert TITLE.encode() not in last.content
        assert "warning" not in first.headers

    def test_a_page_is_a_number(self, client: httpx2.Client) -> None:
        response = self.post(client, "processReferences", start="one")
        assert response.status_code == 400
        assert "The fields `start` and `end` are numbers of pages." in response.text

    @pytest.mark.parametrize(
        ("pages", "status", "detail"),
        [
            ({"start": "2", "end": "1"}, 400, "The page `start` is after `end`."),
            ({"start": "99"}, 422, "The document has no text on the chosen pages."),
        ],
    )
    def test_pages_that_are_not_there_are_refused(
        self, client: httpx2.Client, pages: dict[str, str], status: int, detail: str
    ) -> None:
        response = self.post(client, "processHeaderDocument", **pages)
        assert response.status_code == status
        assert detail in response.text

    def test_affiliations_are_in_parts_and_as_printed_on_request(
        self, client: httpx2.Client
    ) -> None:
        for asked, is_raw in (("1", True), ("0", False)):
            sent = self.post(client, "processHeaderDocument", includeRawAffiliations=asked)
            assert (b'<note type="raw_affiliation">' in sent.content) is is_raw
            assert b'<orgName type="institution">' in sent.content
            assert "warning" not in sent.headers

    def test_identifiers_are_generated_on_request(self, client: httpx2.Client) -> None:
        texts = [f"{TEI}{name}" for name in ("title", "p", "head", "figDesc", "note")]
        for asked, have in (("1", True), ("0", False)):
            sent = self.post(client, "processFulltextDocument", generateIDs=asked)
            made = list(etree.fromstring(sent.content).iter(*texts))
            assert all((ID in one.attrib) is have for one in made)
            assert "warning" not in sent.headers

    def test_places_are_those_of_each_element_that_is_asked_for(
        self, client: httpx2.Client
    ) -> None:
        names = ["affiliation", "biblStruct", "figure", "head", "p", "persName", "ref", "title"]
        sent = self.post(client, "processFulltextDocument", teiCoordinates=names)
        assert "warning" not in sent.headers
        root = etree.fromstring(sent.content)
        for path in (
            "titleStmt/{}title", "sourceDesc//{}author/{}persName", "sourceDesc//{}affiliation",
            "listBibl/{}biblStruct", "listBibl//{}title[@type='main']"
        ):  # fmt: skip
            placed = root.findall(f".//{TEI}{path.format(TEI, TEI)}")
            assert placed
            assert [one.get("coords", "")[:2] for one in placed] == [
                "4," if path.startswith("list") else "1,"
            ] * len(placed)

    @pytest.mark.parametrize(
        ("name", "sent", "unused"),
        [
            ("processHeaderDocument", {"includeRawCopyrights": "1"}, "includeRawCopyrights"),
            ("referenceAnnotations", {"consolidateCitations": "1"}, "consolidateCitations"),
            ("processReferences", {"teiCoordinates": "biblStruct"}, "teiCoordinates"),
            (
                "processFulltextDocument",
                {"teiCoordinates": ["p", "note", "formula"], "consolidateHeader": "0"},
                "teiCoordinates=formula, teiCoordinates=note",
            ),
            ("processFulltextDocument", {'a"\r\nb: é': "1"}, "a_22_0D_0Ab_ _"),
            ("processHeaderDocument?consolidateHeader=1", {}, "consolidateHeader"),
        ],
    )
    def test_without_effect_is_named(
        self, client: httpx2.Client, name: str, sent: dict[str, str], unused: str
    ) -> None:
        response = self.post(client, name, **sent)
        assert response.status_code == 200
        assert response.headers["warning"] == f'299 - "Without effect: {unused}"'


@pytest.fixture(scope="module")
def knowing(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[httpx2.Client]:
    """Start a server whose store has papers that resemble a document and one of its references."""
    papers = (
        Record("RePEc:xyz:1", AUTHORS[:2], (f"{TITLE} Again",)),
        Record("RePEc:xyz:2", ("World Meteorological Organization",), ("Sand and Dust Storms",)),
    )
    with make_place(tmp_path_factory.mktemp("knowing"), databases, shared_workers) as place:
        (place.home / "us" / "2015-03-05.amf.xml").write_bytes(rif(*papers))
        assert place.run("2015-03-05").exit_code == 0
        with place.serving() as client:
            yield client


@pytest.mark.parametrize(
    ("name", "path", "asked"),
    [
        ("processHeaderDocument", "notesStmt", {"consolidateHeader": "1"}),
        ("processReferences", "biblStruct", {"consolidateCitations": "1"}),
        ("processFulltextDocument", "notesStmt", {"consolidateHeader": "2"}),
    ],
)
def test_a_stored_paper_stands_beside_what_was_read(
    knowing: httpx2.Client, name: str, path: str, asked: dict[str, str]
) -> None:
    files = {"input": DUST.read_bytes()}
    plain, consolidated = (
        etree.fromstring(knowing.post(f"/api/{name}", data=data, files=files).content)
        for data in ({}, asked)
    )
    (note,) = consolidated.iterfind(f".//{TEI}{path}/{TEI}note[@type='similar']")
    assert re.fullmatch(r"RePEc:xyz:\d", note.get("corresp", ""))
    assert re.fullmatch(r".+\. .+ \(strength \d\.\d{4}\)", note.text or "")
    for root in (plain, consolidated):
        etree.strip_elements(root, f"{TEI}encodingDesc", f"{TEI}notesStmt", f"{TEI}note")
    assert etree.tostring(plain) == etree.tostring(consolidated)


def test_a_header_can_have_the_funders(client: httpx2.Client) -> None:
    paper = pdf([FIRST_PAGE, SUPPLEMENT_PAGE])
    response = client.post("/api/processHeaderFundingDocument", files={"input": paper})
    root = etree.fromstring(response.content)
    assert root.findtext(f".//{TEI}titleStmt/{TEI}title") == "Sand and Water in Dry Cities"
    assert root.findtext(f".//{TEI}div[@type='funding']//{TEI}orgName") == "Sand Foundation"
    assert root.find(f".//{TEI}listBibl") is None


def test_the_places_of_references_can_be_asked_for(client: httpx2.Client) -> None:
    response = client.post("/api/referenceAnnotations", files={"input": DUST.read_bytes()})
    places = response.json()
    assert [page.keys() for page in places["pages"]] == [{"page_width", "page_height"}] * 4
    assert [one["id"] for one in places["refBibs"]] == [f"b{number}" for number in range(6)]
    assert {one["p"] for one in places["refMarkers"]} == {1, 2}
    assert {one["id"] for one in places["refMarkers"]} == {one["id"] for one in places["refBibs"]}


def test_a_table_has_no_invented_cells(client: httpx2.Client) -> None:
    paper = b"Sand grows. " * 40 + b"\n\nTable 1: The sizes of the dunes of the desert.\n\n1 2\n"
    response = client.post("/api/processFulltextDocument", files={"input": paper})
    (table,) = etree.fromstring(response.content).iterfind(f".//{TEI}figure[@type='table']")
    assert table.findtext(f"{TEI}figDesc") == "The sizes of the dunes of the desert."
    assert table.find(f"{TEI}table/{TEI}graphic") is not None
    assert table.find(f".//{TEI}cell") is None


def test_a_document_without_references_has_no_content(client: httpx2.Client) -> None:
    response = client.put("/api/processReferences", files={"input": b"Nothing is cited here."})
    assert (response.status_code, response.content) == (204, b"")


def test_nothing_is_stored(empty: httpx2.Client, shared_place: Place) -> None:
    for paper in (DUST, PAPERS / "README.md"):
        empty.post("/api/processFulltextDocument", files={"input": paper.read_bytes()})
    assert not list(shared_place.files.iterdir())


def test_a_full_text_takes_one_process(client: httpx2.Client, shared_workers: Workers) -> None:
    before = shared_workers.turns.taken
    for sent in ({}, {"teiCoordinates": "s"}):
        paper = {"input": DUST.read_bytes()}
        client.post("/api/processFulltextDocument", files=paper, data=sent)
    assert shared_workers.turns.taken - before == 2


def test_an_operation_that_is_not_there_names_those_that_are(client: httpx2.Client) -> None:
    response = client.post("/api/processCitationPatentPDF?output=json", content=b"")
    detail = problem(response, 404)
    assert detail.startswith("Of GROBID's operations, the service has health, isalive, process")
    assert detail.endswith("referenceAnnotations, version.")


def test_a_form_without_a_document_is_refused(client: httpx2.Client) -> None:
    response = client.post("/api/processReferences", files={"myfile": DUST.read_bytes()})
    assert response.status_code == 400


def test_the_version_and_the_number_of_engines_are_given(client: httpx2.Client) -> None:
    assert client.get("/api/version").json()["version"].startswith("Wildwood ")
    assert client.get("/api/health").json() == {"ready": True, "pool": {"maxActive": 2}}


def test_a_broken_document_is_a_problem_of_its_own(client: httpx2.Client) -> None:
    response = client.post(
        "/api/processHeaderDocument", files={"input": b"%PDF-1.4 broken"},
        headers={"Accept": "application/json"},
    )  # fmt: skip
    assert problem(response, 422).startswith("The PDF cannot be read")
