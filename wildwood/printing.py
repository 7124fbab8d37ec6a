"""What papers and files say, made fit for a line on a terminal or in a list."""

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""The characters with the property Bidi_Control (Unicode 15, PropList)."""

_PLAIN = {
    **dict.fromkeys((*_CONTROLS, *_BIDI), "\N{REPLACEMENT CHARACTER}"),
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " "),
}


def plain(line: str) -> str:
    """A line in which nothing steers the terminal or turns the order of what is shown."""
    return line.translate(_PLAIN)


def one_line(text: str) -> str:
    """The same of a text, its white space folded, and a question mark for half a character."""
    whole = text.encode(errors="replace").decode()
    return plain(" ".join(whole.split()))
