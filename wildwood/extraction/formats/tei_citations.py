"""Write citations as TEI."""

from collections.abc import Iterator, Sequence

from wildwood.extraction.extracted import Citation
from wildwood.extraction.formats.entries import of_citation
from wildwood.extraction.formats.tei_elements import element, filled, identified, person_name
from wildwood.records.dates import iso_date
from wildwood.records.entry import Series
from wildwood.safe_xml import Element


def lists(citations: Sequence[Citation], *, raw: bool) -> Iterator[Element]:
    """Yield a division for each list of references; one if there are no citations."""
    structs: dict[int, list[Element]] = {} if citations else {1: []}
    for number, citation in enumerate(citations):
        struct = citation_element(number, citation, raw=raw)
        structs.setdefault(citation.reference_list, []).append(struct)
    for number, of_list in structs.items():
        listing = element("listBibl", None, *of_list)
        yield element("div", None, listing, type="references", n=str(number) * (number > 1))


def citation_element(number: int | None, citation: Citation, *, raw: bool) -> Element:
    """Make the entry of a citation; a title without a venue but with a publisher is a book's.

    Args:
        number: its place in the list, for its identifier; None if it is in none.
        citation: the citation.
        raw: whether to add it as printed.
    """
    entry = of_citation(citation)
    is_book = entry.kind == "book"
    work = (
        filled("title", citation.title, level="m" if is_book else "a", type="main"),
        *(element("author", None, person_name(person)) for person in entry.authors),
        filled("idno", citation.doi, type="DOI"),
        element("ptr", None, target=citation.url) if citation.url else None,
    )
    analytic = None if is_book else element("analytic", None, *work)
    monogr = element(
        "monogr",
        None,
        *(work if is_book else ()),
        filled("title", citation.venue, level="j"),
        _imprint(entry.series, citation.year),
    )
    note = filled("note", citation.raw, type="raw_reference") if raw else None
    struct = element("biblStruct", None, analytic, monogr, note)
    return struct if number is None else identified(struct, f"b{number}")


def _imprint(series: Series, year: str) -> Element:
    first, last = series.first_page, series.last_page
    page = filled("biblScope", first, unit="page")
    if last:
        page = element("biblScope", None, **{"unit": "page", "from": first, "to": last})
    return element(
        "imprint",
        None,
        filled("publisher", series.publisher),
        filled("biblScope", series.volume, unit="volume"),
        filled("biblScope", series.issue, unit="issue"),
        page,
        filled("date", year, type="published", when=iso_date(year)[:4]),
    )
