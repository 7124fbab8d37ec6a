"""Take the marks of footnotes off a title."""

import re
from collections.abc import Sequence

from wildwood.extraction.extracted import Line

_MARKS_AT_END = re.compile(r"[\s]*[*†‡§¶∗⋆✩☆✶]+$")
_FOOTNOTE_MARK = re.compile(r"[\d*†‡§¶∗⋆✩☆✶#?a,\s]{1,3}")
_AFTER_MARK = re.compile(r"[.\s]*")
BEFORE_SUBTITLE = re.compile(r"\s?:\s")


def unmarked(line: Line) -> Line:
    """Return a line without the raised marks at its end, and other marks of footnotes."""
    text = line.text
    for start, end in line.raised[-1:]:
        is_at_end = _AFTER_MARK.fullmatch(text, end, len(text) - line.hyphenated)
        if is_at_end and _FOOTNOTE_MARK.fullmatch(text, start, end):
            text = text[:start].rstrip()
    return line._replace(text=_MARKS_AT_END.sub("", text))


def without_mark(text: str, page: Sequence[Line]) -> str:
    """Return a title without the mark at its end that a footnote of the page begins with."""
    if text and any(_is_note(line, text[-1]) for line in page):
        text = text[:-1]
    return text


def _is_note(line: Line, mark: str) -> bool:
    """Return whether a line begins with a sign before its first word, as with `ÅThe`.

    The marks of some fonts are read as letters, and stars as question marks.
    """
    begins = line.text[:1] == mark and line.text[1:].lstrip()[:2].istitle()
    return begins and (mark.isupper() or mark == "?")
