"""What cites the entries of a bibliography: their numbers, or names and years."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from wildwood.extraction.extracted import Citation
from wildwood.names import division
from wildwood.records.dates import YEAR

_SUFFIXED = re.compile(rf"(?<!\d)({YEAR})\s?([a-z])(?![a-z])")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_MIN_SHARE = 0.5
"""The least share of the entries of a list with a number, in a list with numbers."""


class CitedList(NamedTuple):
    """A list of references and the text that it belongs to."""

    citations: Sequence[Citation]
    labels: Sequence[str]
    """The number or label of each citation in the list, or an empty string."""
    text: str


@dataclass(frozen=True)
class Named:
    """An entry that is cited by names and year."""

    place: int
    surname: str
    others: frozenset[str]
    """The surnames of the other authors, in lower case."""
    suffix: str
    """The letter after its year."""


@dataclass(frozen=True)
class Bibliography:
    """The entries of all lists of a document."""

    lists: Sequence[CitedList]

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """Return the entries in order; their places are the targets of callouts."""
        return tuple(one for listed in self.lists for one in listed.citations)

    @cached_property
    def numbered(self) -> dict[str, int]:
        """Return the places of the entries by their numbers; the first list goes first."""
        found: dict[str, int] = {}
        for start, one in self._starts():
            labels = [label if label.isdigit() else "" for label in one.labels]
            if sum(map(bool, labels)) >= _MIN_SHARE * len(labels):
                for number, label in enumerate(labels):
                    found.setdefault(label or str(number + 1), start + number)
        return found

    @cached_property
    def labelled(self) -> dict[str, int]:
        """Return the places of the entries by labels such as `ABC99`."""
        return {
            label: start + number
            for start, one in self._starts()
            for number, label in enumerate(one.labels)
            if label and not label.isdigit()
        }

    @cached_property
    def by_year(self) -> dict[str, list[Named]]:
        """Return the entries of each year."""
        found: dict[str, list[Named]] = {}
        for place, citation in enumerate(self.citations):
            if citation.year and citation.authors:
                found.setdefault(citation.year, []).append(_named(place, citation))
        return found

    def _starts(self) -> Iterator[tuple[int, CitedList]]:
        starts = accumulate((len(one.citations) for one in self.lists), initial=0)
        yield from zip(starts, self.lists, strict=False)


def _surname(name: str) -> str:
    """Return the last word of the surname of an author, in lower case."""
    return next(reversed(_WORD.findall(division.cited(name).family)), "").lower()


def _named(place: int, citation: Citation) -> Named:
    suffixes = dict(_SUFFIXED.findall(citation.raw))
    others = {_surname(name) for name in citation.authors[1:]}
    return Named(
        place, _surname(citation.authors[0]), frozenset(others), suffixes.get(citation.year, "")
    )
