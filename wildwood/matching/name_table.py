"""The names of very many papers, in little memory."""

from array import array

from wildwood.model import Features
from wildwood.scoring.tolerant import Names, fold


class NameTable:
    """The folded words and initials of papers, numbered in the order in which they are added.

    A word is kept once, and each paper as the numbers of its words.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._folded: list[str] = []
        self._parts = array("I")
        self._word_ends, self._ends = array("Q"), array("Q")

    def add(self, features: Features) -> None:
        """Add a paper."""
        self._parts.extend(map(self._number, features.authors))
        self._word_ends.append(len(self._parts))
        self._parts.extend(map(self._number, features.initials))
        self._ends.append(len(self._parts))

    def names(self, paper: int) -> Names:
        """Return the names of a paper."""
        start = self._ends[paper - 1] if paper else 0
        return Names(
            self._sorted(start, self._word_ends[paper]),
            self._sorted(self._word_ends[paper], self._ends[paper]),
        )

    def _sorted(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(sorted(self._folded[number] for number in self._parts[start:end]))

    def _number(self, word: str) -> int:
        number = self._numbers.setdefault(word, len(self._folded))
        if number == len(self._folded):
            self._folded.append(fold(word))
        return number
