"""Read JSON values: arrays of records, answers of services, and sequences of them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.fields import entry_of, unread_title
from wildwood.lists.readers.json_formats.csl import entry_of_csl
from wildwood.lists.readers.json_formats.services import entries_of_service
from wildwood.records.entry import Entry

_BETWEEN = re.compile(r"[\s,\]]*")
_WRAPPERS = (
    ("items",), ("message", "items"), ("results",), ("resultList", "result"), ("data",), ("hits",),
    ("message",),
)  # fmt: skip
"""Where the answers of services have their records."""
_decoder = json.JSONDecoder()


class _Item(NamedTuple):
    place: str
    value: Any


def read_json(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each object of an array, an answer or a sequence."""
    for item in _items(content.text):
        if isinstance(item, Fault):
            yield item
        elif not isinstance(item.value, Mapping):
            yield Fault(item.place, "is not an object")
        else:
            yield from _entries(item.value, item.place)


def _entries(value: Mapping[str, Any], place: str) -> Iterator[Entry | Fault]:
    """Yield the entry of an object: of a service, in CSL-JSON, or with usual names of fields."""
    entries = entries_of_service(value, place)
    if entries is not None:
        yield from entries
        return
    is_csl = "authors" not in value and not isinstance(value.get("author"), str)
    entry = (entry_of_csl if is_csl else entry_of)(value, place)
    yield unread_title(value, entry) or entry


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
    """Return the records that an answer of a service wraps; None if it wraps none."""
    for path in _WRAPPERS:
        found = value
        for step in path:
            found = found.get(step) if isinstance(found, Mapping) else None
        if isinstance(found, list):
            return found
        if isinstance(found, Mapping) and ("DOI" in found or "attributes" in found):
            return [found]
    return None
