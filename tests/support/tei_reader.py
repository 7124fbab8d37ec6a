"""Read the header and citations from TEI."""

from collections.abc import Iterator

from lxml import etree

from wildwood.extraction.data import Author, Citation, Header
from wildwood.kernel.safe_xml import Element


def read_header(document: bytes) -> Header:
    head = etree.fromstring(document).find(".//{*}teiHeader")
    if head is None:
        return Header()
    struct = _struct(head)
    return Header(
        title=_text(head, ".//{*}titleStmt/{*}title") or _text(struct, "{*}analytic/{*}title"),
        authors=tuple(map(Author, _people(struct))),
        abstract=_text(head, ".//{*}abstract"),
        venue=_text(struct, "{*}monogr/{*}title"),
        date=_date(struct),
        doi=_text(struct, ".//{*}idno[@type='DOI']"),
        keywords=", ".join(_texts(head, ".//{*}keywords/{*}term")) or _text(head, ".//{*}keywords"),
        affiliations=tuple(dict.fromkeys(_affiliations(struct))),
        emails=tuple(dict.fromkeys(_texts(struct, ".//{*}author/{*}email"))),
    )


def read_citations(document: bytes) -> list[Citation]:
    return [
        _citation(struct, number)
        for number, listing in enumerate(etree.fromstring(document).iterfind(".//{*}listBibl"), 1)
        for struct in listing.iterfind("{*}biblStruct")
    ]


def _citation(struct: Element, reference_list: int) -> Citation:
    article = _text(struct, "{*}analytic/{*}title")
    volume = _text(struct, "{*}monogr/{*}title")
    pages = struct.find(".//{*}biblScope[@unit='page']")
    link = struct.find(".//{*}ptr")
    return Citation(
        raw=_text(struct, "{*}note[@type='raw_reference']"),
        authors=tuple(_people(struct)),
        title=article or volume,
        year=_date(struct)[:4],
        venue=volume if article else "",
        volume=_text(struct, ".//{*}biblScope[@unit='volume']"),
        issue=_text(struct, ".//{*}biblScope[@unit='issue']"),
        pages=_pages(pages),
        publisher=_text(struct, ".//{*}publisher"),
        doi=_text(struct, ".//{*}idno[@type='DOI']"),
        url="" if link is None else link.get("target", ""),
        reference_list=reference_list,
    )


def _struct(head: Element) -> Element:
    struct = head.find(".//{*}sourceDesc/{*}biblStruct")
    return head if struct is None else struct


def _people(struct: Element) -> Iterator[str]:
    people = struct.findall("{*}analytic/{*}author") or struct.findall("{*}monogr/{*}author")
    for person in people:
        name = " ".join(_texts(person, "{*}persName/*")) or _text(person, "{*}orgName")
        if name:
            yield name


def _affiliations(struct: Element) -> Iterator[str]:
    """Yield the affiliations as printed if they are there so, else their parts."""
    for affiliation in struct.iterfind(".//{*}affiliation"):
        raw = _text(affiliation, "{*}note[@type='raw_affiliation']")
        parts = _texts(affiliation, "{*}orgName") + _texts(affiliation, "{*}address/*")
        yield raw or ", ".join(parts)


def _date(struct: Element) -> str:
    date = struct.find(".//{*}imprint/{*}date")
    if date is None:
        return ""
    return date.get("when") or _one_line(date)


def _pages(scope: Element | None) -> str:
    if scope is None:
        return ""
    first, last = scope.get("from"), scope.get("to")
    return f"{first}–{last}" if first and last else (scope.text or "").strip()


def _texts(element: Element, path: str) -> list[str]:
    return list(filter(None, map(_one_line, element.iterfind(path))))


def _text(element: Element, path: str) -> str:
    return next(iter(_texts(element, path)), "")


def _one_line(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())
