"""Read and write AMF, in the words of "Syntax and Vocabulary of the Academic Metadata Format"."""

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from wildwood.biblio.entry import Entry, LocalizedText, Record, Series
from wildwood.biblio.field_texts import clean, cleaned, iso_date
from wildwood.biblio.identifiers import dois_in, urls_in
from wildwood.biblio.person import Person
from wildwood.kernel.safe_xml import XML_LANG, Element, allowed, language_of, text_of
from wildwood.lists.content import Content, Entries, Fault
from wildwood.nep import rif

_NAMESPACES = {None: rif.NAMESPACE}
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
    root = etree.Element(rif.ROOT, nsmap=_NAMESPACES)
    root.set(_SCHEMA, _SCHEMA_LOCATION)
    for entry in entries:
        _add_text(root, entry)
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _add_text(root: Element, entry: Entry) -> None:
    handle = handle_of(entry)
    text = _path(root, "text")
    text.set("id", allowed(handle))
    _add_localized(text, "title", entry.titles)
    for author in entry.authors:
        person = _path(text, "hasauthor/person")
        _add(person, "name", author.name)
        if author.given:
            _add(person, "givenname", author.given)
            _add(person, "familyname", author.family)
    _add_localized(text, "abstract", entry.abstracts)
    _add(text, "date", entry.date)
    _add(text, "type", entry.kind)
    for language in entry.languages:
        _add(text, "language", language)
    _add(text, "keywords", "; ".join(entry.keywords))
    for classification in entry.classifications:
        scheme, _, code = classification.rpartition(":")
        _add(text, "classification", code, **({"scheme": scheme} if scheme else {}))
    for doi in entry.dois:
        _add(text, "identifier", f"doi:{doi}")
    if entry.id not in (handle, entry.place):
        _add(text, "identifier", entry.id)
    for url in entry.urls:
        _add(text, "displaypage", url)
    _add_series(text, entry.series, handle)


def _add_series(text: Element, series: Series, handle: str) -> None:
    if any((series.title, series.volume, series.issue, series.first_page, series.issn)):
        serial = _path(text, "serial")
        _add(serial, "journaltitle", series.title)
        _add(serial, "journalidentifier", f"issn:{series.issn}" if series.issn else "")
        _add(serial, "volume", series.volume)
        _add(serial, "issue", series.issue)
        _add(serial, "startpage", series.first_page)
        _add(serial, "endpage", series.last_page)
    if series.publisher:
        _add(_path(text, "haspublisher/organization"), "name", series.publisher)
    if match := _SERIES_OF_REPEC.match(handle):
        _path(text, "ispartof/collection").set("ref", match[0])


def _path(parent: Element, path: str) -> Element:
    for name in path.split("/"):
        parent = etree.SubElement(parent, f"{{{rif.NAMESPACE}}}{name}")
    return parent


def _add_localized(parent: Element, name: str, texts: Iterable[LocalizedText]) -> None:
    for text in texts:
        _add(parent, name, text.text, **({XML_LANG: text.language} if text.language else {}))


def _add(parent: Element, name: str, text: str, **attributes: str) -> None:
    if text:
        element = _path(parent, name)
        element.attrib.update({key: allowed(value) for key, value in attributes.items()})
        element.text = allowed(text)


def read_amf(content: Content) -> Entries:
    yield from entries_of_rif(rif.parse_rif(content.data))


def entries_of_rif(parsed: rif.Rif) -> Entries:
    yield from map(entry_of_rif, parsed.records, parsed.elements)
    for element in parsed.without_handle:
        title = _first(element, "title")
        yield Fault(_place(element), "has no id", title=title, word="no handle")


def entry_of_rif(record: Record, text: Element) -> Entry:
    return Entry(
        id=record.handle,
        titles=tuple(localized(_find(text, "title"))),
        authors=_authors(record, text),
        place=_place(text),
        kind=_first(text, "type"),
        date=iso_date(_first(text, "date")),
        languages=cleaned(_all(text, "language")),
        abstracts=tuple(localized(_find(text, "abstract"))),
        keywords=cleaned(word for words in _all(text, "keywords") for word in words.split(";")),
        classifications=tuple(_classifications(text)),
        dois=dois_in(*_all(text, "identifier"), record.handle),
        urls=urls_in(*_all(text, "displaypage"), *_all(text, "file/url")),
        series=_series(text),
    )


def localized(elements: Iterable[Element]) -> Iterator[LocalizedText]:
    for element in elements:
        if text := clean(text_of(element)):
            yield LocalizedText(text, language_of(element))


def _authors(record: Record, text: Element) -> tuple[Person, ...]:
    persons = _find(text, "hasauthor/person")
    authors = (Person(_first(each, "familyname"), _first(each, "givenname")) for each in persons)
    divided = {author.name: author for author in authors}
    names = filter(None, map(clean, record.names))
    return tuple(divided.get(name, Person(name)) for name in names)


def _series(text: Element) -> Series:
    """Return the journal or series; a collection can have only a title."""
    serial = next(_find(text, "serial"), None)
    publisher = _first(text, "haspublisher/organization/name")
    if serial is None:
        return Series(_first(text, "ispartof/collection/title"), publisher=publisher)
    title, volume, issue = (_first(serial, name) for name in ("journaltitle", "volume", "issue"))
    start, end = _first(serial, "startpage"), _first(serial, "endpage")
    issn = _first(serial, "journalidentifier").removeprefix("issn:")
    return Series(title, volume, issue, "-".join(filter(None, (start, end))), issn, publisher)


def _classifications(text: Element) -> Iterator[str]:
    for element in _find(text, "classification"):
        scheme, code = clean(element.get("scheme", "")).lower(), clean(text_of(element))
        if code:
            yield f"{scheme}:{code}" if scheme else code


def _find(element: Element, path: str) -> Iterator[Element]:
    return element.iterfind(path, _NAMESPACES)


def _all(element: Element, path: str) -> list[str]:
    return list(map(text_of, _find(element, path)))


def _first(element: Element, name: str) -> str:
    return next(filter(None, map(clean, _all(element, name))), "")


def _place(element: Element) -> str:
    return f"line {element.sourceline}"
