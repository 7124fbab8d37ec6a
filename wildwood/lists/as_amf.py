"""Write entries as AMF, in the words of "Syntax and Vocabulary of the Academic Metadata Format"."""

import re
from collections.abc import Iterable

from lxml import etree

from wildwood.model import LocalizedText
from wildwood.names.person import Person
from wildwood.records.entry import Entry, Series
from wildwood.rif import amf
from wildwood.safe_xml import XML_LANG, Element, allowed

_SCHEMA = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"
_SCHEMA_LOCATION = "http://amf.openlib.org http://amf.openlib.org/2001/amf.xsd"
_REPEC = re.compile(r"(?:oai:)?(RePEc:\S+)", re.IGNORECASE)
_SERIES_OF_REPEC = re.compile(r"RePEc:\w+:\w+(?=:)")


def handle_of(entry: Entry) -> str:
    """Return the handle of an entry: its RePEc handle, else its DOI, else its id.

    It is empty if the entry has only its place in the list, which changes with the list.
    """
    if found := _REPEC.fullmatch(entry.id):
        return found[1]
    if entry.dois:
        return f"doi:{entry.dois[0].lower()}"
    return "" if entry.id == entry.place else entry.handle


def as_amf(entries: Iterable[Entry]) -> bytes:
    """Return a rif of entries."""
    root = etree.Element(amf.ROOT, nsmap={None: amf.ROOT[1:].partition("}")[0]})
    root.set(_SCHEMA, _SCHEMA_LOCATION)
    for entry in entries:
        _add_text(root, entry)
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _add_text(root: Element, entry: Entry) -> None:
    handle = handle_of(entry)
    text = etree.SubElement(root, amf.TEXT, id=allowed(handle))
    _add_localized(text, amf.TITLE, entry.titles)
    for author in entry.authors:
        _add_author(text, author)
    _add_localized(text, amf.ABSTRACT, entry.abstracts)
    _add(text, amf.DATE, entry.date)
    _add(text, amf.TYPE, entry.kind)
    for language in entry.languages:
        _add(text, amf.LANGUAGE, language)
    _add(text, amf.KEYWORDS, "; ".join(entry.keywords))
    for one in entry.classifications:
        scheme, _, code = one.rpartition(":")
        _add(text, amf.CLASSIFICATION, code, **({"scheme": scheme} if scheme else {}))
    for doi in entry.dois:
        _add(text, amf.IDENTIFIER, f"doi:{doi}")
    if entry.id not in (handle, entry.place):
        _add(text, amf.IDENTIFIER, entry.id)
    for url in entry.urls:
        _add(text, amf.DISPLAY_PAGE, url)
    _add_series(text, entry.series, handle)


def _add_author(text: Element, author: Person) -> None:
    person = _path(text, amf.PERSON)
    _add(person, amf.NAME, author.name)
    if author.given:
        _add(person, amf.GIVEN_NAME, author.given)
        _add(person, amf.FAMILY_NAME, author.family)


def _add_series(text: Element, series: Series, handle: str) -> None:
    """Add the journal or series as a serial, and the series of a RePEc handle as a collection."""
    if any((series.title, series.volume, series.issue, series.first_page, series.issn)):
        serial = etree.SubElement(text, amf.SERIAL)
        _add(serial, amf.JOURNAL_TITLE, series.title)
        _add(serial, amf.JOURNAL_IDENTIFIER, f"issn:{series.issn}" if series.issn else "")
        _add(serial, amf.VOLUME, series.volume)
        _add(serial, amf.ISSUE, series.issue)
        _add(serial, amf.START_PAGE, series.first_page)
        _add(serial, amf.END_PAGE, series.last_page)
    if series.publisher:
        _add(_path(text, amf.PUBLISHER), amf.NAME, series.publisher)
    if found := _SERIES_OF_REPEC.match(handle):
        _path(text, amf.COLLECTION).set("ref", found[0])


def _path(parent: Element, path: str) -> Element:
    """Add the elements of a path, each in the one before, and return the last."""
    for name in re.findall(r"\{[^}]*\}\w+", path):
        parent = etree.SubElement(parent, name)
    return parent


def _add_localized(parent: Element, name: str, texts: Iterable[LocalizedText]) -> None:
    for text in texts:
        _add(parent, name, text.text, **({XML_LANG: text.language} if text.language else {}))


def _add(parent: Element, name: str, text: str, **attributes: str) -> None:
    if text:
        etree.SubElement(
            parent, name, {k: allowed(v) for k, v in attributes.items()}
        ).text = allowed(text)
