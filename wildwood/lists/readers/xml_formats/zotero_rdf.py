"""Read Zotero's RDF, in which the journal or book of an item can be a resource of its own."""

from collections.abc import Iterator, Mapping
from typing import Any

from lxml import etree

from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.fields import identified_entry_of
from wildwood.lists.readers.xml_formats.elements import (
    entries_at,
    fields_at,
    root_without_controls,
)
from wildwood.records.entry import Entry
from wildwood.records.identifiers import dois_in, isbn_in, issn_in
from wildwood.safe_xml import Element

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_PLACES = {
    "title": "title",
    "date": "date",
    "language": "language",
    "abstract": "abstract",
    "keywords": "subject/AutomaticTag/value,subject",
    "linked": "identifier,identifier/URI/value",
    "url": "identifier/URI/value",
    "volume": "volume",
    "issue": "number",
    "pages": "pages",
    "publisher": "publisher/Organization/name",
    "kind": "itemType",
    "edition": "edition",
}
_NAME = {"family": "surname", "given": "givenName givenname"}
_NO_PAPERS = frozenset(
    {"Attachment", "Collection", "Journal", "Memo", "Series", "Periodical", "UserItem"}
)


def read_zotero_rdf(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each item; attachments, notes and collections are left out.

    Raises:
        InputError: see `root_of`.
    """
    root = root_without_controls(content)
    about = {key: element for element in root if (key := element.get(f"{_RDF}about")) is not None}
    items = (element for element in root if isinstance(element.tag, str) and _is_item(element))
    yield from entries_at(items, content, lambda item: _entry(item, about))


def _is_item(element: Element) -> bool:
    return etree.QName(element).localname not in _NO_PAPERS and element.find("{*}title") is not None


def _entry(item: Element, about: Mapping[str, Element]) -> Entry:
    fields: dict[str, Any] = dict(fields_at(item, _PLACES))
    linked: list[str] = fields.pop("linked")
    for whole in _wholes(item, about):
        of_whole = fields_at(whole, _PLACES)
        linked += of_whole.pop("linked")
        fields["series"] = fields.get("series") or of_whole["title"]
        for name in ("volume", "issue", "publisher"):
            fields[name] = fields[name] or of_whole[name]
    fields["kind"] = fields["kind"] or [etree.QName(item).localname]
    fields["authors"] = [
        {name: "".join(texts[:1]) for name, texts in fields_at(person, _NAME).items()}
        for role in ("authors", "inventors", "editors")
        for person in item.iterfind(f"{{*}}{role}/{{*}}Seq/{{*}}li/{{*}}Person")
    ]
    fields["doi"] = list(dois_in(*linked))
    fields["issn"] = [issn_in(*(text for text in linked if "ISSN" in text))]
    fields["isbn"] = [isbn_in(" ".join(text for text in linked if "ISBN" in text))]
    key = item.get(f"{_RDF}about", "")
    fields["id"] = [key]
    return identified_entry_of(fields, f"line {item.sourceline}")


def _wholes(item: Element, about: Mapping[str, Element]) -> Iterator[Element]:
    """Yield what an item is part of."""
    for part in item.iterfind("{*}isPartOf"):
        yield from part
        if (key := part.get(f"{_RDF}resource")) in about:
            yield about[str(key)]
