"""Look for names below a title, and tell them from titles."""

from collections.abc import Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import banners, front
from wildwood.extraction.fields.first_page.people import PrintedName, inverted, people

SIZE_TOLERANCE = 0.06
"""How much font sizes that count as equal can differ, relative to the size."""
HEADING_SIZE = 1.12
"""The least font size of a title that nothing else tells from the text."""
MAX_LINE_DISTANCE = 2.15
"""The greatest distance between the baselines of two lines of a title, in font sizes."""
SUBTITLE_SIZE = 0.75
"""The least font size of a subtitle, relative to that of the title."""
FULL_WORDS = 4
"""Words from which on a text is a full title, and less likely the name of something."""
_APART = 1.8
"""The least distance from a banner to the title below it, in font sizes of the banner."""
_LINES_BEFORE_NAMES = 2
"""The most lines between a title and its names."""
_REACH = 14
"""How far below the title its authors can begin, in font sizes of the title."""


def is_type(text: str) -> bool:
    """Return whether a text says what kind of article, thesis or report follows."""
    return front.is_article_type(text) or banners.is_document_type(text)


def is_names(line: Line) -> bool:
    """Return whether a line is nothing but names."""
    found, others = people(line)
    return bool(found) and not others


def like_names(lines: Sequence[Line]) -> float:
    """Return how much lines look like a list of names: more if there are several."""
    found = others = 0
    for line in lines:
        named, rest = people(line)
        found += len(named)
        others += rest
    if found and not others:
        return 3.0 if found > 1 or lines[0].raised else 0.8
    return 1.5 if found > others else 0.0


def _people(line: Line, title: Line) -> tuple[Sequence[PrintedName], int]:
    """Return the names on a line below a title, and the number of other parts.

    In the column of the title, they can begin with the family name.
    """
    turned = inverted(line.text) if front.overlap(title, line) > 0 else []
    return (turned, 0) if turned else people(line)


def names_below(last: Line, page: Sequence[Line], usual: float) -> Line | None:
    """Return the first names below a line, or below its subtitle, if they are near."""
    below = sorted(
        (
            line
            for line in page
            if 0 < last.bottom - line.bottom < _REACH * last.size
            and line.size < last.size * (1 + SIZE_TOLERANCE)
            and not is_type(line.text)
        ),
        key=lambda line: -line.bottom,
    )
    before, others = last, 0
    for line in below:
        found, rest = _people(line, last)
        if _is_as_large(before, line, usual):
            before = line
            continue
        is_subtitle = _is_subtitle(before, line)
        if found and (len(found) >= rest if not is_subtitle else not rest):
            return line
        if front.overlap(last, line) <= 0:
            continue
        if front.is_heading(line.text) or others == _LINES_BEFORE_NAMES:
            return None
        if is_subtitle:
            before = line
        elif front.is_prose(line.text) or _is_apart(before, line, usual):
            return None
        else:
            others += 1
    return None


def _is_apart(before: Line, line: Line, usual: float) -> bool:
    """Return whether a line is far below another, and so large that it can be the title itself."""
    distance = before.bottom - line.bottom
    return line.size > usual * HEADING_SIZE and distance > _APART * before.size


def _is_as_large(before: Line, line: Line, usual: float) -> bool:
    """Return whether a line is directly below another and as large, as in a second language."""
    return (
        line.size > usual * HEADING_SIZE
        and abs(before.size - line.size) <= SIZE_TOLERANCE * before.size
        and before.bottom - line.bottom < MAX_LINE_DISTANCE * before.size
        and len(line.text.split()) >= FULL_WORDS
    )


def _is_subtitle(before: Line, line: Line) -> bool:
    """Return whether a line is directly below a bold one and as bold, in hardly smaller letters."""
    return (
        line.bold
        and before.bold
        and line.size > SUBTITLE_SIZE * before.size
        and before.bottom - line.bottom < MAX_LINE_DISTANCE * before.size
    )
