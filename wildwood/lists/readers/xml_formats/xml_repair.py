"""Repair what XML forbids and browsers read: entities of HTML, a bare &, bytes of Windows-1252."""

import codecs
import re
from html.entities import html5

_KNOWN_TO_XML = {b"amp", b"lt", b"gt", b"quot", b"apos"}
_AMPERSAND = re.compile(rb"&(?:([A-Za-z][A-Za-z0-9]{1,31});|(#\d{1,7};|#[xX][0-9A-Fa-f]{1,6};))?")
_CDATA = re.compile(rb"(<!\[CDATA\[.*?\]\]>)", re.DOTALL)
_ENTITIES = "entities of HTML"
_AMPERSANDS = "bare ampersands"
_BYTES = "bytes of Windows-1252"


def repaired(data: bytes, *, is_utf8: bool = True) -> tuple[bytes, tuple[str, ...]]:
    """Return data with repairs, and the names of what was repaired.

    Args:
        data: a part of an XML file.
        is_utf8: whether the file declares UTF-8 or nothing, so that its bytes must be UTF-8.
    """
    names: list[str] = []
    if is_utf8:
        try:
            data.decode()
        except UnicodeDecodeError:
            data = _as_utf8(data)
            names.append(_BYTES)
    parts = _CDATA.split(data)
    for number in range(0, len(parts), 2):  # the others are CDATA, in which & is a letter
        parts[number] = _AMPERSAND.sub(lambda match: _escaped(match, names), parts[number])
    return b"".join(parts), tuple(dict.fromkeys(names))


def _escaped(match: re.Match[bytes], names: list[str]) -> bytes:
    name, number = match.groups()
    if number or name in _KNOWN_TO_XML:
        return match[0]
    text = html5.get(f"{name.decode()};") if name else None
    if text is not None:
        names.append(_ENTITIES)
        return b"".join(b"&#%d;" % ord(letter) for letter in text)
    names.append(_AMPERSANDS)
    return b"&amp;" + match[0][1:]


def _as_utf8(data: bytes) -> bytes:
    """Return data in UTF-8, of which some bytes are Windows-1252; browsers read all as that."""
    return data.decode(errors="cp1252").encode()


def _in_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Read the first byte that is wrong in UTF-8 as Windows-1252."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    end = error.start + 1
    return error.object[error.start : end].decode("cp1252", errors="replace"), end


codecs.register_error("cp1252", _in_windows_1252)
