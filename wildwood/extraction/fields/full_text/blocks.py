"""Divide the lines of a text into blocks: lines below one another in one style."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front
from wildwood.extraction.fields.full_text.head_words import (
    END_OF_LEAD,
    NUMBER,
    NUMBER_ONLY,
    is_known,
)

_SUBSET = re.compile(r"^[A-Z]{6}\+")
"""What precedes the name of a font of which a PDF has some characters."""
_SAME_SIZE = 0.04
_OTHER_SIZE = 0.06
"""The least difference of a font size from the text's, relative to it, that shows."""
_MIN_FONT_SHARE = 0.15
"""The least share of the characters of the text in a font that is the text's."""
_MAX_STEP = 1.35
"""The greatest distance of the lines of a block, relative to the usual one."""
_USUAL_STEP = 1.2
"""The usual distance of lines, in font sizes, if it is not known."""
_MAX_USUAL_STEP = 3.0
_MIN_CAPITALS = 4
_CAPITALS_SHARE = 0.85


class Style(NamedTuple):
    """How a line is printed."""

    font: str
    size: float
    capitals: bool
    bold: bool
    """Whether its first letter is known to be bold."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How most of a text is printed."""

    size: float
    fonts: frozenset[str]
    step: float
    """The usual distance of two lines, in points."""

    def is_distinct(self, line: Line) -> bool:
        """Return whether a line stands out from the text, by its size, font or capitals."""
        if line.lead and NUMBER_ONLY.fullmatch(line.text[: line.lead]):
            return True
        if has_lead(line):
            return False
        font = font_of(line)
        is_other = not line.lead and bool(font) and font not in self.fonts
        return is_other or self.stands_out_strongly(line)

    def stands_out_strongly(self, line: Line) -> bool:
        """Return whether a line stands out by more than its font, such as italics."""
        style = style_of(line)
        return style.size > self.size * (1 + _OTHER_SIZE) or style.bold or style.capitals

    def is_text_size(self, line: Line) -> bool:
        """Return whether a line is about as large as the text."""
        return abs(line.size - self.size) <= _OTHER_SIZE * self.size


Block = tuple[Line, ...]


def font_of(line: Line) -> str:
    """Return the name of the font of a line, the same for all its subsets."""
    return _SUBSET.sub("", line.font)


def style_of(line: Line) -> Style:
    """Return how a line is printed."""
    return Style(font_of(line), line.size, _is_in_capitals(line.text), line.bold)


def has_lead(line: Line) -> bool:
    """Return whether a line can begin with a head that its text follows."""
    return bool(line.lead) and END_OF_LEAD.search(line.text[: line.lead].rstrip()) is not None


def _is_in_capitals(text: str) -> bool:
    letters = [one for one in text if one.isalpha()]
    capitals = sum(one.isupper() for one in letters)
    return len(letters) >= _MIN_CAPITALS and capitals >= _CAPITALS_SHARE * len(letters)


def text_style(lines: Sequence[Line]) -> TextStyle:
    """Return how most of a text is printed."""
    size = front.usual_size(lines)
    text = [line for line in lines if abs(line.size - size) <= _OTHER_SIZE * size]
    characters: Counter[str] = Counter()
    for line in text:
        characters[font_of(line)] += len(line.text)
    least = _MIN_FONT_SHARE * characters.total()
    steps = [
        before.bottom - line.bottom
        for before, line in pairwise(text)
        if before.page == line.page and 0 < before.bottom - line.bottom < _MAX_USUAL_STEP * size
    ]
    return TextStyle(
        size,
        frozenset(font for font, count in characters.items() if count >= least),
        median(steps) if steps else _USUAL_STEP * size or 1.0,
    )


def blocks_of(lines: Sequence[Line], text: TextStyle) -> list[Block]:
    """Return the blocks of a text, in order."""
    blocks: list[list[Line]] = []
    for line in lines:
        if blocks and _continues(blocks[-1][-1], line, text):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return [tuple(block) for block in blocks]


def _begins_head(before: Line, line: Line) -> bool:
    """Return whether a line that stands out is no further line of a head."""
    if NUMBER.match(line.text) or is_known(before.text):
        return True
    is_one_font = font_of(before) == font_of(line) or before.lead or line.lead
    return not is_one_font and not line.text[:1].islower()


def _continues(before: Line, line: Line, text: TextStyle) -> bool:
    if before.page != line.page:
        return False
    is_lead = has_lead(line) and font_of(before) == font_of(line)
    if text.is_distinct(before) != text.is_distinct(line) and not is_lead:
        return False
    if abs(before.size - line.size) > _SAME_SIZE * max(before.size, 1):
        return False
    if text.is_distinct(line) and _begins_head(before, line):
        return False
    step = before.bottom - line.bottom
    usual = text.step * (before.size / text.size if text.size else 1)
    return 0 < step <= _MAX_STEP * usual and front.overlap(before, line) > 0
