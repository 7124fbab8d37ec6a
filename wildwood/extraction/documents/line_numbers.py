"""Remove the numbers of lines that manuscripts have in their margins."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from wildwood.extraction.documents.rows import join_rows
from wildwood.extraction.extracted import Line, by_page

_NUMBER = re.compile(r"(\d{1,4})(?:\s+|$)")
_STEPS = (1, 5)
"""Every line has a number, or every fifth one."""
_WIDTH = 12.0
"""How far from one another the numbers of a column can begin, in points."""
_MIN_NUMBERS = {1: 10, 5: 3}
"""The least numbers of a column that follow one another, by their step."""
_MIN_IN_MANUSCRIPT = {1: 3, 5: 2}
"""The same, if other pages show that the document has line numbers."""
_MIN_SHARE = 0.6
"""The least share of the lines at the edge of a column that are numbered, if each has a number."""
_MIN_PAGES = 3


def without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without line numbers, if most pages have some.

    Lists with numbers have them on some pages only, and start again.
    """
    pages = by_page(lines)
    numbered = sum(bool(_numbered(page, _MIN_NUMBERS)) for page in pages.values())
    if numbered < max(_MIN_PAGES, len(pages) / 2):
        return list(lines)
    without = {}
    for page in pages.values():
        found = _numbered(page, _MIN_IN_MANUSCRIPT)
        edges = {line.left for line in page} - {line.left for line in found}
        without.update({line: _stripped(line, edges) for line in found})
    kept = (without.get(line, line) for line in lines)
    # A number can have been between the parts of its row.
    return join_rows(line for line in kept if line.text)


def _numbered(page: Sequence[Line], least: Mapping[int, int]) -> list[Line]:
    """Return the lines of a page whose numbers follow one another at the edge of a column."""
    numbered: list[Line] = []
    for column in _columns(page):
        found = [(int(match[1]), line) for line in column if (match := _NUMBER.match(line.text))]
        for step in _STEPS:
            run = _run(found, step)
            is_dense = step > 1 or len(run) >= _MIN_SHARE * len(column)
            if len(run) >= least[step] and is_dense:
                numbered += run
                break
    return numbered


def _columns(page: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield the lines at the left edge of each column that has a number, from the top."""
    edge = -_WIDTH
    for left in sorted(line.left for line in page if _NUMBER.match(line.text)):
        if left > edge + _WIDTH:
            edge = left
            beside = (line for line in page if edge <= line.left <= edge + _WIDTH)
            yield sorted(beside, key=lambda line: -line.bottom)


def _run(found: Iterable[tuple[int, Line]], step: int) -> list[Line]:
    """Return the lines with a neighbour whose number is one step away."""
    run: dict[Line, None] = {}
    for (number, line), (following, after) in pairwise(found):
        if following == number + step:
            run.update(dict.fromkeys((line, after)))
    return list(run)


def _stripped(line: Line, edges: Iterable[float]) -> Line:
    """Return a line without its number, from the left edge of others or about where it begins."""
    end = len(line.text) - len(_NUMBER.sub("", line.text, count=1))
    about = round(line.left + end / len(line.text) * (line.right - line.left), 1)
    left = min(edges, key=lambda edge: abs(edge - about), default=about)
    return line.text_from(end)._replace(left=left if abs(left - about) <= _WIDTH else about)
