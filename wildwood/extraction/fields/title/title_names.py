"""Look for names below a title, and tell them from titles."""

from collections.abc import Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front, zones
from wildwood.extraction.fields.first_page.people import people

MAX_LINE_DISTANCE = 2.15
"""The greatest distance between the baselines of two lines of a title, in font sizes."""
FULL_WORDS = 4
"""Words from which on a text is a full title, and less likely the name of something."""
_LINES_BEFORE_NAMES = 2
"""The most lines between a title and its names."""
_LARGER = 1.15
"""How much larger than the title its names can be."""
_REACH = 14
"""How far below the title its authors can begin, in font sizes of the title."""


def like_names(lines: Sequence[Line]) -> float:
    """Return how much lines look like a list of names: more if there are several."""
    found = others = 0
    for line in lines:
        named, rest = ((), 0) if zones.is_date(line.text) else people(line)
        found += len(named)
        others += rest
    if found and not others:
        return 3.0 if found > 1 or lines[0].raised else 0.8
    return 1.5 if found > others else 0.0


def names_below(last: Line, page: Sequence[Line]) -> Line | None:
    """Return the first names below a line, if they are near."""
    others = 0
    for line in front.from_top(page):
        if not 0 < last.bottom - line.bottom < _REACH * last.size:
            continue
        found, rest = people(line)
        if found and len(found) >= rest and line.size <= last.size * _LARGER:
            return line
        if front.overlap(last, line) <= 0:
            continue
        if front.is_heading(line.text) or others == _LINES_BEFORE_NAMES:
            return None
        if front.is_prose(line.text):
            return None
        others += 1
    return None
