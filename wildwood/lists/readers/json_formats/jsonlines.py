"""Read JSON lines: an object with named fields in each line."""

import json
from collections.abc import Iterator
from dataclasses import replace

from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.fields import entry_of, unread_title
from wildwood.lists.readers.json_formats.services import entries_of_service
from wildwood.records.entry import Entry, EntrySpan


def read_json_lines(content: Content) -> Iterator[Entry | Fault]:
    """Yield the entry of each line that is not blank."""
    start = 0
    for number, line in enumerate(content.text.split("\n"), 1):
        for one in _read(line, f"line {number}"):
            if content.details and isinstance(one, Entry):
                yield replace(one, span=EntrySpan(start, start + len(line.rstrip())))
            else:
                yield one
        start += len(line) + 1


def _read(line: str, place: str) -> Iterator[Entry | Fault]:
    if not line.strip():
        return
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        yield Fault(place, "is not JSON")
        return
    if not isinstance(fields, dict):
        yield Fault(place, 'is not an object such as {"id": …, "title": …, "authors": …}')
        return
    entries = entries_of_service(fields, place)
    if entries is None:
        entry = entry_of(fields, place)
        yield unread_title(fields, entry) or entry
    else:
        yield from entries
