"""Find the places in the text that cite a reference."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wildwood.extraction.model import Citation

_CHARACTERS_AROUND = 120
"""Characters of a context before and after the place."""
_MAX_CONTEXTS = 5
_NUMBERS = re.compile(r"\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]")
_RANGE = re.compile(r"(\d{1,3})\s*[–-]\s*(\d{1,3})")
_MAX_RANGE = 30
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_CHARACTERS_BEFORE_YEAR = 80
"""Characters before a year in which the author's name must be."""
_WORD = re.compile(r"[^\W\d_][\w’'-]*")


def with_contexts(
    citations: Sequence[Citation], labels: Sequence[str], text: str
) -> list[Citation]:
    """Add to each citation the excerpts of the text with its number, or its author and year.

    Args:
        citations: the citations of a document.
        labels: the number or label of each in the list of references, or an empty string.
        text: the text of the document without the list.
    """
    numbered = _numbered(text) if any(label.isdigit() for label in labels) else {}
    dated = {} if numbered else _dated(text)
    return [
        replace(citation, contexts=tuple(_excerpt(text, at) for at in places[:_MAX_CONTEXTS]))
        for citation, label in zip(citations, labels, strict=True)
        for places in [numbered.get(label) or _by_author(citation, dated)]
    ]


def _excerpt(text: str, place: int) -> str:
    """Return the text around a place, in whole words."""
    start, end = max(place - _CHARACTERS_AROUND, 0), place + _CHARACTERS_AROUND
    piece = text[start:end]
    if start:
        piece = piece.partition(" ")[2]
    if end < len(text):
        piece = piece.rpartition(" ")[0]
    return piece.strip()


def _numbered(text: str) -> dict[str, list[int]]:
    """Return the places of each number in brackets; a range counts for each of its numbers."""
    places: dict[str, list[int]] = {}
    for match in _NUMBERS.finditer(text):
        for number in _expand(match[1]):
            places.setdefault(number, []).append(match.start())
    return places


def _expand(group: str) -> Iterator[str]:
    """Yield each number of a group such as `2, 5-7`."""
    for part in re.split(r"[,;]", group):
        bounds = _RANGE.fullmatch(part.strip())
        if bounds is None:
            yield part.strip()
        elif 0 < int(bounds[2]) - int(bounds[1]) <= _MAX_RANGE:
            yield from map(str, range(int(bounds[1]), int(bounds[2]) + 1))


def _dated(text: str) -> dict[str, list[tuple[int, frozenset[str]]]]:
    """Return the places of each year, each with the words before it."""
    places: dict[str, list[tuple[int, frozenset[str]]]] = {}
    for match in _YEAR.finditer(text):
        before = text[max(match.start() - _CHARACTERS_BEFORE_YEAR, 0) : match.start()]
        words = frozenset(word.lower() for word in _WORD.findall(before))
        places.setdefault(match[0], []).append((match.start(), words))
    return places


def _by_author(citation: Citation, dated: dict[str, list[tuple[int, frozenset[str]]]]) -> list[int]:
    """Return the places that have the citation's year after the surname of its first author."""
    surname = _WORD.findall(citation.authors[0].partition(",")[0])[-1:] if citation.authors else []
    if not surname:
        return []
    return [place for place, words in dated.get(citation.year, []) if surname[0].lower() in words]
