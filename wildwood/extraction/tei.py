"""Write TEI like GROBID (https://grobid.readthedocs.io/en/latest/TEI-encoding-of-results/)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from lxml import etree

from wildwood.biblio.entry import Series
from wildwood.biblio.fields import iso_date
from wildwood.biblio.person import Person
from wildwood.extraction import tei_body
from wildwood.extraction.affiliations import AffiliationParts
from wildwood.extraction.data import Author, Citation, FullText, Header
from wildwood.extraction.entries import citation_entry, keywords_of, person_of
from wildwood.extraction.tei_body import (
    NESTED,
    TeiOptions,
    element,
    filled,
    identified,
    person_name,
)
from wildwood.kernel.safe_xml import Element


def write_lists(citations: Sequence[Citation], *, raw: bool) -> Iterator[Element]:
    """Yield a division for each list of references, at least one."""
    structs: dict[int, list[Element]] = {} if citations else {1: []}
    for number, citation in enumerate(citations):
        struct = citation_element(number, citation, raw=raw)
        structs.setdefault(citation.reference_list, []).append(struct)
    for number, of_list in structs.items():
        listing = element("listBibl", *of_list)
        yield element("div", listing, type="references", n=str(number) * (number > 1))


def citation_element(number: int | None, citation: Citation, *, raw: bool) -> Element:
    """Make an entry, with an identifier if numbered; a title with only a publisher is a book's."""
    entry = citation_entry(citation)
    is_book = entry.kind == "book"
    work = (
        filled("title", citation.title, level="m" if is_book else "a", type="main"),
        *(element("author", person_name(person)) for person in entry.authors),
        filled("idno", citation.doi, type="DOI"),
        element("ptr", target=citation.url) if citation.url else None,
    )
    analytic = None if is_book else element("analytic", *work)
    monogr = element(
        "monogr",
        *(work if is_book else ()),
        filled("title", citation.venue, level="j"),
        _imprint(entry.series, citation.year),
    )
    note = filled("note", citation.raw, type="raw_reference") if raw else None
    struct = element("biblStruct", analytic, monogr, note)
    return struct if number is None else identified(struct, f"b{number}")


def _imprint(series: Series, year: str) -> Element:
    first, last = series.first_page, series.last_page
    page = filled("biblScope", first, unit="page")
    if last:
        page = element("biblScope", **{"unit": "page", "from": first, "to": last})
    return element(
        "imprint",
        filled("publisher", series.publisher),
        filled("biblScope", series.volume, unit="volume"),
        filled("biblScope", series.issue, unit="issue"),
        page,
        filled("date", year, type="published", when=iso_date(year)[:4]),
    )


@dataclass(frozen=True, slots=True)
class Parts:
    header: Header | None = None
    citations: tuple[Citation, ...] | None = None
    full_text: FullText | None = None  # the text; its citations are written instead of others
    note: str = ""


def write_tei(parts: Parts, options: TeiOptions = NESTED) -> bytes:
    header, full = parts.header or Header(), parts.full_text
    head = element("teiHeader", _file(header, parts.note), _encoding(), _profile(header))
    body, back, pages = element("body"), [], None
    if full:
        body, back = tei_body.write_body(full, options), list(tei_body.write_back(full, options))
        pages = tei_body.write_pages(full, options)
    cited = full.citations if full else parts.citations
    if cited is not None:
        back += write_lists(cited, raw=options.raw_citations)
    if not len(body):
        body.append(element("p"))  # TEI allows no empty body
    text = element("text", body, element("back", *back) if back else None)
    root = element("TEI", head, pages, text)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _file(header: Header, note: str) -> Element:
    published = _date(header.date)
    analytic = element(
        "analytic",
        *map(_author, header.authors),
        *_unbound(header),
        filled("title", header.title, level="a", type="main"),
        filled("idno", header.doi, type="DOI"),
    )
    monogr = element(
        "monogr",
        filled("title", header.venue, level="j", type="main"),
        element("imprint", _date(header.date)),
    )
    return element(
        "fileDesc",
        element("titleStmt", element("title", header.title, level="a", type="main")),
        element("publicationStmt", element("publisher"), published),
        element("notesStmt", element("note", note, type="near-duplicate")) if note else None,
        element("sourceDesc", element("biblStruct", analytic, monogr)),
    )


def _author(author: Author) -> Element:
    return element(
        "author",
        person_name(person_of(author)),
        filled("email", author.email),
        filled("idno", author.orcid, type="ORCID"),
        *map(_affiliation, author.affiliations),
    )


def _unbound(header: Header) -> Iterable[Element]:
    """Return the affiliations and addresses of no known author, as GROBID does."""
    affiliations = {affiliation for author in header.authors for affiliation in author.affiliations}
    emails = {author.email for author in header.authors}
    for affiliation in header.affiliations:
        if affiliation not in affiliations:
            yield element("author", _affiliation(affiliation))
    for email in header.emails:
        if email not in emails:
            yield element("author", element("email", email))


def _affiliation(printed: str) -> Element:
    return element("affiliation", element("note", printed, type="raw_affiliation"))


def _date(printed: str) -> Element | None:
    return filled("date", printed, type="published", when=iso_date(printed))


def _encoding() -> Element:
    reference = element("ref", target="https://nep.repec.org")
    application = element(
        "application", element("desc", "Wildwood"), reference,
        ident="Wildwood", version="1", when=f"{datetime.now(UTC):%Y-%m-%dT%H:%M+0000}",
    )  # fmt: skip
    return element("encodingDesc", element("appInfo", application))


def _profile(header: Header) -> Element:
    terms = [element("term", word) for word in keywords_of(header)]
    keywords = element("textClass", element("keywords", *terms)) if terms else None
    paragraph = filled("p", header.abstract)
    abstract = element("abstract", element("div", paragraph)) if header.abstract else None
    return element("profileDesc", keywords, abstract)


def people_fragment(people: Iterable[Person]) -> bytes:
    return _fragment(map(person_name, people))


def date_fragment(iso: str) -> bytes:
    return _fragment([element("date", when=iso)] if iso else [])


def affiliation_fragments(affiliations: Sequence[AffiliationParts]) -> bytes:
    written = [_affiliation_fragment(affiliation) for affiliation in affiliations]
    return _fragment([element("xml", *written)] if len(written) > 1 else written)


def citation_fragment(citation: Citation, *, raw: bool) -> bytes:
    return _fragment([citation_element(None, citation, raw=raw)])


def _affiliation_fragment(parts: AffiliationParts) -> Element:
    address = element(
        "address",
        filled("postCode", parts.post_code),
        filled("settlement", parts.settlement),
        filled("region", parts.region),
        filled("country", parts.country),
    )
    return element(
        "affiliation",
        *(element("orgName", name, type="department") for name in parts.departments),
        *(element("orgName", name, type="institution") for name in parts.institutions),
        address if len(address) else None,
    )


def _fragment(elements: Iterable[Element]) -> bytes:
    return b"\n".join(etree.tostring(item, encoding="UTF-8") for item in elements)
