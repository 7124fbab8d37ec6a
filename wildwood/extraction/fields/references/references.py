"""Separate the entries of a list of references."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from wildwood.extraction.documents.joined_lines import Words, join_lines
from wildwood.extraction.extracted import Line
from wildwood.lexicon.patterns import pattern
from wildwood.names.name_words import PARTICLE
from wildwood.records.dates import YEAR

_NUMBERED = re.compile(
    r"\[(\d{1,4})\]|\((\d{1,3})\)|(\d{1,4})[.)](?=\s|$|,\s|[^\W\d_])|"
    rf"(\d{{1,3}})(?=\s+(?:[^\W\d_a-z]|{PARTICLE}\s)|$)|"
    r"(\d{1,3})(?=[A-Z](?:[a-zA-Z’'-]*[a-z,]|\.[\s‐-]?[A-Z]))"
)
_ENCLOSED_FORMS = (1, 2)
"""The groups of the pattern for numbers in brackets, which all of a list have."""
_MAX_SKIPPED = 2
"""Numbers that can be missing between two entries."""
_LINKS = re.compile(
    r"(?:(?=\W)|(?<![^\W\d_])|(?<=[a-zß-ÿ])(?=[A-Z]))"
    rf"(?:\s*[|•\[(]?\s*{pattern('reference_links')}\s*[\])]?)+\s*\.?\s*$"
)
"""The names of links that publishers print after a reference."""
_CITING_PAGES = re.compile(rf"\s\[(?!{YEAR}\])\d{{4}}(?:,\s?\d{{4}})*\]$")
"""The pages that cite a reference, as Econometrica prints them after it."""
_LABELLED = re.compile(r"\[[^\]]{2,80}\](?=\s|$)")
_MIN_INDENT = 0.4
"""The least indentation of a continuation line, in font sizes."""
_COLUMN_DISTANCE = 8
"""The least distance of a second column, in font sizes."""
_MIN_GAP = 1.18
"""The least distance of lines between two entries, relative to the usual distance."""
_MIN_ENTRIES = 2
_MAX_CHARACTERS = 2_500
"""The longest entry of a list that is divided rightly."""
_AUTHOR_AT_START = re.compile(
    r"[^\W\d_][\w’'-]*(?:\s[\w’'-]+){0,3}[,.]{1,2}(?:\s|(?=[^\W\d_a-z]{2}))"
)
_DRAWN = re.compile(r"[.,]\s[\w“\"]|\(\d{4}[a-z]?\):\s(?:[“\"]|[^\W\d_a-z])")
"""How a line begins after a line that is drawn in the place of names."""
_END_OF_ENTRY = re.compile(rf"(?:[.\])]|\d|/\S*|https?:\S*|{pattern('reference_links')})$")


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """A reference as printed, without its number or label, and the number or label if any."""

    text: str
    label: str


def entries(
    lines: Sequence[Line], starts: Sequence[int], words: Words | None = None
) -> Iterator[PrintedReference]:
    """Yield the entries of a list.

    Args:
        lines: the lines of the list.
        starts: the places where its entries begin (`starts_of`).
        words: the words of the document, which decide about hyphens.
    """
    for start, end in pairwise([*starts, len(lines)]):
        text = join_lines(lines[start:end], words)
        if any(character.isalpha() for character in text):
            yield entry(text)


def starts_of(lines: Sequence[Line], before: int = 0) -> list[int]:
    """Return the places where the entries of a list begin, by the first method that applies.

    Args:
        lines: the lines of the list.
        before: the number of entries of the list before, whose numbers this one can continue.
    """
    if not lines:
        return []
    if numbered := _by_numbers(lines, 0) or _by_numbers(lines, before):
        return numbered
    divisions = [
        starts
        for method in (_by_labels, _by_indentation, _by_gaps, _by_authors)
        if len(starts := method(lines)) >= _MIN_ENTRIES
    ]
    whole = (starts for starts in divisions if _longest(lines, starts) <= _MAX_CHARACTERS)
    return next(whole, divisions[0] if divisions else [0])


def _longest(lines: Sequence[Line], starts: Sequence[int]) -> int:
    """Return the characters of the longest entry."""
    ends = pairwise([*starts, len(lines)])
    return max(sum(len(line.text) for line in lines[start:end]) for start, end in ends)


def without_links(text: str) -> str:
    """Return a reference without the names of links after it."""
    return _LINKS.sub("", _CITING_PAGES.sub("", text))


def entry(text: str) -> PrintedReference:
    """Return an entry without its label."""
    label = _NUMBERED.match(text) or _LABELLED.match(text)
    if label is None:
        return PrintedReference(without_links(text), "")
    body = text[label.end() :].lstrip(". ")
    return PrintedReference(without_links(body), label[0].strip(" []().\t"))


def _by_numbers(lines: Sequence[Line], before: int) -> list[int]:
    """Return the lines that begin with the next numbers after one, in one form."""
    starts: list[int] = []
    last, form = before, None
    for place, line in enumerate(lines):
        number = _NUMBERED.match(line.text)
        if number is None or (form in _ENCLOSED_FORMS and number.lastindex != form):
            continue
        value = int(number[number.lastindex or 0])
        most = 1 + _MAX_SKIPPED if starts else 1
        if 1 <= value - last <= most:
            starts.append(place)
            last, form = value, form or number.lastindex
    return starts if starts and starts[0] == 0 and len(starts) * 25 > len(lines) else []


def _by_labels(lines: Sequence[Line]) -> list[int]:
    """Return the lines that begin with a label such as [ABC99]."""
    starts = [place for place, line in enumerate(lines) if _LABELLED.match(line.text)]
    return starts if starts and starts[0] == 0 else []


def _by_indentation(lines: Sequence[Line]) -> list[int]:
    """Return the lines that are not indented, if the list has a hanging indent.

    If the others begin like references, the first line of each entry is the indented one.
    """
    margins = _margins(lines)
    depths = [line.left - margin for line, margin in zip(lines, margins, strict=True)]
    is_indented = [
        depth > _MIN_INDENT * (line.size or 2) and not _DRAWN.match(line.text)
        for line, depth in zip(lines, depths, strict=True)
    ]
    indented = [place for place, deep in enumerate(is_indented) if deep]
    flush = [place for place, deep in enumerate(is_indented) if not deep]
    if len(indented) * 6 < len(lines) or not flush:
        return []
    if _share_of_starts(lines, indented) > 2 * _share_of_starts(lines, flush):
        return sorted({0, *indented})
    return flush


def _share_of_starts(lines: Sequence[Line], places: Sequence[int]) -> float:
    texts = [lines[place].text for place in places]
    starts = sum(text[0].isupper() and _AUTHOR_AT_START.match(text) is not None for text in texts)
    return starts / len(places)


def _margins(lines: Sequence[Line]) -> list[float]:
    """Return, for each line, the left edge of its column.

    A number of a page, which can be beside the column, is no line of it.
    """
    width = _COLUMN_DISTANCE * (median(line.size for line in lines) or 4)
    by_page: dict[int, set[float]] = {}
    for line in lines:
        if any(map(str.isalpha, line.text)):
            by_page.setdefault(line.page, set()).add(line.left)
    margins = []
    for line in lines:
        lefts = sorted({*by_page.get(line.page, ()), line.left})
        margins.append(lefts[bisect_right(lefts, line.left - width)])
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
