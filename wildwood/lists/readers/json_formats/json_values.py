"""Read JSON: arrays of records, answers of services, sequences of them, and lines of objects."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any, NamedTuple

from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.fields import entry_of, unread_title
from wildwood.lists.readers.json_formats.csl import entry_of_csl, is_csl
from wildwood.lists.readers.json_formats.services import entries_of_service
from wildwood.records.entry import Entry, EntrySpan

_BETWEEN = re.compile(r"[\s,\]]*")
_COMMA = re.compile(r"\s*,?\s*")
_COLON = re.compile(r"\s*:\s*")
_WRAPPERS = (
    ("items",), ("message", "items"), ("results",), ("resultList", "result"), ("data",), ("hits",),
    ("message",),
)  # fmt: skip
"""Where the answers of services have their records."""
_decoder = json.JSONDecoder()


class _Item(NamedTuple):
    place: str
    value: Any
    span: EntrySpan | None


def read_json(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each object of an array, an answer or a sequence."""
    for item in _items(content.text):
        if isinstance(item, Fault):
            yield item
        elif not isinstance(item.value, Mapping):
            yield Fault(item.place, "is not an object")
        else:
            made = entry_of_csl if is_csl(item.value) else entry_of
            for one in _entries(item.value, item.place, made):
                yield one if isinstance(one, Fault) else replace(one, span=item.span)


def _entries(
    value: Mapping[str, Any], place: str, made: Callable[[Mapping[str, Any], str], Entry]
) -> Iterator[Entry | Fault]:
    """Yield the entry of an object: that of a service, or else the one that is made of it."""
    entries = entries_of_service(value, place)
    if entries is not None:
        yield from entries
        return
    entry = made(value, place)
    yield unread_title(value, entry) or entry


def read_json_lines(content: Content) -> Iterator[Entry | Fault]:
    """Yield the entry of each line that is not blank: an object with usual names of fields."""
    start = 0
    for number, line in enumerate(content.text.split("\n"), 1):
        for one in _entries_of_line(line, f"line {number}"):
            if isinstance(one, Entry):
                yield replace(one, span=EntrySpan(start, start + len(line.rstrip())))
            else:
                yield one
        start += len(line) + 1


def _entries_of_line(line: str, place: str) -> Iterator[Entry | Fault]:
    if not line.strip():
        return
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        yield Fault(place, "is not JSON")
        return
    if isinstance(value, Mapping):
        yield from _entries(value, place, entry_of)
    else:
        yield Fault(place, 'is not an object such as {"id": …, "title": …, "authors": …}')


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
            yield _Item(place, value, EntrySpan(position, end))
        else:
            path, records = within
            spans = _spans_within(text, position, path)
            for number, (one, span) in enumerate(zip(records, spans, strict=False), 1):
                yield _Item(f"record {number}", one, span)
        position = end


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    found = pattern.match(text, position)
    return found.end() if found else position


def _list_within(value: object) -> tuple[tuple[str, ...], Sequence[Any]] | None:
    """Return the records that an answer of a service wraps, and where; None if it wraps none."""
    for path in _WRAPPERS:
        found = value
        for step in path:
            found = found.get(step) if isinstance(found, Mapping) else None
        if isinstance(found, list):
            return path, found
        if isinstance(found, Mapping) and ("DOI" in found or "attributes" in found):
            return path, [found]
    return None


def _spans_within(text: str, position: int, path: Iterable[str]) -> Iterator[EntrySpan | None]:
    """Yield the spans of the items of a list within an object; then None without end.

    Args:
        text: the text, which has been decoded once.
        position: that of the object.
        path: the names of the members that lead to the list.
    """
    for name in path:
        position = last_member(text, position, name).start
    if text[position] == "[":
        position = _end_of(_BETWEEN, text, position + 1)
        while text[position : position + 1] not in ("]", ""):
            _, end = _decoder.raw_decode(text, position)
            yield EntrySpan(position, end)
            position = _end_of(_COMMA, text, end)
    yield from repeat(None)


def last_member(text: str, position: int, name: str) -> EntrySpan:
    """Return the span of the value of a member, which is the last if several have its name.

    Args:
        text: the text.
        position: that of the object in it.
        name: the name of the member.
    """
    found = EntrySpan(position, position)
    position = _end_of(_COMMA, text, position + 1)
    while text[position : position + 1] == '"':
        key, end = _decoder.raw_decode(text, position)
        start = _end_of(_COLON, text, end)
        _, position = _decoder.raw_decode(text, start)
        found = EntrySpan(start, position) if key == name else found
        position = _end_of(_COMMA, text, position)
    return found
