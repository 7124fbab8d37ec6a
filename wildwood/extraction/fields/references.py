"""Find the list of references, and separate its entries."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from wildwood.extraction.documents.text import join_lines
from wildwood.extraction.model import Line

_NUMBER = r"(?:\d{1,2}|[IVX]{1,5})?[.)]?\s*"
_HEADING = re.compile(
    rf"{_NUMBER}(?:references?(?: and notes| cited)?|bibliography|works cited|"
    r"literature(?: cited)?|literatur|références|bibliographie)\s*[:.]?",
    re.IGNORECASE,
)
_NEXT_HEADING = re.compile(
    rf"{_NUMBER}(?:appendi(?:x|ces)\b.{{0,60}}|acknowledge?ments?|supplementary.{{0,40}}|"
    r"about the authors?|tables?|figures?)[:.]?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})\.(?=\s)|(\d{1,3})(?=\s+[A-Z])")
_LABELLED = re.compile(r"\[[^\]]{2,40}\]\s")
_MIN_INDENT = 0.4
"""The least indentation of a continuation line, in font sizes."""
_COLUMN_DISTANCE = 8
"""The least distance of a second column, in font sizes."""
_MIN_GAP = 1.25
"""The least distance of lines between two entries, relative to the usual distance."""
_HEADING_SIZE = 1.15
"""The least font size of a heading, relative to that of the list."""
_MIN_HEADING_CHARACTERS = 3
_MIN_ENTRIES = 2
_AUTHOR_AT_START = re.compile(r"[^\W\d_][\w’'-]*(?:\s[\w’'-]+){0,3}[,.]\s")
_END_OF_ENTRY = re.compile(r"(?:[.\])]|\d|/\S*|https?:\S*)$")


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """A reference as printed, without its number or label, and the number or label if any."""

    text: str
    label: str


def reference_section(lines: Sequence[Line]) -> tuple[int, int]:
    """Return the line after the last heading of a list of references, and the end of the list.

    Without such a heading, both are the number of lines.
    """
    headings = [n for n, line in enumerate(lines[:-1]) if _HEADING.fullmatch(line.text)]
    if not headings:
        return len(lines), len(lines)
    start = headings[-1] + 1
    size = median(line.size for line in lines[start : start + 30])
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if _NEXT_HEADING.fullmatch(line.text) and line.size >= size:
            return start, number
        if (
            size
            and line.size > size * _HEADING_SIZE
            and len(line.text) > _MIN_HEADING_CHARACTERS
            and line.text[0].isalpha()
        ):
            return start, number
    return start, len(lines)


def split_references(lines: Sequence[Line]) -> list[PrintedReference]:
    """Separate the entries of a list of references, by the first method that applies."""
    if not lines:
        return []
    for method in (_by_numbers, _by_labels, _by_indentation, _by_gaps, _by_authors):
        starts = method(lines)
        if len(starts) >= _MIN_ENTRIES or (starts and method is _by_numbers):
            break
    pieces = [join_lines(lines[start:end]) for start, end in pairwise([*starts, len(lines)])]
    return [_entry(piece) for piece in pieces if any(character.isalpha() for character in piece)]


def _entry(text: str) -> PrintedReference:
    label = _NUMBERED.match(text) or _LABELLED.match(text)
    if label is None:
        return PrintedReference(text, "")
    return PrintedReference(text[label.end() :].lstrip(". "), label[0].strip(" []().\t"))


def _by_numbers(lines: Sequence[Line]) -> list[int]:
    """Return the lines that begin with 1, 2, 3 and so on."""
    starts: list[int] = []
    for place, line in enumerate(lines):
        number = _NUMBERED.match(line.text)
        if number and int(next(filter(None, number.groups()))) == len(starts) + 1:
            starts.append(place)
    return starts if starts and starts[0] == 0 and len(starts) * 20 > len(lines) else []


def _by_labels(lines: Sequence[Line]) -> list[int]:
    """Return the lines that begin with a label such as [ABC99]."""
    starts = [place for place, line in enumerate(lines) if _LABELLED.match(line.text)]
    return starts if starts and starts[0] == 0 else []


def _by_indentation(lines: Sequence[Line]) -> list[int]:
    """Return the lines that are not indented, if the list has a hanging indent."""
    margins = _margins(lines)
    depth = [line.left - margin for line, margin in zip(lines, margins, strict=True)]
    indented = [
        place for place, line in enumerate(lines) if depth[place] > _MIN_INDENT * (line.size or 2)
    ]
    if len(indented) * 6 < len(lines) or len(indented) == len(lines):
        return []
    return [place for place in range(len(lines)) if place not in set(indented)]


def _margins(lines: Sequence[Line]) -> list[float]:
    """Return, for each line, the left edge of its column."""
    size = median(line.size for line in lines) or 4
    margins = []
    for line in lines:
        same_column = [
            other.left
            for other in lines
            if other.page == line.page and abs(other.left - line.left) < _COLUMN_DISTANCE * size
        ]
        margins.append(min(same_column))
    return margins


def _by_gaps(lines: Sequence[Line]) -> list[int]:
    """Return the lines below a wide gap; at the top of a page, those that look like a start."""
    steps = [before.bottom - line.bottom for before, line in pairwise(lines)]
    forward = [step for step in steps if step > 0]
    if not forward:
        return []
    usual = sorted(forward)[len(forward) // 4]
    wide = [0 < usual * _MIN_GAP < step for step in steps]
    if not any(wide):
        return []
    at_top = [step <= 0 and _is_likely_start(lines, n + 1) for n, step in enumerate(steps)]
    return [0] + [n + 1 for n in range(len(steps)) if wide[n] or at_top[n]]


def _by_authors(lines: Sequence[Line]) -> list[int]:
    """Return the lines that look like the start of a reference, and the first line."""
    return [0] + [n for n in range(1, len(lines)) if _is_likely_start(lines, n)]


def _is_likely_start(lines: Sequence[Line], place: int) -> bool:
    """Return whether a line begins like a reference and the line before ends like one."""
    text = lines[place].text
    return bool(
        text[0].isupper()
        and _AUTHOR_AT_START.match(text)
        and _END_OF_ENTRY.search(lines[place - 1].text)
    )
