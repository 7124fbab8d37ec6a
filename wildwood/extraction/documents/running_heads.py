"""Remove the lines that the pages of a document repeat at their edges."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.extracted import Line, by_page

_EDGE_LINES = 3
"""Lines at the top and at the bottom of a page that can be running heads."""
_MIN_REPEATS = 3
"""Pages on which a line at the edge must occur to be a running head."""
_MIN_REPEATS_IN_PLACE = 2
"""The same, if it has the same height and font size on each of them."""
_TOLERANCE = 3.0
"""How much heights that count as equal can differ, in points."""
_SIZE_TOLERANCE = 0.5
_HEADING_SIZE = 1.15
"""The least font size of a heading, relative to that of the running heads with its words."""
_INTRODUCES = ":"
"""How no running head ends, since something follows it."""
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\W*(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\W*", re.IGNORECASE)
"""A Roman number, as front matter has at its foot."""
_ROMAN_PAGE = "roman"
"""What takes the place of a line of the edge that is one."""


def without_running_heads(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without running heads, running feet and page numbers.

    These are at the edges of several pages; digits are ignored in the comparison. The first page
    loses only feet, and heads with a number that changes: others can be the title there.
    """
    pages = by_page(lines)
    edges = [_edge(page) for page in pages.values()]
    places: dict[str, list[Line]] = {}
    for edge in edges:
        for line, pattern in edge.items():
            places.setdefault(pattern, []).append(line)
    heads = set(_of_first_page(pages[lines[0].page], edges[0], places)) if lines else set()
    for edge in edges[1:]:
        heads |= {
            line
            for line, pattern in edge.items()
            if pattern == "#"
            or (pattern != _ROMAN_PAGE and _is_repeated(line, places[pattern], len(pages)))
            or _is_repeated_in_place(line, places[pattern])
        }
    return [line for line in lines if line not in heads]


def _edge(page: Sequence[Line]) -> dict[Line, str]:
    """Return what can be running heads of a page, with its text in which `#` replaces numbers."""
    rows = sorted(page, key=lambda line: line.bottom)
    return {
        line: _ROMAN_PAGE if _ROMAN.fullmatch(line.text) else _DIGITS.sub("#", line.text)
        for line in {*rows[:_EDGE_LINES], *rows[-_EDGE_LINES:]}
        if not line.text.endswith(_INTRODUCES)
    }


def _is_repeated(line: Line, same: Sequence[Line], pages: int) -> bool:
    """Return whether enough pages repeat a line, of the lines with the same text.

    The heading of a chapter is larger than the running heads that repeat it.
    """
    same = [other for other in same if line.size <= _HEADING_SIZE * other.size]
    return len({other.page for other in same}) >= min(_MIN_REPEATS, max(pages, 2))


def _is_repeated_in_place(line: Line, same: Sequence[Line]) -> bool:
    in_place = {other.page for other in same if _is_in_place(line, other)}
    return line.size > 0 and len(in_place) >= _MIN_REPEATS_IN_PLACE


def _is_in_place(line: Line, other: Line) -> bool:
    return (
        abs(line.bottom - other.bottom) <= _TOLERANCE
        and abs(line.size - other.size) <= _SIZE_TOLERANCE
    )


def _of_first_page(
    page: Sequence[Line], edge: dict[Line, str], places: dict[str, list[Line]]
) -> Iterator[Line]:
    """Yield the page numbers, feet and heads of the first page.

    Later pages have feet in the same place, and heads with another number; a line with several
    numbers can be the volume and pages of the journal.
    """
    by_height = sorted(page, key=lambda line: line.bottom)
    feet = by_height[:_EDGE_LINES] if len(page) > _EDGE_LINES else []
    for line, pattern in edge.items():
        again = [
            other
            for other in places[pattern]
            if other.page > line.page and _is_in_place(line, other)
        ]
        is_numbered = pattern.count("#") == 1 and line.size > 0
        is_head = is_numbered and any(other.text != line.text for other in again)
        if pattern == "#" or is_head or (again and line in feet):
            yield line
