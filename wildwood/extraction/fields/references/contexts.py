"""Find the places in the text that cite a reference."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from wildwood.extraction.extracted import Citation
from wildwood.names import division
from wildwood.records.dates import YEAR

_CHARACTERS_AROUND = 120
"""Characters of a context before and after the place."""
_MAX_CONTEXTS = 5
_LABEL = re.compile(r"S?\d{1,4}")
_NUMBERS = re.compile(r"\[(S?\d{1,3}(?:\s*[,;–-]\s*S?\d{1,3})*)\]")
_RANGE = re.compile(r"(\d{1,3})\s*[–-]\s*(\d{1,3})")
_MAX_RANGE = 30
_YEAR = re.compile(rf"\b{YEAR}\b")
_CHARACTERS_BEFORE_YEAR = 80
"""Characters before a year in which the author's name must be."""
_WORD = re.compile(r"[^\W\d_][\w’'-]*")


class CitedList(NamedTuple):
    """A list of references and the text that it belongs to."""

    citations: Sequence[Citation]
    labels: Sequence[str]
    """The number or label of each citation in the list, or an empty string."""
    text: str


class _Key(NamedTuple):
    """What cites an entry in the text: its label, or its first author and year."""

    label: str = ""
    surname: str = ""
    year: str = ""


class _Places:
    """The places of a text where something is cited."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.numbered = _numbered(text)

    @cached_property
    def dated(self) -> dict[str, list[tuple[int, frozenset[str]]]]:
        """The places of each year, with the words before it."""
        return _dated(self.text)

    def of(self, key: _Key) -> list[int]:
        """Return the places of a number, or of a year after a surname."""
        if key.label:
            return self.numbered.get(key.label, [])
        return [place for place, words in self.dated.get(key.year, []) if key.surname in words]


def with_contexts(lists: Sequence[CitedList]) -> list[Citation]:
    """Add to each citation the excerpts of the text with its number, or its author and year.

    A place belongs to the list of its own text, if that has such an entry, and to the others
    otherwise.
    """
    texts = [_Places(one.text) for one in lists]
    are_numbered = any(places.numbered for places in texts)
    keys = [list(_keys(one, are_numbered=are_numbered)) for one in lists]
    known = [frozenset(of_list) for of_list in keys]
    cited = []
    for number, one in enumerate(lists):
        for citation, key in zip(one.citations, keys[number], strict=True):
            near = [
                places
                for other, places in enumerate(texts)
                if other == number or key not in known[other]
            ]
            cited.append(replace(citation, contexts=_excerpts(key, near) if any(key) else ()))
    return cited


def _keys(one: CitedList, *, are_numbered: bool) -> Iterator[_Key]:
    """Yield what cites each entry of a list; empty if nothing can."""
    by_label = are_numbered and any(_LABEL.fullmatch(label) for label in one.labels)
    for citation, label in zip(one.citations, one.labels, strict=True):
        surname = surname_of(citation.authors[0]) if citation.authors else ""
        if by_label and label:
            yield _Key(label=label)
        elif surname and not by_label:
            yield _Key(surname=surname, year=citation.year)
        else:
            yield _Key()


def surname_of(name: str) -> str:
    """Return the last word of the surname of an author, in lower case."""
    return next(reversed(_WORD.findall(division.cited(name).family)), "").lower()


def _excerpts(key: _Key, texts: Sequence[_Places]) -> tuple[str, ...]:
    found = (_excerpt(one.text, place) for one in texts for place in one.of(key))
    return tuple(islice(found, _MAX_CONTEXTS))


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
