"""Read CSL-JSON, which Zotero, citation processors and Crossref write."""

import re
from collections.abc import Mapping
from typing import Any

from wildwood.lists.fields import texts_of
from wildwood.model import LocalizedText
from wildwood.names.listed import author_in
from wildwood.names.person import Person
from wildwood.records.dates import iso_date
from wildwood.records.entry import Entry, Series
from wildwood.records.field_text import (
    clean,
    cleaned,
    dois_in,
    isbn_in,
    localized,
    pmid_in,
    urls_in,
)

_MARKUP = re.compile(r"</?(?:i|b|sub|sup|sc|span)\b[^<>]*>", re.IGNORECASE)
"""The markup that CSL-JSON allows in titles."""
_LIST = re.compile(r"\s*[,;]\s*")
_DATES = ("issued", "published", "published-print", "published-online", "original-date")


def is_csl(value: Mapping[str, Any]) -> bool:
    """Return whether an object is an item of CSL-JSON, not one with usual names of fields."""
    return "authors" not in value and not isinstance(value.get("author"), str)


def entry_of_csl(item: Mapping[str, Any], place: str) -> Entry:
    """Make an entry from an item of CSL-JSON."""
    linked = [_first(item, "DOI"), _first(item, "URL")]
    language = _first(item, "language")
    return Entry(
        id=_first(item, "id", "citation-key", "DOI"),
        titles=_titles(item.get("title")),
        authors=_authors(item.get("author")) or _authors(item.get("editor")),
        place=place,
        kind=_first(item, "type"),
        date=next(filter(None, (_date(item.get(name)) for name in _DATES)), ""),
        languages=cleaned([language]),
        abstracts=localized([_first(item, "abstract")]),
        keywords=cleaned(_LIST.split(_first(item, "keyword"))),
        dois=dois_in(*linked),
        pmid=_first(item, "PMID") or pmid_in(*linked),
        edition=_first(item, "edition"),
        urls=urls_in(*linked),
        series=Series(
            _first(item, "container-title", "collection-title"),
            _first(item, "volume"),
            _first(item, "issue", "number", "collection-number"),
            _first(item, "page").replace("\N{EN DASH}", "-"),
            _first(item, "ISSN"),
            _first(item, "publisher"),
            isbn_in(_first(item, "ISBN")),
        ),
        notes=cleaned([_first(item, "note")]),
    )


def _titles(value: object) -> tuple[LocalizedText, ...]:
    if isinstance(value, list):
        value = next(iter(value), None)
    texts = (one._replace(text=clean(_MARKUP.sub("", one.text))) for one in texts_of(value))
    return tuple(one for one in texts if one.text)


def _first(item: Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = item.get(name)
        if isinstance(value, list):
            value = next(iter(value), None)
        if isinstance(value, str | int | float) and (text := clean(value)):
            return text
    return ""


def _authors(names: object) -> tuple[Person, ...]:
    if not isinstance(names, list):
        return ()
    return tuple(author for name in names for author in _author(name) if author.family)


def _author(name: object) -> tuple[Person, ...]:
    if not isinstance(name, Mapping):
        return author_in(clean(name))
    family = [_first(name, part) for part in ("dropping-particle", "non-dropping-particle")]
    family += [_first(name, "family"), _first(name, "suffix")]
    given = _first(name, "given")
    whole = " ".join(filter(None, family))
    if not whole:
        return (Person(_first(name, "literal", "name") or given),)
    return (Person(whole, given),)


def _date(value: object) -> str:
    """Return the first date of a date variable."""
    if not isinstance(value, Mapping):
        return iso_date(clean(value))
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        return iso_date("-".join(clean(part) for part in parts[0]))
    return iso_date(_first(value, "raw", "literal"))
