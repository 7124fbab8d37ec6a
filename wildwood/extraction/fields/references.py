"""Where the list of references is, and where each of its entries begins."""

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
_AFTER = re.compile(
    rf"{_NUMBER}(?:appendi(?:x|ces)\b.{{0,60}}|acknowledge?ments?|supplementary.{{0,40}}|"
    r"about the authors?|tables?|figures?)[:.]?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})\.(?=\s)|(\d{1,3})(?=\s+[A-Z])")
_LABELLED = re.compile(r"\[[^\]]{2,40}\]\s")
_INDENT = 0.4
"""By how much of a letter's size, at least, a line that goes on is indented."""
_COLUMN = 8
"""By how many letters' sizes a second column stands aside."""
_GAP = 1.25
"""How many times the usual distance of lines separates two entries."""
_LARGER = 1.15
"""How much larger than the list a heading is."""
_FEWEST = 2
_FEWEST_LETTERS = 3
_LIKELY_AUTHOR = re.compile(r"[^\W\d_][\w’'-]*(?:\s[\w’'-]+){0,3}[,.]\s")
_ENDED = re.compile(r"(?:[.\])]|\d|/\S*|https?:\S*)$")


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """One reference as it is printed, and its number or label where it has one."""

    text: str
    label: str


def reference_section(lines: Sequence[Line]) -> tuple[int, int]:
    """Where the list of references begins, after its heading, and where it ends.

    The last heading counts; both are the number of lines where there is none.
    """
    headings = [n for n, line in enumerate(lines) if _HEADING.fullmatch(line.text)]
    headings = [n for n in headings if n + 1 < len(lines)]
    if not headings:
        return len(lines), len(lines)
    start = headings[-1] + 1
    letter = median(line.size for line in lines[start : start + 30])
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if _AFTER.fullmatch(line.text) and line.size >= letter:
            return start, number
        if (
            letter
            and line.size > letter * _LARGER
            and len(line.text) > _FEWEST_LETTERS
            and line.text[0].isalpha()
        ):
            return start, number
    return start, len(lines)


def split_references(lines: Sequence[Line]) -> list[PrintedReference]:
    """The references of a list, by the first way of telling them apart that applies."""
    if not lines:
        return []
    for way in (_by_numbers, _by_labels, _by_indentation, _by_gaps, _by_authors):
        starts = way(lines)
        if len(starts) >= _FEWEST or (starts and way is _by_numbers):
            break
    bounds = [*starts, len(lines)]
    if not starts:
        return []
    pieces = [join_lines(lines[start:end]) for start, end in pairwise(bounds)]
    return [_entry(piece) for piece in pieces if any(sign.isalpha() for sign in piece)]


def _entry(text: str) -> PrintedReference:
    found = _NUMBERED.match(text) or _LABELLED.match(text)
    if found is None:
        return PrintedReference(text, "")
    return PrintedReference(text[found.end() :].lstrip(". "), found[0].strip(" []().\t"))


def _by_numbers(lines: Sequence[Line]) -> list[int]:
    """Lines that begin with 1, 2, 3 and so on."""
    starts: list[int] = []
    for place, line in enumerate(lines):
        found = _NUMBERED.match(line.text)
        if found and int(next(filter(None, found.groups()))) == len(starts) + 1:
            starts.append(place)
    return starts if starts and starts[0] == 0 and len(starts) * 20 > len(lines) else []


def _by_labels(lines: Sequence[Line]) -> list[int]:
    """Lines that begin with [ABC99]."""
    starts = [place for place, line in enumerate(lines) if _LABELLED.match(line.text)]
    return starts if starts and starts[0] == 0 else []


def _by_indentation(lines: Sequence[Line]) -> list[int]:
    """Lines that stand out to the left of those that go on (hanging indent)."""
    margins = _margins(lines)
    depth = [line.left - margin for line, margin in zip(lines, margins, strict=True)]
    inside = [
        place for place, line in enumerate(lines) if depth[place] > _INDENT * (line.size or 2)
    ]
    if len(inside) * 6 < len(lines) or len(inside) == len(lines):
        return []
    return [place for place in range(len(lines)) if place not in set(inside)]


def _margins(lines: Sequence[Line]) -> list[float]:
    """The left edge of the column that each line stands in."""
    letter = median(line.size for line in lines) or 4
    margins = []
    for line in lines:
        beside = [
            other.left
            for other in lines
            if other.page == line.page and abs(other.left - line.left) < _COLUMN * letter
        ]
        margins.append(min(beside))
    return margins


def _by_gaps(lines: Sequence[Line]) -> list[int]:
    """Lines above which there is more room than usual; at a page's head, as they look."""
    steps = [before.bottom - line.bottom for before, line in pairwise(lines)]
    forward = [step for step in steps if step > 0]
    if not forward:
        return []
    usual = sorted(forward)[len(forward) // 4]
    wide = [0 < usual * _GAP < step for step in steps]
    if not any(wide):
        return []
    looks = [step <= 0 and _looks_like_a_start(lines, n + 1) for n, step in enumerate(steps)]
    return [0] + [n + 1 for n in range(len(steps)) if wide[n] or looks[n]]


def _by_authors(lines: Sequence[Line]) -> list[int]:
    """Lines that look like the beginning of a reference after one that may end one."""
    return [0] + [n for n in range(1, len(lines)) if _looks_like_a_start(lines, n)]


def _looks_like_a_start(lines: Sequence[Line], place: int) -> bool:
    text = lines[place].text
    return bool(
        text[0].isupper() and _LIKELY_AUTHOR.match(text) and _ENDED.search(lines[place - 1].text)
    )
