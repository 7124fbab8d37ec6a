"""Read AMF, the format of rifs."""

from collections.abc import Iterator

from wildwood.lists.content import Content
from wildwood.lists.entry import Author, Entry, Fault, Series
from wildwood.lists.text import clean, cleaned, dois_in, iso_date, urls_in
from wildwood.model import LocalizedText, Record
from wildwood.rif import amf, parse_rif
from wildwood.safe_xml import Element, language_of, text_of


def read_amf(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each paper; a paper is the same as in a rif of the nightly run.

    Raises:
        RifError: see `parse_rif`.
    """
    rif = parse_rif(content.data)
    for record, element in zip(rif.records, rif.elements, strict=True):
        yield _entry(record, element)
    for element in rif.without_handle:
        yield Fault(_place(element), "has no id", title=_first(element, amf.TITLE))


def _entry(record: Record, text: Element) -> Entry:
    identifiers = [*_all(text, amf.IDENTIFIER), record.handle]
    return Entry(
        id=record.handle,
        titles=_localized(text, amf.TITLE),
        authors=_authors(record, text),
        place=_place(text),
        kind=_first(text, amf.TYPE),
        date=iso_date(_first(text, amf.DATE)),
        languages=cleaned(_all(text, amf.LANGUAGE)),
        abstracts=_localized(text, amf.ABSTRACT),
        keywords=cleaned(_all(text, amf.KEYWORDS)),
        classifications=tuple(_classifications(text)),
        dois=dois_in(*identifiers),
        urls=urls_in(*_all(text, amf.DISPLAY_PAGE), *_all(text, amf.FILE_URL)),
        series=_series(text),
    )


def _authors(record: Record, text: Element) -> tuple[Author, ...]:
    """Divide the names where their person has its parts apart."""
    divided: dict[str, Author] = {}
    for person in text.iterfind(amf.PERSON):
        author = Author(_first(person, amf.FAMILY_NAME), _first(person, amf.GIVEN_NAME))
        divided[author.name] = author
    names = filter(None, map(clean, record.names))
    return tuple(divided.get(name, Author(name)) for name in names)


def _series(text: Element) -> Series:
    part = text.find(amf.PART_OF)
    if part is None:
        return Series()
    names = (amf.TITLE, amf.VOLUME, amf.ISSUE)
    title, volume, issue = (_first(part, f".//{name}") for name in names)
    start, end = (_first(part, f".//{name}") for name in (amf.START_PAGE, amf.END_PAGE))
    pages = f"{start}-{end}" if end and end != start else start
    return Series(title, volume, issue, pages)


def _classifications(text: Element) -> Iterator[str]:
    for element in text.iterfind(amf.CLASSIFICATION):
        scheme, code = clean(element.get("scheme", "")).lower(), clean(text_of(element))
        if code:
            yield f"{scheme}:{code}" if scheme else code


def _localized(text: Element, name: str) -> tuple[LocalizedText, ...]:
    found = ((clean(text_of(child)), language_of(child)) for child in text.iterfind(name))
    return tuple(LocalizedText(*one) for one in found if one[0])


def _all(element: Element, name: str) -> list[str]:
    return [text_of(child) for child in element.iterfind(name)]


def _first(element: Element, name: str) -> str:
    return next(filter(None, map(clean, _all(element, name))), "")


def _place(element: Element) -> str:
    return f"line {element.sourceline}"
