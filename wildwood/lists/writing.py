"""Write a list again, in whole or in part, as RIS or BibTeX."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from wildwood.lists.encodings import BYTE_ORDER_MARK
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList
from wildwood.records import as_bibtex, as_ris
from wildwood.records.entry import Entry, EntrySpan


class _Writer(NamedTuple):
    """How a format is written."""

    made: Callable[[Entry, str], str]
    """Returns an entry with a note, which can be empty."""
    insertion: Callable[[str, str], tuple[int, str]]
    """Returns where a note goes into an entry as it is written, and what is inserted."""
    additions: Callable[[str, Entry], Iterable[tuple[int, str]]]
    """Returns the same for what an entry gets from another, in the order of the places."""


_WRITERS: Mapping[Format, _Writer] = {
    Format.RIS: _Writer(as_ris.as_ris, as_ris.insertion, as_ris.additions),
    Format.BIBTEX: _Writer(as_bibtex.as_bibtex, as_bibtex.insertion, as_bibtex.additions),
}
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_BLANK_REST = re.compile(r"[^\S\r\n]*(?:\r\n|\r|\n|\Z)\s*")
"""The rest of a line, and the blank lines behind it."""


def list_as(
    target: Format,
    read: ReadList,
    entries: Iterable[Entry],
    notes: Mapping[str, str] | None = None,
    gains: Mapping[str, Entry] | None = None,
) -> str:
    """Return entries of a list as RIS or BibTeX.

    Of a list that is in this format already, everything else stays as it is, too: comments,
    macros, and records that could not be read.

    Args:
        target: the format to write.
        read: the list that the entries are of.
        entries: all of its entries, or some.
        notes: a note for each handle whose entry is to have one.
        gains: what entries get from others, by handle.
    """
    writer, noted, gained = _WRITERS[target], notes or {}, gains or {}
    if read.format is target and read.original:
        staying = {entry.handle for entry in entries}
        return "".join(_in_place(writer, read, staying, _Added(noted, gained)))
    whole = (
        entry.joined(gained[entry.handle]) if entry.handle in gained else entry for entry in entries
    )
    return "\n".join(writer.made(entry, noted.get(entry.handle, "")) for entry in whole)


def joined_lists(texts: Iterable[str]) -> str:
    """Return lists of one format as one."""
    first, *others = texts
    for text in others:
        first += "\n" * (not first.endswith(("\n", "\r"))) + text.removeprefix(BYTE_ORDER_MARK)
    return first


class _Added(NamedTuple):
    """What is added to entries, by handle."""

    notes: Mapping[str, str]
    gains: Mapping[str, Entry]

    def to(self, handle: str, text: str, writer: _Writer) -> Iterator[tuple[int, str]]:
        """Yield where something goes into an entry as it is written, and what."""
        if handle in self.gains:
            yield from writer.additions(text, self.gains[handle])
        if note := self.notes.get(handle):
            yield writer.insertion(text, note)


def _in_place(writer: _Writer, read: ReadList, staying: set[str], added: _Added) -> Iterator[str]:
    """Yield the pieces of a list whose entries are left out or added to."""
    text, position = read.original, 0
    places = _Places(text)
    first_break = _LINE_BREAK.search(text)
    line_break = first_break[0] if first_break else "\n"
    for entry in read.entries:
        if entry.span is None:
            continue
        span = EntrySpan(*map(places.original, entry.span))
        if entry.handle not in staying:
            yield text[position : span.start]
            rest = _BLANK_REST.match(text, span.end)
            position = rest.end() if rest else span.end
            continue
        for place, addition in added.to(entry.handle, text[slice(*span)], writer):
            yield text[position : span.start + place] + addition.replace("\n", line_break)
            position = span.start + place
    yield text[position:]


class _Places:
    """Finds places of a text in the original, with its byte order mark and longer line breaks."""

    def __init__(self, original: str) -> None:
        self._before = len(BYTE_ORDER_MARK) if original.startswith(BYTE_ORDER_MARK) else 0
        self._long_breaks = [
            found.start() - self._before - number
            for number, found in enumerate(re.finditer("\r\n", original))
        ]

    def original(self, place: int) -> int:
        """Return the place in the original."""
        return self._before + place + bisect_left(self._long_breaks, place)
