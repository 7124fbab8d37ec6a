"""Divide blocks of text into paragraphs, which columns and pages can interrupt."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.documents.joined_lines import Words, join_lines
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.full_text.blocks import TextStyle
from wildwood.extraction.full_text import Passage, Row, Span

_END = re.compile(r"[.!?:][”\"’')\]]*(?:\s?[\d,–\[\]-]+)?$")
"""How the last line of a paragraph ends, possibly with the number of a reference."""
_MIN_INDENT = 0.6
"""The least indentation of the first line of a paragraph, in font sizes."""
_MAX_INDENT = 5.0
_SHORT = 3.0
"""How much shorter than the others the last line of a paragraph is at least, in font sizes."""
_MAX_STEP = 1.3
"""The greatest distance of the lines of a paragraph, relative to the usual one."""


def divided(lines: Sequence[Line], text: TextStyle) -> Iterator[list[Line]]:
    """Yield the lines of each paragraph of a section."""
    paragraph: list[Line] = []
    for place, line in enumerate(lines):
        if paragraph and _begins(paragraph, line, lines[place + 1 : place + 2], text):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _begins(paragraph: Sequence[Line], line: Line, after: Sequence[Line], text: TextStyle) -> bool:
    """Return whether a line begins a paragraph, after the lines of the one before."""
    before = paragraph[-1]
    if before.hyphenated or line.text[:1].islower():
        return False
    is_end = _END.search(before.text) is not None
    if not line.size:
        return before.bottom - line.bottom > 1
    step = before.bottom - line.bottom
    is_same_column = before.page == line.page and step > 0
    if is_same_column and step > _MAX_STEP * text.step:
        return is_end
    if _is_indented(line, [before] if is_same_column else after):
        return True
    right = max(one.right for one in paragraph[-3:])
    if is_same_column:
        right = max(right, line.right)
    return is_end and before.right < right - _SHORT * line.size


def _is_indented(line: Line, others: Sequence[Line]) -> bool:
    return any(
        _MIN_INDENT * line.size < line.left - other.left < _MAX_INDENT * line.size
        for other in others
    )


def passage(lines: Sequence[Line], words: Words) -> Passage:
    """Return the text of lines, with the place of each and with what is raised."""
    text = join_lines(lines, words)
    rows: list[Row] = []
    raised: list[Span] = []
    place = 0
    for line in lines:
        place = max(place, text.find(_stem(line), place))
        rows.append(Row(place, line.page + 1, line.left, line.right, line.bottom, line.top))
        raised += ((place + start, place + end) for start, end in line.raised)
        place += len(_stem(line))
    return Passage(text, tuple(rows), tuple(raised))


def _stem(line: Line) -> str:
    """Return the text of a line without the hyphen that the next one can take away."""
    return line.text[:-1] if line.hyphenated else line.text
