"""Read AMF, the format of rifs."""

from collections.abc import Iterator

from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.readers.xml_formats.elements import localized
from wildwood.model import Record
from wildwood.names.person import Person
from wildwood.records.dates import iso_date
from wildwood.records.entry import Entry, Series
from wildwood.records.field_text import clean, cleaned
from wildwood.records.identifiers import dois_in, urls_in
from wildwood.rif import Rif, amf, parse_rif
from wildwood.safe_xml import Element, text_of


def read_amf(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each paper; a paper is the same as in a rif of the nightly run.

    Raises:
        RifError: see `parse_rif`.
    """
    yield from entries_of_rif(parse_rif(content.data))


def entries_of_rif(rif: Rif) -> Iterator[Entry | Fault]:
    """Yield an entry for each paper of a rif."""
    for record, element in zip(rif.records, rif.elements, strict=True):
        yield entry_of_rif(record, element)
    for element in rif.without_handle:
        title = _first(element, amf.TITLE)
        yield Fault(_place(element), "has no id", title=title, word="no handle")


def entry_of_rif(record: Record, text: Element) -> Entry:
    """Return the entry of a paper of a rif."""
    identifiers = [*_all(text, amf.IDENTIFIER), record.handle]
    return Entry(
        id=record.handle,
        titles=tuple(localized(text.iterfind(amf.TITLE))),
        authors=_authors(record, text),
        place=_place(text),
        kind=_first(text, amf.TYPE),
        date=iso_date(_first(text, amf.DATE)),
        languages=cleaned(_all(text, amf.LANGUAGE)),
        abstracts=tuple(localized(text.iterfind(amf.ABSTRACT))),
        keywords=cleaned(word for words in _all(text, amf.KEYWORDS) for word in words.split(";")),
        classifications=tuple(_classifications(text)),
        dois=dois_in(*identifiers),
        urls=urls_in(*_all(text, amf.DISPLAY_PAGE), *_all(text, amf.FILE_URL)),
        series=_series(text),
    )


def _authors(record: Record, text: Element) -> tuple[Person, ...]:
    """Divide the names where their person has its parts apart."""
    divided: dict[str, Person] = {}
    for person in text.iterfind(amf.PERSON):
        author = Person(_first(person, amf.FAMILY_NAME), _first(person, amf.GIVEN_NAME))
        divided[author.name] = author
    names = filter(None, map(clean, record.names))
    return tuple(divided.get(name, Person(name)) for name in names)


def _series(text: Element) -> Series:
    """Return the journal or series; a collection can have only a title."""
    serial = text.find(amf.SERIAL)
    publisher = _first(text, f"{amf.PUBLISHER}/{amf.NAME}")
    if serial is None:
        return Series(_first(text, f"{amf.COLLECTION}/{amf.TITLE}"), publisher=publisher)
    names = (amf.JOURNAL_TITLE, amf.VOLUME, amf.ISSUE)
    title, volume, issue = (_first(serial, name) for name in names)
    start, end = _first(serial, amf.START_PAGE), _first(serial, amf.END_PAGE)
    issn = _first(serial, amf.JOURNAL_IDENTIFIER).removeprefix("issn:")
    pages = "-".join(filter(None, (start, end)))
    return Series(title, volume, issue, pages, issn, publisher)


def _classifications(text: Element) -> Iterator[str]:
    for element in text.iterfind(amf.CLASSIFICATION):
        scheme, code = clean(element.get("scheme", "")).lower(), clean(text_of(element))
        if code:
            yield f"{scheme}:{code}" if scheme else code


def _all(element: Element, name: str) -> list[str]:
    return [text_of(child) for child in element.iterfind(name)]


def _first(element: Element, name: str) -> str:
    return next(filter(None, map(clean, _all(element, name))), "")


def _place(element: Element) -> str:
    return f"line {element.sourceline}"
