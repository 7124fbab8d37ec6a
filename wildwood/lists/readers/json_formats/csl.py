"""Read CSL-JSON, which Zotero and citation processors export, and other JSON with objects."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.fields import entry_of, texts_of, unread_title
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

_BETWEEN = re.compile(r"[\s,\]]*")
_MARKUP = re.compile(r"</?(?:i|b|sub|sup|sc|span)\b[^<>]*>", re.IGNORECASE)
"""The markup that CSL-JSON allows in titles."""
_LIST = re.compile(r"\s*[,;]\s*")
_DATES = ("issued", "published", "published-print", "published-online", "original-date")
_decoder = json.JSONDecoder()


class _Item(NamedTuple):
    place: str
    value: Any


def read_csl(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each object of an array, of the `items` in an object, or of a sequence."""
    for item in _items(content.text):
        if isinstance(item, Fault):
            yield item
        elif not isinstance(item.value, Mapping):
            yield Fault(item.place, "is not an object")
        else:
            is_csl = "authors" not in item.value and not isinstance(item.value.get("author"), str)
            entry = (_entry if is_csl else entry_of)(item.value, item.place)
            yield unread_title(item.value, entry) or entry


def _items(text: str) -> Iterator[_Item | Fault]:
    """Decode the values of an array or a sequence one by one, up to the first that is broken."""
    position = len(text) - len(text.lstrip("\ufeff \t\n"))
    position += text.startswith("[", position)
    line, counted_to = 1, 0
    while True:
        position = _end_of(_BETWEEN, text, position)
        if position == len(text):
            return
        line += text.count("\n", counted_to, position)
        counted_to = position
        place = f"line {line}"
        try:
            value, end = _decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            yield Fault(place, "is not JSON, so nothing from there on is read")
            return
        within = _list_within(value)
        if within is None:
            yield _Item(place, value)
        else:
            yield from (_Item(f"record {number}", one) for number, one in enumerate(within, 1))
        position = end


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    found = pattern.match(text, position)
    return found.end() if found else position


def _list_within(value: object) -> Iterable[Any] | None:
    """Return the items that an answer of Zotero's or Crossref's service wraps."""
    if isinstance(value, Mapping):
        for wrapper in (value, value.get("message")):
            if isinstance(wrapper, Mapping) and isinstance(wrapper.get("items"), list):
                items: list[Any] = wrapper["items"]
                return items
    return None


def _entry(item: Mapping[str, Any], place: str) -> Entry:
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
