"""TEI, BibTeX and RIS over HTTP."""

import httpx2
import pytest
from lxml import etree

from tests.support.extraction_server import AUTHORS, DUST, TITLE, problem, token

BEGINS = {"tei": "<?xml", "bibtex": "@", "ris": "TY  - "}
TEI = "{http://www.tei-c.org/ns/1.0}"


@pytest.fixture(scope="module")
def document(client: httpx2.Client) -> str:
    return token(client, DUST.read_bytes())


@pytest.mark.parametrize(
    ("output", "media_type"),
    [
        ("tei", "application/tei+xml"),
        ("bibtex", "application/x-bibtex"),
        ("ris", "application/x-research-info-systems"),
    ],
)
@pytest.mark.parametrize("kind", ["header", "citations"])
def test_a_format_is_chosen_by_parameter_or_accept(
    client: httpx2.Client, document: str, kind: str, output: str, media_type: str
) -> None:
    address = f"/extractor/{document}/{kind}"
    by_parameter = client.get(f"{address}?output={output}")
    by_accept = client.get(address, headers={"Accept": media_type})
    assert by_parameter.content == by_accept.content
    assert by_parameter.text.startswith(BEGINS[output])
    assert by_parameter.headers["content-type"].split(";")[0] == media_type


def test_a_document_is_one_tei_document(client: httpx2.Client, document: str) -> None:
    root = etree.fromstring(client.get(f"/extractor/{document}/tei").content)
    assert root.findtext(f".//{TEI}titleStmt/{TEI}title") == TITLE
    names = [" ".join(name.itertext()) for name in root.iterfind(f".//{TEI}analytic//{TEI}surname")]
    assert names[: len(AUTHORS)] == [name.split()[-1] for name in AUTHORS]
    assert len(root.findall(f".//{TEI}listBibl/{TEI}biblStruct")) == 6
    assert root.find(f".//{TEI}body/{TEI}div/{TEI}p") is not None


def test_a_text_is_not_in_a_format_of_reference_managers(
    client: httpx2.Client, document: str
) -> None:
    response = client.get(
        f"/extractor/{document}/body?output=ris", headers={"Accept": "application/json"}
    )
    assert problem(response, 400) == "output: Input should be 'xml' or 'json'."


def test_a_format_that_does_not_exist_names_those_that_do(
    client: httpx2.Client, document: str
) -> None:
    response = client.get(f"/extractor/{document}/citations", headers={"Accept": "image/png"})
    assert problem(response, 406) == "The formats are XML, JSON, TEI, BibTeX and RIS."
