"""Mark the lines that have the title which the properties of a PDF state.

Such a title is often missing, of another document, or a file name; one that a first page has too is
hardly ever wrong.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from wildwood.extraction.extracted import Line
from wildwood.records.field_text import letters

_MIN_WORDS = 3
"""Words from which on a text is not on a page by chance."""
_PAGES = 3
"""The first pages that can have the title: those of covers, and the one after them."""
_MAX_LINES = 12
"""The most lines of a title."""
_MAX_MARK = 2
"""The most letters or digits after a title that are the mark of a footnote."""


def marked(lines: Sequence[Line], title: str) -> list[Line]:
    """Return the lines with those marked that a title consists of, on each of the first pages.

    Where a page has it several times, the largest is marked.
    """
    wanted = letters(title)
    if len(title.split()) < _MIN_WORDS or not wanted:
        return list(lines)
    first = list(takewhile(lambda line: line.page < _PAGES, lines))
    known = [letters(line.text) for line in first]
    spans: dict[int, range] = {}
    for span in _spans(known, wanted):
        page, size = first[span.start].page, first[span.start].size
        if page not in spans or size > first[spans[page].start].size:
            spans[page] = span
    places = {place for span in spans.values() for place in span}
    return [line._replace(stated=True) if n in places else line for n, line in enumerate(lines)]


def _spans(known: Sequence[str], wanted: str) -> Iterator[range]:
    """Yield the places of lines that together have the wanted letters."""
    for start, first in enumerate(known):
        if not first or not (wanted.startswith(first) or first.startswith(wanted)):
            continue
        text, end = first, start + 1
        while len(text) < len(wanted) and end < min(start + _MAX_LINES, len(known)):
            text += known[end]
            end += 1
        if text.startswith(wanted) and len(text) <= len(wanted) + _MAX_MARK:
            yield range(start, end)
