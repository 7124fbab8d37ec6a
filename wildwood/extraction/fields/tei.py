"""TEI as GROBID writes it, to header and citations."""

from collections.abc import Iterator

from lxml import etree

from wildwood.extraction.errors import UnreachableError
from wildwood.extraction.model import Author, Citation, Header
from wildwood.safe_xml import Element, safe_parser

_PARSER = safe_parser()


def header(document: bytes) -> Header:
    """The header that a TEI document has in its `teiHeader`.

    Raises:
        UnreachableError: it is no TEI.
    """
    head = _parsed(document).find(".//{*}teiHeader")
    if head is None:
        return Header()
    source = _struct(head)
    return Header(
        title=_text(head, ".//{*}titleStmt/{*}title") or _text(source, "{*}analytic/{*}title"),
        authors=tuple(map(Author, _people(source))),
        abstract=_text(head, ".//{*}abstract"),
        venue=_text(source, "{*}monogr/{*}title"),
        date=_date(source),
        doi=_text(source, ".//{*}idno[@type='DOI']"),
        keywords=", ".join(_texts(head, ".//{*}keywords/{*}term")) or _text(head, ".//{*}keywords"),
        affiliations=tuple(dict.fromkeys(_affiliations(source))),
        emails=tuple(dict.fromkeys(_texts(source, ".//{*}author/{*}email"))),
    )


def citations(document: bytes) -> list[Citation]:
    """The citations that a TEI document lists.

    Raises:
        UnreachableError: it is no TEI.
    """
    return [_citation(one) for one in _parsed(document).iterfind(".//{*}listBibl/{*}biblStruct")]


def _citation(struct: Element) -> Citation:
    article = _text(struct, "{*}analytic/{*}title")
    whole = _text(struct, "{*}monogr/{*}title")
    pages = struct.find(".//{*}biblScope[@unit='page']")
    link = struct.find(".//{*}ptr")
    return Citation(
        raw=_text(struct, "{*}note[@type='raw_reference']"),
        authors=tuple(_people(struct)),
        title=article or whole,
        year=_date(struct)[:4],
        venue=whole if article else "",
        volume=_text(struct, ".//{*}biblScope[@unit='volume']"),
        issue=_text(struct, ".//{*}biblScope[@unit='issue']"),
        pages=_pages(pages),
        publisher=_text(struct, ".//{*}publisher"),
        doi=_text(struct, ".//{*}idno[@type='DOI']"),
        url="" if link is None else link.get("target", ""),
    )


def _parsed(document: bytes) -> Element:
    try:
        root = etree.fromstring(document, _PARSER)
    except etree.XMLSyntaxError as error:
        raise UnreachableError("GROBID answers with what is no XML.") from error
    if etree.QName(root).localname != "TEI":
        raise UnreachableError("GROBID answers with what is no TEI.")
    return root


def _struct(head: Element) -> Element:
    """Where a header describes its paper."""
    found = head.find(".//{*}sourceDesc/{*}biblStruct")
    return head if found is None else found


def _people(struct: Element) -> Iterator[str]:
    """The names of the authors, those of the article before those of its volume."""
    people = struct.findall("{*}analytic/{*}author") or struct.findall("{*}monogr/{*}author")
    for person in people:
        name = " ".join(_texts(person, "{*}persName/*")) or _text(person, "{*}orgName")
        if name:
            yield name


def _affiliations(source: Element) -> Iterator[str]:
    """As they are printed where that is known, else their parts."""
    for one in source.iterfind(".//{*}affiliation"):
        raw = _text(one, "{*}note[@type='raw_affiliation']")
        yield raw or ", ".join(_texts(one, "{*}orgName") + _texts(one, "{*}address/*"))


def _date(struct: Element) -> str:
    date = struct.find(".//{*}imprint/{*}date")
    if date is None:
        return ""
    return date.get("when") or " ".join("".join(date.itertext()).split())


def _pages(scope: Element | None) -> str:
    if scope is None:
        return ""
    first, last = scope.get("from"), scope.get("to")
    return f"{first}–{last}" if first and last else (scope.text or "").strip()


def _texts(element: Element, path: str) -> list[str]:
    """The texts of all that a path leads to, less those that are empty."""
    texts = (" ".join("".join(found.itertext()).split()) for found in element.iterfind(path))
    return [text for text in texts if text]


def _text(element: Element, path: str) -> str:
    return next(iter(_texts(element, path)), "")
