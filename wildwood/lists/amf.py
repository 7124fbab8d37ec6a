"""Read and write AMF, in the words of "Syntax and Vocabulary of the Academic Metadata Format"."""

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from wildwood.biblio.entry import Entry, LocalizedText, Record, Series, clean, cleaned, iso_date
from wildwood.biblio.identifiers import dois_in, urls_in
from wildwood.biblio.person import Person
from wildwood.kernel.safe_xml import XML_LANG, Element, allowed, language_of, text_of
from wildwood.lists.content import Content, Fault
from wildwood.nep import rif

_SCHEMA = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"
_SCHEMA_LOCATION = "http://amf.openlib.org http://amf.openlib.org/2001/amf.xsd"
_REPEC = re.compile(r"(?:oai:)?(RePEc:\S+)", re.IGNORECASE)
_SERIES_OF_REPEC = re.compile(r"RePEc:\w+:\w+(?=:)")


def handle_of(entry: Entry) -> str:
    """Return the RePEc handle, else the DOI, else the id; empty if the id is only a place."""
    if match := _REPEC.fullmatch(entry.id):
        return match[1]
    if entry.dois:
        return f"doi:{entry.dois[0].lower()}"
    return "" if entry.id == entry.place else entry.handle


def write_amf(entries: Iterable[Entry]) -> bytes:
    root = etree.Element(rif.ROOT, nsmap={None: rif.ROOT[1:].partition("}")[0]})
    root.set(_SCHEMA, _SCHEMA_LOCATION)
    for entry in entries:
        _add_text(root, entry)
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _add_text(root: Element, entry: Entry) -> None:
    handle = handle_of(entry)
    text = etree.SubElement(root, rif.TEXT, id=allowed(handle))
    _add_localized(text, rif.TITLE, entry.titles)
    for author in entry.authors:
        _add_author(text, author)
    _add_localized(text, rif.ABSTRACT, entry.abstracts)
    _add(text, rif.DATE, entry.date)
    _add(text, rif.TYPE, entry.kind)
    for language in entry.languages:
        _add(text, rif.LANGUAGE, language)
    _add(text, rif.KEYWORDS, "; ".join(entry.keywords))
    for classification in entry.classifications:
        scheme, _, code = classification.rpartition(":")
        _add(text, rif.CLASSIFICATION, code, **({"scheme": scheme} if scheme else {}))
    for doi in entry.dois:
        _add(text, rif.IDENTIFIER, f"doi:{doi}")
    if entry.id not in (handle, entry.place):
        _add(text, rif.IDENTIFIER, entry.id)
    for url in entry.urls:
        _add(text, rif.DISPLAY_PAGE, url)
    _add_series(text, entry.series, handle)


def _add_author(text: Element, author: Person) -> None:
    person = _path(text, rif.PERSON)
    _add(person, rif.NAME, author.name)
    if author.given:
        _add(person, rif.GIVEN_NAME, author.given)
        _add(person, rif.FAMILY_NAME, author.family)


def _add_series(text: Element, series: Series, handle: str) -> None:
    if any((series.title, series.volume, series.issue, series.first_page, series.issn)):
        serial = etree.SubElement(text, rif.SERIAL)
        _add(serial, rif.JOURNAL_TITLE, series.title)
        _add(serial, rif.JOURNAL_IDENTIFIER, f"issn:{series.issn}" if series.issn else "")
        _add(serial, rif.VOLUME, series.volume)
        _add(serial, rif.ISSUE, series.issue)
        _add(serial, rif.START_PAGE, series.first_page)
        _add(serial, rif.END_PAGE, series.last_page)
    if series.publisher:
        _add(_path(text, rif.PUBLISHER), rif.NAME, series.publisher)
    if match := _SERIES_OF_REPEC.match(handle):
        _path(text, rif.COLLECTION).set("ref", match[0])


def _path(parent: Element, path: str) -> Element:
    for name in re.findall(r"\{[^}]*\}\w+", path):
        parent = etree.SubElement(parent, name)
    return parent


def _add_localized(parent: Element, name: str, texts: Iterable[LocalizedText]) -> None:
    for text in texts:
        _add(parent, name, text.text, **({XML_LANG: text.language} if text.language else {}))


def _add(parent: Element, name: str, text: str, **attributes: str) -> None:
    if text:
        element = etree.SubElement(parent, name, {k: allowed(v) for k, v in attributes.items()})
        element.text = allowed(text)


def read_amf(content: Content) -> Iterator[Entry | Fault]:
    yield from entries_of_rif(rif.parse_rif(content.data))


def entries_of_rif(parsed: rif.Rif) -> Iterator[Entry | Fault]:
    for record, element in zip(parsed.records, parsed.elements, strict=True):
        yield entry_of_rif(record, element)
    for element in parsed.without_handle:
        title = _first(element, rif.TITLE)
        yield Fault(_place(element), "has no id", title=title, word="no handle")


def entry_of_rif(record: Record, text: Element) -> Entry:
    identifiers = [*_all(text, rif.IDENTIFIER), record.handle]
    return Entry(
        id=record.handle,
        titles=tuple(localized(text.iterfind(rif.TITLE))),
        authors=_authors(record, text),
        place=_place(text),
        kind=_first(text, rif.TYPE),
        date=iso_date(_first(text, rif.DATE)),
        languages=cleaned(_all(text, rif.LANGUAGE)),
        abstracts=tuple(localized(text.iterfind(rif.ABSTRACT))),
        keywords=cleaned(word for words in _all(text, rif.KEYWORDS) for word in words.split(";")),
        classifications=tuple(_classifications(text)),
        dois=dois_in(*identifiers),
        urls=urls_in(*_all(text, rif.DISPLAY_PAGE), *_all(text, rif.FILE_URL)),
        series=_series(text),
    )


def localized(elements: Iterable[Element]) -> Iterator[LocalizedText]:
    for element in elements:
        if text := clean(text_of(element)):
            yield LocalizedText(text, language_of(element))


def _authors(record: Record, text: Element) -> tuple[Person, ...]:
    divided: dict[str, Person] = {}
    for person in text.iterfind(rif.PERSON):
        author = Person(_first(person, rif.FAMILY_NAME), _first(person, rif.GIVEN_NAME))
        divided[author.name] = author
    names = filter(None, map(clean, record.names))
    return tuple(divided.get(name, Person(name)) for name in names)


def _series(text: Element) -> Series:
    """Return the journal or series; a collection can have only a title."""
    serial = text.find(rif.SERIAL)
    publisher = _first(text, f"{rif.PUBLISHER}/{rif.NAME}")
    if serial is None:
        return Series(_first(text, f"{rif.COLLECTION}/{rif.TITLE}"), publisher=publisher)
    names = (rif.JOURNAL_TITLE, rif.VOLUME, rif.ISSUE)
    title, volume, issue = (_first(serial, name) for name in names)
    start, end = _first(serial, rif.START_PAGE), _first(serial, rif.END_PAGE)
    issn = _first(serial, rif.JOURNAL_IDENTIFIER).removeprefix("issn:")
    pages = "-".join(filter(None, (start, end)))
    return Series(title, volume, issue, pages, issn, publisher)


def _classifications(text: Element) -> Iterator[str]:
    for element in text.iterfind(rif.CLASSIFICATION):
        scheme, code = clean(element.get("scheme", "")).lower(), clean(text_of(element))
        if code:
            yield f"{scheme}:{code}" if scheme else code


def _all(element: Element, name: str) -> list[str]:
    return [text_of(child) for child in element.iterfind(name)]


def _first(element: Element, name: str) -> str:
    return next(filter(None, map(clean, _all(element, name))), "")


def _place(element: Element) -> str:
    return f"line {element.sourceline}"
