"""Tell the author of a thesis from those who guided or judged it, by the words beside them."""

import re
from collections.abc import Iterable, Iterator, Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page.people import people
from wildwood.lexicon.patterns import pattern

_ROLE = re.compile(
    r"(?:(?:thesis|academic|project|principal|main|first|second)\s)?(?:co-?)?"
    rf"(?:{pattern('supervisors')}|{pattern('teachers')}(?=\s?:))"
    r"(?:\s(?:by|por|par|de|di|von)\b)?[^:]{0,20}(?P<end>:|$)",
    re.IGNORECASE,
)
"""What stands before or above the names of those who only guided or judged a thesis."""
_COMMITTEE = re.compile(rf"{pattern('committees')}(?!\w)")
"""What stands above the names of several who judged a thesis."""
_AUTHOR = re.compile(pattern("author_labels"))
"""What stands above the name of the author."""
_BELOW = 2.2
"""The greatest distance of a name from its role, or from the name above it, in font sizes."""


def of_others(region: Sequence[Line]) -> set[Line]:
    """Return the lines with the roles and names of those who are no authors.

    Args:
        region: the lines below a title, from the top.
    """
    found: set[Line] = set()
    for place, line in enumerate(region):
        if _COMMITTEE.match(line.text):
            return found | set(region[place:])
        role = _ROLE.match(line.text)
        if role:
            share = role.end() % len(line.text) / len(line.text)
            names = line._replace(left=line.left + share * (line.right - line.left))
            found |= {line, *_names_below(names, region[place + 1 :])}
    return found


def labelled_names(page: Iterable[Line]) -> list[Line]:
    """Return the names below the first label such as `presented by` of a page, line by line."""
    lines = sorted((line for line in page if line.size), key=lambda line: -line.bottom)
    for place, line in enumerate(lines):
        if _AUTHOR.fullmatch(line.text.rstrip(" :")):
            names = list(_names_below(line, lines[place + 1 :]))
            if names:
                return names
    return []


def _names_below(label: Line, below: Sequence[Line]) -> Iterator[Line]:
    """Yield the names below a label, in its column."""
    last = label
    for line in below:
        if not _is_in_column(label, line):
            continue
        found, others = people(line)
        is_near = 0 < last.bottom - line.bottom < _BELOW * max(last.size, line.size)
        if not is_near or not found or others:
            return
        yield line
        last = line


def _is_in_column(label: Line, line: Line) -> bool:
    """Return whether a line has the left or right edge or the middle of a label, about."""
    left, right = abs(label.left - line.left), abs(label.right - line.right)
    middles = abs(label.left + label.right - line.left - line.right) / 2
    return min(left, right, middles) < 2 * label.size
