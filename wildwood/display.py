"""Text from papers and files, made safe to show on a terminal or in a list."""

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""The characters with the property Bidi_Control (Unicode 15, PropList)."""

_PRINTABLE = {
    **dict.fromkeys((*_CONTROLS, *_BIDI), "\N{REPLACEMENT CHARACTER}"),
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " "),
}
_MAX_CHARACTERS = 100
"""Longest excerpt of a file that a message repeats."""


def printable(text: str) -> str:
    """Replace control and bidirectional characters, so that text cannot steer a terminal."""
    return text.translate(_PRINTABLE)


def counted(number: int, noun: str) -> str:
    """Put a number before a noun, in the plural if it is not 1."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


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
