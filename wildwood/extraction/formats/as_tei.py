"""Write a document as TEI, in the shape that GROBID gives it.

See https://grobid.readthedocs.io/en/latest/TEI-encoding-of-results/
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from lxml import etree

from wildwood.extraction.extracted import Author, Citation, Header
from wildwood.extraction.formats import tei_body, tei_citations
from wildwood.extraction.formats.entries import keywords_of, person_of
from wildwood.extraction.formats.tei_body import NESTED, TeiOptions
from wildwood.extraction.formats.tei_elements import element, filled, person_name
from wildwood.extraction.full_text import FullText
from wildwood.records.dates import iso_date
from wildwood.safe_xml import Element


@dataclass(frozen=True, slots=True)
class Parts:
    """What to write of a document."""

    header: Header | None = None
    citations: tuple[Citation, ...] | None = None
    full_text: FullText | None = None
    """The text; its citations are written instead of others."""
    note: str = ""
    """Of which other document this is."""


def write(parts: Parts, options: TeiOptions = NESTED) -> bytes:
    """Return a TEI document."""
    header, full = parts.header or Header(), parts.full_text
    head = element("teiHeader", None, _file(header, parts.note), _encoding(), _profile(header))
    body, back, pages = element("body", None), [], None
    if full:
        body, back = tei_body.body(full, options), list(tei_body.back(full, options))
        pages = tei_body.pages(full, options)
    cited = full.citations if full else parts.citations
    if cited is not None:
        back += tei_citations.lists(cited, raw=options.raw_citations)
    if not len(body):
        body.append(element("p", None))  # TEI allows no empty body
    text = element("text", None, body, element("back", None, *back) if back else None)
    root = element("TEI", None, head, pages, text)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _file(header: Header, note: str) -> Element:
    published = _date(header.date)
    analytic = element(
        "analytic",
        None,
        *map(_author, header.authors),
        *_unbound(header),
        filled("title", header.title, level="a", type="main"),
        filled("idno", header.doi, type="DOI"),
    )
    monogr = element(
        "monogr",
        None,
        filled("title", header.venue, level="j", type="main"),
        element("imprint", None, _date(header.date)),
    )
    return element(
        "fileDesc",
        None,
        element("titleStmt", None, element("title", header.title, level="a", type="main")),
        element("publicationStmt", None, element("publisher", None), published),
        element("notesStmt", None, element("note", note, type="near-duplicate")) if note else None,
        element("sourceDesc", None, element("biblStruct", None, analytic, monogr)),
    )


def _author(author: Author) -> Element:
    return element(
        "author",
        None,
        person_name(person_of(author)),
        filled("email", author.email),
        filled("idno", author.orcid, type="ORCID"),
        *map(_affiliation, author.affiliations),
    )


def _unbound(header: Header) -> Iterable[Element]:
    """Return the affiliations and addresses that belong to no known author, as GROBID does."""
    affiliations = {one for author in header.authors for one in author.affiliations}
    emails = {author.email for author in header.authors}
    for affiliation in header.affiliations:
        if affiliation not in affiliations:
            yield element("author", None, _affiliation(affiliation))
    for email in header.emails:
        if email not in emails:
            yield element("author", None, element("email", email))


def _affiliation(printed: str) -> Element:
    return element("affiliation", None, element("note", printed, type="raw_affiliation"))


def _date(printed: str) -> Element | None:
    return filled("date", printed, type="published", when=iso_date(printed))


def _encoding() -> Element:
    reference = element("ref", None, target="https://nep.repec.org")
    application = element(
        "application", None, element("desc", "Wildwood"), reference,
        ident="Wildwood", version="1", when=f"{datetime.now(UTC):%Y-%m-%dT%H:%M+0000}",
    )  # fmt: skip
    return element("encodingDesc", None, element("appInfo", None, application))


def _profile(header: Header) -> Element:
    terms = [element("term", word) for word in keywords_of(header)]
    keywords = element("textClass", None, element("keywords", None, *terms)) if terms else None
    paragraph = filled("p", header.abstract)
    abstract = (
        element("abstract", None, element("div", None, paragraph)) if header.abstract else None
    )
    return element("profileDesc", None, keywords, abstract)
