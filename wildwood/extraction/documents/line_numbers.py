"""Remove the numbers of lines that manuscripts have in their margins."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from wildwood.extraction.model import Line, by_page

_NUMBER = re.compile(r"(\d{1,4})(?:\s+|$)")
_STEPS = (1, 5)
"""Every line has a number, or every fifth one."""
_MARGIN = 12.0
"""How far from the left edge of a page numbers can begin, in points."""
_MIN_NUMBERS = {1: 10, 5: 4}
"""The least numbers of a page that follow one another, by their step."""
_MIN_SHARE = 0.6
"""The least share of the lines at the left edge that are numbered, if each has a number."""
_MIN_PAGES = 3


def without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without line numbers, if most pages have some.

    Lists with numbers have them on some pages only, and start again.
    """
    pages = by_page(lines)
    numbered = [found for page in pages.values() if (found := _numbered(page))]
    if len(numbered) < max(_MIN_PAGES, len(pages) / 2):
        return list(lines)
    without = {line: _stripped(line) for found in numbered for line in found}
    kept = (without.get(line, line) for line in lines)
    return [line for line in kept if line.text]


def _numbered(page: Sequence[Line]) -> list[Line]:
    """Return the lines at the left edge of a page whose numbers follow one another."""
    edge = min(line.left for line in page) + _MARGIN
    at_edge = sorted((line for line in page if line.left <= edge), key=lambda line: -line.bottom)
    found = [(int(match[1]), line) for line in at_edge if (match := _NUMBER.match(line.text))]
    for step in _STEPS:
        run = _run(found, step)
        is_dense = step > 1 or len(run) >= _MIN_SHARE * len(at_edge)
        if len(run) >= _MIN_NUMBERS[step] and is_dense:
            return run
    return []


def _run(found: Iterable[tuple[int, Line]], step: int) -> list[Line]:
    """Return the lines with a neighbour whose number is one step away."""
    run: dict[Line, None] = {}
    for (number, line), (following, after) in pairwise(found):
        if following == number + step:
            run.update(dict.fromkeys((line, after)))
    return list(run)


def _stripped(line: Line) -> Line:
    """Return a line without its number; its left edge is about where its text begins."""
    end = len(line.text) - len(_NUMBER.sub("", line.text, count=1))
    share = end / len(line.text)
    left = round(line.left + share * (line.right - line.left), 1)
    return line.text_from(end)._replace(left=left)
