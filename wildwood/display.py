"""Text from papers and files, made safe to show on a terminal or in a list."""

from collections.abc import Sequence

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""The characters with the property Bidi_Control (Unicode 15, PropList)."""

_PRINTABLE = {
    **dict.fromkeys((*_CONTROLS, *_BIDI), "\N{REPLACEMENT CHARACTER}"),
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " "),
}
_MAX_LISTED = 5
_MAX_CHARACTERS = 100
"""Longest excerpt of a file that a message repeats."""


def printable(text: str) -> str:
    """Replace control and bidirectional characters, so that text cannot steer a terminal."""
    return text.translate(_PRINTABLE)


def counted(number: int, noun: str) -> str:
    """Put a number before a noun, in the plural if it is not 1."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def listed(items: Sequence[object], more_at: str = "") -> str:
    """List the first five items and the number of the others.

    Args:
        items: what to list.
        more_at: where the others can be seen, such as "(see wildwood status)".
    """
    first = ", ".join(map(str, items[:_MAX_LISTED]))
    others = len(items) - _MAX_LISTED
    return f"{first} and {others:,} more {more_at}".rstrip() if others > 0 else first


def one_line(text: str) -> str:
    """Collapse white space, replace lone surrogates with `?`, and make the text printable."""
    encodable = text.encode(errors="replace").decode()
    return printable(" ".join(encodable.split()))


def clipped(text: str) -> str:
    """Cut text off after 100 characters and make it printable."""
    return printable(text if len(text) <= _MAX_CHARACTERS else text[:_MAX_CHARACTERS] + "…")


def quoted(text: str) -> str:
    """Clip text and put it in quotes, for a title or a handle in a message."""
    return repr(clipped(text))
