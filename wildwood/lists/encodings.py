"""Find the encoding of a text file by its bytes."""

import codecs
import re
from typing import NamedTuple

BYTE_ORDER_MARK = "\ufeff"
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: ("utf-8", "UTF-8"),
    codecs.BOM_UTF32_LE: ("utf-32-le", "UTF-32"),
    codecs.BOM_UTF32_BE: ("utf-32-be", "UTF-32"),
    codecs.BOM_UTF16_LE: ("utf-16-le", "UTF-16"),
    codecs.BOM_UTF16_BE: ("utf-16-be", "UTF-16"),
}
"""UTF-32 goes before UTF-16, whose mark its own begins with."""
_WITHOUT_MARK = {
    re.compile(rb"(?:[\x01-\x7f]\x00){2}"): ("utf-16-le", "UTF-16"),
    re.compile(rb"(?:\x00[\x01-\x7f]){2}"): ("utf-16-be", "UTF-16"),
}
"""ASCII characters in UTF-16, as every format of lists begins with."""
_CP1252 = re.compile(rb"[\x80-\x9f]")
"""Bytes that are punctuation in Windows-1252 and control characters in Latin-1."""


class Decoded(NamedTuple):
    """The text of a file, and the name of its encoding for a message."""

    text: str
    encoding: str
    mark: str = ""
    """The byte order mark before the text, or an empty text."""

    @property
    def original(self) -> str:
        """The text with its byte order mark."""
        return self.mark + self.text


def decoded(data: bytes) -> Decoded:
    """Decode a file: UTF-8, UTF-16 or UTF-32, else Windows-1252 or Latin-1.

    Files are put together from several sources. So a line that is not UTF-8 in a file that
    otherwise has UTF-8 is decoded by itself.
    """
    for mark, (codec, name) in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return _in(codec, name, data[len(mark) :])._replace(mark=BYTE_ORDER_MARK)
    for pattern, (codec, name) in _WITHOUT_MARK.items():
        if pattern.match(data):
            return _in(codec, name, data)
    try:
        return Decoded(data.decode(), "UTF-8")
    except UnicodeDecodeError:
        return _by_lines(data)


def _in(codec: str, name: str, data: bytes) -> Decoded:
    if codec == "utf-8":
        try:
            return Decoded(data.decode(), name)
        except UnicodeDecodeError:
            return _by_lines(data)
    return Decoded(data.decode(codec, "replace"), name)


def _by_lines(data: bytes) -> Decoded:
    single_byte = "Windows-1252" if _CP1252.search(data) else "Latin-1"
    lines: list[str] = []
    has_utf_8 = False
    for line in data.splitlines(keepends=True):
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = _from_single_bytes(line)
        else:
            has_utf_8 = has_utf_8 or not line.isascii()
        lines.append(text)
    encoding = f"UTF-8, in part {single_byte}" if has_utf_8 else single_byte
    return Decoded("".join(lines), encoding)


def _from_single_bytes(line: bytes) -> str:
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:  # five of its bytes are undefined
        return line.decode("latin-1")
