"""Read CSL-JSON, which Zotero, citation processors and Crossref write."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from wildwood.lists.fields import entry_of, texts_of
from wildwood.model import LocalizedText
from wildwood.names.person import Person
from wildwood.records.dates import iso_date
from wildwood.records.entry import Entry
from wildwood.records.field_text import clean

_PLACES = {
    "id": "id citation-key DOI", "kind": "type", "language": "language", "abstract": "abstract",
    "keywords": "keyword", "doi": "DOI", "url": "URL", "pmid": "PMID", "edition": "edition version",
    "chapter": "chapter-number", "pmcid": "PMCID",
    "series": "container-title collection-title", "volume": "volume",
    "issue": "issue number collection-number", "pages": "page", "issn": "ISSN", "isbn": "ISBN",
    "publisher": "publisher", "note": "note",
}  # fmt: skip
"""Where an item has each field, the best first."""
_DATES = ("issued", "published", "published-print", "published-online", "original-date")
_MARKUP = re.compile(r"</?(?:i|b|sub|sup|sc|span)\b[^<>]*>", re.IGNORECASE)
"""The markup that CSL-JSON allows in titles."""
_LIST = re.compile(r"\s*[,;]\s*")


def is_csl(value: Mapping[str, Any]) -> bool:
    """Return whether an object is an item of CSL-JSON, not one with usual names of fields."""
    return "authors" not in value and not isinstance(value.get("author"), str)


def entry_of_csl(item: Mapping[str, Any], place: str) -> Entry:
    """Make an entry from an item of CSL-JSON."""
    fields: dict[str, Any] = {
        name: _first(item, *places.split()) for name, places in _PLACES.items()
    }
    fields["title"] = list(_titles(item.get("title")))
    fields["authors"] = list(_authors(item.get("author"))) or list(_authors(item.get("editor")))
    fields["date"] = next(filter(None, (iso_date(_date(item.get(name))) for name in _DATES)), "")
    fields["keywords"] = _LIST.split(fields["keywords"])
    fields["pages"] = fields["pages"].replace("\N{EN DASH}", "-")
    return entry_of({name: value for name, value in fields.items() if value}, place)


def _first(item: Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = item.get(name)
        if isinstance(value, list):
            value = next(iter(value), None)
        if isinstance(value, str | int | float) and (text := clean(value)):
            return text
    return ""


def _titles(value: object) -> Iterator[LocalizedText]:
    if isinstance(value, list):
        value = next(iter(value), None)
    for one in texts_of(value):
        if text := clean(_MARKUP.sub("", one.text)):
            yield one._replace(text=text)


def _authors(names: object) -> Iterator[Person | str]:
    for name in names if isinstance(names, list) else ():
        if not isinstance(name, Mapping):
            yield clean(name)
            continue
        given = _first(name, "given")
        parts = ("dropping-particle", "non-dropping-particle", "family", "suffix")
        if family := " ".join(filter(None, (_first(name, part) for part in parts))):
            yield Person(family, given)
        elif whole := _first(name, "literal", "name") or given:
            yield Person(whole)


def _date(value: object) -> str:
    """Return the first date of a date variable."""
    if not isinstance(value, Mapping):
        return clean(value)
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        return "-".join(map(clean, parts[0]))
    return _first(value, "raw", "literal")
