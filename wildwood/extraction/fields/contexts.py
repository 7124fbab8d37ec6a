"""Where the text cites a reference."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wildwood.extraction.model import Citation

_AROUND = 120
"""Letters on either side."""
_MOST = 5
_NUMBERS = re.compile(r"\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]")
_RANGE = re.compile(r"(\d{1,3})\s*[–-]\s*(\d{1,3})")
_WIDEST_RANGE = 30
_YEARS = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_BEFORE_YEAR = 80
_WORD = re.compile(r"[^\W\d_][\w’'-]*")


def with_contexts(
    citations: Sequence[Citation], labels: Sequence[str], text: str
) -> list[Citation]:
    """The citations with the places where the text has their number, or author and year."""
    numbered = _numbered(text) if any(label.isdigit() for label in labels) else {}
    dated = {} if numbered else _dated(text)
    return [
        replace(citation, contexts=tuple(_context(text, at) for at in places[:_MOST]))
        for citation, label in zip(citations, labels, strict=True)
        for places in [numbered.get(label) or _by_author(citation, dated)]
    ]


def _context(text: str, place: int) -> str:
    """What stands around a place, in whole words."""
    start, end = max(place - _AROUND, 0), place + _AROUND
    piece = text[start:end]
    if start:
        piece = piece.partition(" ")[2]
    if end < len(text):
        piece = piece.rpartition(" ")[0]
    return piece.strip()


def _numbered(text: str) -> dict[str, list[int]]:
    """The places of each number in brackets, ranges spelt out."""
    places: dict[str, list[int]] = {}
    for found in _NUMBERS.finditer(text):
        for number in _spelt_out(found[1]):
            places.setdefault(number, []).append(found.start())
    return places


def _spelt_out(group: str) -> Iterator[str]:
    for part in re.split(r"[,;]", group):
        between = _RANGE.fullmatch(part.strip())
        if between is None:
            yield part.strip()
        elif 0 < int(between[2]) - int(between[1]) <= _WIDEST_RANGE:
            yield from map(str, range(int(between[1]), int(between[2]) + 1))


def _dated(text: str) -> dict[str, list[tuple[int, frozenset[str]]]]:
    """The places of each year, with the words before it."""
    places: dict[str, list[tuple[int, frozenset[str]]]] = {}
    for found in _YEARS.finditer(text):
        before = text[max(found.start() - _BEFORE_YEAR, 0) : found.start()]
        words = frozenset(word.lower() for word in _WORD.findall(before))
        places.setdefault(found[0], []).append((found.start(), words))
    return places


def _by_author(citation: Citation, dated: dict[str, list[tuple[int, frozenset[str]]]]) -> list[int]:
    surname = _WORD.findall(citation.authors[0].partition(",")[0])[-1:] if citation.authors else []
    if not surname:
        return []
    return [place for place, words in dated.get(citation.year, []) if surname[0].lower() in words]
