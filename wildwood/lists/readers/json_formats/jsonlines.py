"""Read JSON lines: an object with named fields in each line."""

import json
from collections.abc import Iterator

from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.fields import entry_of, unread_title
from wildwood.lists.readers.json_formats.services import entries_of_service
from wildwood.records.entry import Entry


def read_json_lines(content: Content) -> Iterator[Entry | Fault]:
    """Yield the entry of each line that is not blank."""
    for number, line in enumerate(content.text.split("\n"), 1):
        if not line.strip():
            continue
        place = f"line {number}"
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            yield Fault(place, "is not JSON")
            continue
        if isinstance(fields, dict):
            entries = entries_of_service(fields, place)
            if entries is None:
                entry = entry_of(fields, place)
                yield unread_title(fields, entry) or entry
            else:
                yield from entries
        else:
            yield Fault(place, 'is not an object such as {"id": …, "title": …, "authors": …}')
