"""Write a document as TEI, in the shape that GROBID gives it.

See https://grobid.readthedocs.io/en/latest/TEI-encoding-of-results/
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.builder import ElementMaker

from wildwood.extraction.extracted import (
    Acknowledgements,
    Author,
    Caption,
    Citation,
    Funder,
    Header,
)
from wildwood.extraction.formats.entries import of_citation, person_of
from wildwood.names.person import Person
from wildwood.records.dates import iso_date
from wildwood.records.entry import Series
from wildwood.safe_xml import Element, allowed

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_TEI = ElementMaker(namespace=_NAMESPACE, nsmap={None: _NAMESPACE})


@dataclass(frozen=True, slots=True)
class Parts:
    """What to write of a document."""

    header: Header | None = None
    citations: tuple[Citation, ...] | None = None
    body: str = ""
    """The text, whose paragraphs are separated by empty lines."""
    acknowledgements: Acknowledgements | None = None
    captions: tuple[Caption, ...] = ()
    note: str = ""
    """Of which other document this is."""


def write(parts: Parts, *, raw_citations: bool = True) -> bytes:
    """Return a TEI document.

    Args:
        parts: what to write.
        raw_citations: whether to add each citation as printed.
    """
    header = parts.header or Header()
    head = _element("teiHeader", None, _file(header, parts.note), _encoding(), _profile(header))
    back = [*_acknowledgements(parts.acknowledgements or Acknowledgements())]
    if parts.citations is not None:
        back += _lists(parts.citations, raw=raw_citations)
    text = _element("text", None, _body(parts), _element("back", None, *back) if back else None)
    root = _element("TEI", None, head, text)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _element(name: str, text: str | None, *children: Element | None, **attributes: str) -> Element:
    """Make an element; children that are None, and empty attributes, are left out."""
    clean = {key: allowed(value) for key, value in attributes.items() if value}
    made: Element = _TEI(name, clean, *(child for child in children if child is not None))
    if text:
        made.text = allowed(text)
    return made


def _filled(name: str, text: str, **attributes: str) -> Element | None:
    """Make an element unless its text is empty."""
    return _element(name, text, **attributes) if text.strip() else None


def _file(header: Header, note: str) -> Element:
    published = _date(header.date)
    analytic = _element(
        "analytic",
        None,
        *map(_author, header.authors),
        *_unbound(header),
        _filled("title", header.title, level="a", type="main"),
        _filled("idno", header.doi, type="DOI"),
    )
    monogr = _element(
        "monogr",
        None,
        _filled("title", header.venue, level="j", type="main"),
        _element("imprint", None, _date(header.date)),
    )
    return _element(
        "fileDesc",
        None,
        _element("titleStmt", None, _element("title", header.title, level="a", type="main")),
        _element("publicationStmt", None, _element("publisher", None), published),
        _element("notesStmt", None, _element("note", note, type="near-duplicate"))
        if note
        else None,
        _element("sourceDesc", None, _element("biblStruct", None, analytic, monogr)),
    )


def _notes(note: str) -> Element:
    return _element("notesStmt", None, _element("note", note, type="near-duplicate"))


def _author(author: Author) -> Element:
    orcid = _ORCID.search(author.orcid)
    return _element(
        "author",
        None,
        _person(person_of(author)),
        _filled("email", author.email),
        _filled("idno", orcid[0] if orcid else "", type="ORCID"),
        *map(_affiliation, author.affiliations),
    )


def _unbound(header: Header) -> Iterable[Element]:
    """Return the affiliations and addresses that belong to no known author, as GROBID does."""
    affiliations = {one for author in header.authors for one in author.affiliations}
    emails = {author.email for author in header.authors}
    for affiliation in header.affiliations:
        if affiliation not in affiliations:
            yield _element("author", None, _affiliation(affiliation))
    for email in header.emails:
        if email not in emails:
            yield _element("author", None, _element("email", email))


def _affiliation(printed: str) -> Element:
    return _element("affiliation", None, _element("note", printed, type="raw_affiliation"))


def _person(person: Person) -> Element:
    if person.is_institution:
        return _element("orgName", person.family)
    names = person.given.split()
    kinds = ("first", *["middle"] * (len(names) - 1)) if names else ()
    forenames = [
        _element("forename", name, type=kind) for name, kind in zip(names, kinds, strict=True)
    ]
    return _element("persName", None, *forenames, _filled("surname", person.family))


def _date(printed: str) -> Element | None:
    return _filled("date", printed, type="published", when=iso_date(printed))


def _encoding() -> Element:
    reference = _element("ref", None, target="https://nep.repec.org")
    application = _element(
        "application", None, _element("desc", "Wildwood"), reference, ident="Wildwood", version="1"
    )
    return _element("encodingDesc", None, _element("appInfo", None, application))


def _profile(header: Header) -> Element:
    words = [word.strip() for word in re.split(r"[,;]", header.keywords)]
    terms = [_element("term", word) for word in words if word]
    keywords = _element("textClass", None, _element("keywords", None, *terms)) if terms else None
    paragraph = _filled("p", header.abstract)
    abstract = (
        _element("abstract", None, _element("div", None, paragraph)) if header.abstract else None
    )
    return _element("profileDesc", None, keywords, abstract)


def _body(parts: Parts) -> Element:
    paragraphs = (" ".join(one.split()) for one in re.split(r"\n\s*\n", parts.body))
    found = [_element("p", one) for one in paragraphs if one]
    division = _element("div", None, *found) if found else None
    return _element("body", None, division, *map(_figure, parts.captions))


def _figure(caption: Caption) -> Element:
    """Make the element of a table or figure, of which only the caption is known."""
    return _element(
        "figure",
        None,
        _element("head", f"{caption.type.capitalize()} {caption.label}"),
        _element("label", caption.label),
        _element("figDesc", caption.text),
        type=caption.type,
    )


def _acknowledgements(found: Acknowledgements) -> Iterator[Element]:
    paragraphs = [_element("p", one) for one in found.text.split("\n") if one.strip()]
    if paragraphs:
        yield _element("div", None, *paragraphs, type="acknowledgement")
    if found.funders:
        funders = _element("list", None, *map(_funder, found.funders))
        yield _element("div", None, funders, type="funding")


def _funder(funder: Funder) -> Element:
    awards = (_element("idno", award, type="grant-number") for award in funder.awards)
    name = _element("orgName", funder.name, type="funder")
    return _element("item", None, name, *awards)


def _lists(citations: Sequence[Citation], *, raw: bool) -> Iterator[Element]:
    """Yield a division for each list of references; one if there are no citations."""
    structs: dict[int, list[Element]] = {} if citations else {1: []}
    for number, citation in enumerate(citations):
        struct = _citation(number, citation, raw=raw)
        structs.setdefault(citation.reference_list, []).append(struct)
    for number, of_list in structs.items():
        listing = _element("listBibl", None, *of_list)
        yield _element("div", None, listing, type="references", n=str(number) * (number > 1))


def _citation(number: int, citation: Citation, *, raw: bool) -> Element:
    """Make the entry of a citation; a title without a venue but with a publisher is a book's."""
    entry = of_citation(citation)
    authors = [_element("author", None, _person(person)) for person in entry.authors]
    is_book = entry.kind == "book"
    title = _filled("title", citation.title, level="m" if is_book else "a", type="main")
    of_article = [] if is_book else [title, *authors]
    of_book = [title, *authors] if is_book else []
    identifiers = (
        _filled("idno", citation.doi, type="DOI"),
        _element("ptr", None, target=citation.url) if citation.url else None,
    )
    analytic = None if is_book else _element("analytic", None, *of_article, *identifiers)
    monogr = _element(
        "monogr",
        None,
        *of_book,
        *(identifiers if is_book else ()),
        _filled("title", citation.venue, level="j"),
        _imprint(entry.series, citation.year),
    )
    note = _filled("note", citation.raw, type="raw_reference") if raw else None
    struct = _element("biblStruct", None, analytic, monogr, note)
    struct.set(_XML_ID, f"b{number}")
    return struct


def _imprint(series: Series, year: str) -> Element:
    first, _, last = series.pages.partition("-")
    page = _filled("biblScope", first, unit="page")
    if last:
        page = _element("biblScope", None, **{"unit": "page", "from": first, "to": last})
    return _element(
        "imprint",
        None,
        _filled("publisher", series.publisher),
        _filled("biblScope", series.volume, unit="volume"),
        _filled("biblScope", series.issue, unit="issue"),
        page,
        _filled("date", year, type="published", when=iso_date(year)[:4]),
    )
