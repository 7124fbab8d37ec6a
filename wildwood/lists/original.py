"""The bytes of a list, of which parts are left out and to which others are added."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from wildwood.lists.content import Content
from wildwood.lists.encodings import utf_8_text
from wildwood.records.entry import EntrySpan

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_BYTE_ORDER_MARK = "\ufeff".encode()
_WIDE = ("utf-16", "utf-32")
"""How the names of codecs begin in which ASCII is not a byte."""


class Edit(NamedTuple):
    """A part of a list that is left out, and the text that is there instead."""

    start: int
    end: int
    text: str = ""


@dataclass(frozen=True)
class Original:
    """A list as it was read, with the text in which its entries have places."""

    data: bytes
    """UTF-8 in the place of UTF-16 and UTF-32, but not in XML."""
    text: str
    """With line feeds at the ends of its lines; bytes, each as a character, of other than text."""
    codec: str
    """Of what is added."""
    is_text: bool = True
    final_codec: str = ""
    """That of the file, if it is not the one of `data`."""

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the file with these edits, which must be in order and not overlap.

        What is added has the line breaks of the file. If its encoding lacks a character that is
        added, all of the file becomes UTF-8.
        """
        edits = list(edits)
        try:
            added = [self._encoded(edit.text) for edit in edits]
        except UnicodeEncodeError:
            return self.in_utf_8.edited(edits)
        places = [place for edit in edits for place in edit[:2]]
        ends = [0, *(self._bytes_before(places) if self.is_text else places)]
        pieces = [
            self.data[start:end] + new
            for start, end, new in zip(ends[::2], ends[1::2], added, strict=False)
        ]
        data = b"".join([*pieces, self.data[ends[-1] :]])
        return data.decode().encode(self.final_codec) if self.final_codec else data

    def part(self, span: EntrySpan) -> str:
        """Return the text of an entry."""
        text = self.text[slice(*span)]
        return text if self.is_text else text.encode("latin-1").decode(errors="replace")

    @cached_property
    def in_utf_8(self) -> "Original":
        """The same list in UTF-8, if it is text."""
        if not self.is_text or _is_utf_8(self.data):
            return replace(self, final_codec="")
        mark = _BYTE_ORDER_MARK * self.data.startswith(_BYTE_ORDER_MARK)
        data = mark + self.text.replace("\n", self._line_break).encode()
        return replace(self, data=data, codec="utf-8")

    @cached_property
    def _line_break(self) -> str:
        found = _LINE_BREAK.search(self.data[: 1 << 20].decode("latin-1"))
        return found[0] if found else "\n"

    def _encoded(self, text: str) -> bytes:
        errors = "strict" if self.is_text else "xmlcharrefreplace"
        return text.replace("\n", self._line_break).encode(self.codec, errors)

    def _bytes_before(self, places: Sequence[int]) -> Iterator[int]:
        """Yield how many bytes of the file are before each place of the text, in their order.

        A line that is not UTF-8 has a byte for each character.
        """
        lines = _LINE.finditer(self.data)
        line, end = next(lines), self.text.find("\n")
        character, byte = 0, len(_BYTE_ORDER_MARK) * self.data.startswith(_BYTE_ORDER_MARK)
        is_utf_8 = _is_utf_8(line[0])
        for place in places:
            if -1 < end < place:
                while -1 < end < place:
                    line, character = next(lines), end + 1
                    end = self.text.find("\n", character)
                byte, is_utf_8 = line.start(), _is_utf_8(line[0])
            piece = self.text[character:place]
            byte += len(piece.encode()) if is_utf_8 else len(piece)
            character = place
            yield byte


def _is_utf_8(line: bytes) -> bool:
    return utf_8_text(line) is not None


def original_text(content: Content) -> Original:
    """Return a list that is text."""
    decoded = content.decoded
    if not decoded.codec.startswith(_WIDE):
        return Original(content.data, content.text, decoded.codec)
    data = decoded.original.encode(errors="replace")
    return Original(data, content.text, "utf-8", final_codec=decoded.codec)


def original_bytes(content: Content) -> Original:
    """Return a list that is XML or binary."""
    return Original(content.data, content.data.decode("latin-1"), "ascii", is_text=False)
