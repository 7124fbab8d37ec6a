"""The TEI for clients of GROBID is valid for GROBID's DTD (tests/data/grobid)."""

import httpx2
import pytest
from lxml import etree

from tests.support import made_floats
from tests.support.extraction_server import DUST, ROKEM
from tests.support.paths import DATA

DTD = etree.DTD(str(DATA / "grobid" / "Grobid.dtd"))
TEI = "http://www.tei-c.org/ns/1.0"
PAPERS = {
    "article": ROKEM.read_bytes(),
    "course": DUST.read_bytes(),
    "table and figure": made_floats.paper(),
    "text": b"Sand grows. " * 40 + b"\n\nTable 1: The sizes of the dunes of the desert.\n\n1 2\n",
}
ALL = {
    "generateIDs": "1", "includeRawAffiliations": "1", "includeRawCitations": "1",
    "segmentSentences": "1", "consolidateHeader": "1", "consolidateCitations": "1",
    "teiCoordinates": [
        "affiliation", "biblStruct", "figure", "head", "p", "persName", "ref", "s", "title"
    ],
}  # fmt: skip
"""All parameters that have an effect."""
AROUND = {
    "processHeaderNames": "author",
    "processCitationNames": "author",
    "processAffiliations": "author",
    "processCitation": "listBibl",
}
"""The elements that stand around a fragment."""


def errors(root: etree._Element) -> list[str]:
    """Return what is invalid; the DTD lacks the attribute that GROBID writes for places."""
    etree.strip_attributes(root, "coords")
    DTD.validate(root)
    return [error.message for error in DTD.error_log]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sent", [{}, ALL], ids=["default", "all"])
@pytest.mark.parametrize(
    "name",
    [
        "processHeaderDocument", "processReferences", "processFulltextDocument",
        "processHeaderFundingDocument",
    ],
)  # fmt: skip
def test_documents_are_valid(
    client: httpx2.Client, name: str, sent: dict[str, str | list[str]], paper: str
) -> None:
    response = client.post(f"/api/{name}", data=sent, files={"input": PAPERS[paper]})
    if response.status_code != 204:
        assert not errors(etree.fromstring(response.content))


@pytest.mark.parametrize("kind", ["tei", "header?output=tei", "citations?output=tei"])
def test_own_documents_are_valid(client: httpx2.Client, kind: str) -> None:
    for paper in PAPERS.values():
        address = client.post("/extractor?filter=0", content=paper).headers["location"]
        response = client.get(f"{address}/{kind}")
        if response.status_code != 422:
            assert not errors(etree.fromstring(response.content))


def test_lists_of_references_are_valid(client: httpx2.Client) -> None:
    sent = ["Graff, M. (2002). Sand in the wind. Journal of Dunes, 6(1), 103-113.", "Sand."]
    response = client.post("/api/processCitationList", data={"citations": sent})
    assert not errors(etree.fromstring(response.content))


@pytest.mark.parametrize(
    ("name", "field", "text"),
    [
        ("processCitation", "citations", "Graff, M. (2002). Sand. Journal of Dunes, 6(1), 3-13."),
        ("processHeaderNames", "names", "John Doe and Jane Smith"),
        ("processCitationNames", "names", "Doe, J., World Bank and B. M. Jackson"),
        ("processAffiliations", "affiliations", "Department of Dunes, Stanford University, USA"),
    ],
)
def test_fragments_are_valid(client: httpx2.Client, name: str, field: str, text: str) -> None:
    response = client.post(f"/api/{name}", data={field: text})
    assert not errors(within(AROUND[name], response.text))


def within(path: str, fragment: str) -> etree._Element:
    """Return a document with a fragment in its place."""
    described = f"<listBibl>{fragment}</listBibl>"
    if path != "listBibl":
        authors = "".join(f"<author>{each}</author>" for each in fragment.split("\n"))
        described = f"<analytic>{authors}</analytic><monogr><imprint/></monogr>"
        described = f"<biblStruct>{described}</biblStruct>"
    return etree.fromstring(
        f'<TEI xmlns="{TEI}"><teiHeader><fileDesc><titleStmt><title/></titleStmt>'
        f"<publicationStmt><publisher/></publicationStmt><sourceDesc>{described}</sourceDesc>"
        "</fileDesc></teiHeader><text><body><p/></body></text></TEI>"
    )
