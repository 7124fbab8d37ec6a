"""TEI of headers and citations."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from wildwood.extraction import tei
from wildwood.extraction.data import Author, Citation, FullText, Header, Paragraph, Passage, Section
from wildwood.extraction.tei import TeiOptions

from tests.support.citations import ARTICLE
from tests.support.tei_reader import read_citations, read_header

NAMESPACE = {"t": "http://www.tei-c.org/ns/1.0"}


def test_a_header_is_the_same_after_writing_and_reading() -> None:
    header = Header(
        title="Cities and the Matching of Workers",
        authors=(Author("Anna B Smith"), Author("Robert Jones")),
        abstract="Cities match workers better.",
        venue="Journal of Cities",
        date="2014-03",
        doi="10.1234/cities.5",
        keywords="cities, matching",
        affiliations=("1 University of Oslo, Norway", "University of Bergen, Norway"),
        emails=("anna@example.org",),
    )
    assert read_header(tei.write_tei(tei.Parts(header=header))) == header


def test_citations_are_the_same_after_writing_and_reading() -> None:
    report = Citation("inDust. 2022.", ("Barcelona Supercomputing Center",), "inDust", "2022")
    citations = (replace(ARTICLE, authors=("D. E. Knuth", "A. Smith")), report)
    assert tuple(read_citations(tei.write_tei(tei.Parts(citations=citations)))) == citations


def test_each_list_of_references_is_a_division_of_its_own() -> None:
    citations = [ARTICLE, replace(ARTICLE, reference_list=2), replace(ARTICLE, reference_list=2)]
    written = tei.write_tei(tei.Parts(citations=tuple(citations)))
    lists = etree.fromstring(written).findall(".//t:back/t:div/t:listBibl", NAMESPACE)
    assert [len(one) for one in lists] == [1, 2]
    assert [one.reference_list for one in read_citations(written)] == [1, 2, 2]


def test_a_citation_without_a_printed_form_can_be_asked_for() -> None:
    written = tei.write_tei(tei.Parts(citations=(ARTICLE,)), TeiOptions(raw_citations=False))
    (read,) = read_citations(written)
    assert read == replace(ARTICLE, raw="", authors=("D. E. Knuth", "A. Smith"))


def test_an_author_has_what_is_known() -> None:
    author = Author(
        "Ana García", "Ana", "García", ("University of Oslo",), "ana@example.org",
        "0000-0002-1825-0097",
    )  # fmt: skip
    header = Header("Sand", (author,), affiliations=("University of Oslo",))
    root = etree.fromstring(tei.write_tei(tei.Parts(header=header)))
    (found,) = root.iterfind(".//t:analytic/t:author", NAMESPACE)
    assert [one.text for one in found.iter("{*}forename", "{*}surname")] == ["Ana", "García"]
    assert found.findtext("t:email", namespaces=NAMESPACE) == "ana@example.org"
    assert found.findtext("t:idno[@type='ORCID']", namespaces=NAMESPACE) == "0000-0002-1825-0097"
    assert found.findtext("t:affiliation/t:note", namespaces=NAMESPACE) == "University of Oslo"


@given(st.text(), st.text(), st.text())
def test_any_text_makes_valid_xml(title: str, name: str, doi: str) -> None:
    header = Header(title, (Author(name),), doi=doi, date=title)
    section = Section(1, name, Passage(doi), (Paragraph(Passage(title)),))
    full = FullText((section,), (Citation(title, (name,), doi=doi),))
    written = tei.write_tei(tei.Parts(header, full_text=full))
    assert etree.fromstring(written).tag == "{http://www.tei-c.org/ns/1.0}TEI"


@pytest.mark.parametrize(
    "parts",
    [tei.Parts(), tei.Parts(citations=()), tei.Parts(full_text=FullText())],
    ids=["header", "citations", "text"],
)
def test_what_tei_or_its_readers_require_is_there(parts: tei.Parts) -> None:
    """The package grobid-tei-xml reads version and time of the application without a default."""
    root = etree.fromstring(tei.write_tei(parts))
    application = root.find(".//t:appInfo/t:application", NAMESPACE)
    assert application is not None
    assert {"ident", "version", "when"} == set(application.attrib)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d\+0000", application.attrib["when"])
    assert len(root.findall("t:text/t:body/t:p", NAMESPACE)) == 1
