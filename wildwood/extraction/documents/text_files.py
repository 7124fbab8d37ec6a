"""Read the lines of a plain text."""

import codecs

from wildwood.extraction.extracted import Line

_TAB_WIDTH = 8


def read(content: bytes) -> list[Line]:
    """Return the lines of a text that are not blank; a form feed begins a page."""
    lines = []
    for number, page in enumerate(_decode(content).split("\f")):
        for row, raw in enumerate(page.splitlines()):
            text = raw.expandtabs(_TAB_WIDTH)
            left = len(text) - len(text.lstrip())
            if stripped := " ".join(text.split()):
                height = float(-row)
                lines.append(
                    Line(
                        stripped, number, left, len(text), height, height + 1, 0,
                        hyphenated=_is_hyphenated(stripped),
                    )
                )  # fmt: skip
    return lines


def _is_hyphenated(line: str) -> bool:
    return len(line) > 1 and line[-1] == "-" and line[-2].isalpha()


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("windows-1252", "replace")
