"""Very many texts, and the words of papers, in little memory."""

from array import array

import numpy as np
import numpy.typing as npt

from wildwood.scoring.tolerant import Names
from wildwood.scoring.wording import Wording

_WORD, _KIND = "\x1f", "\x1e"
"""Separators, which cannot be in words: they count as white space there."""


class Texts:
    """Texts by their number, one after the other in some bytes."""

    def __init__(
        self,
        encoded: bytearray | npt.NDArray[np.uint8],
        cuts: "array[int] | npt.NDArray[np.int64]",
    ) -> None:
        """Take the bytes, and where each text begins and the last one ends."""
        self._encoded, self._cuts = encoded, cuts

    def __len__(self) -> int:
        return len(self._cuts) - 1

    def __getitem__(self, number: int) -> str:
        """Return a text."""
        return bytes(self._encoded[self._cuts[number] : self._cuts[number + 1]]).decode()

    def between(self, first: int, end: int) -> "Texts":
        """Return the texts from one up to another."""
        return Texts(self._encoded, self._cuts[first : end + 1])

    def arrays(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Return what a copy of the texts is made from: the bytes and the cuts."""
        cuts = np.array(self._cuts, dtype=np.int64)
        return np.frombuffer(self._encoded, np.uint8)[cuts[0] : cuts[-1]], cuts - cuts[0]


class PackedTexts(Texts):
    """Texts in the order in which they are added."""

    def __init__(self) -> None:
        """Start without texts."""
        self._added, self._ends = bytearray(), array("q", [0])
        super().__init__(self._added, self._ends)

    def append(self, text: str) -> None:
        """Add a text."""
        self._added += text.encode()
        self._ends.append(len(self._added))


def joined_texts(parts: "list[Texts]") -> Texts:
    """Return the texts of all parts, of which there is at least one."""
    encoded, cuts = zip(*(part.arrays() for part in parts), strict=True)
    starts = np.cumsum([0, *map(len, encoded)])
    moved = [some[1:] + start for some, start in zip(cuts, starts, strict=False)]
    return Texts(np.concatenate(encoded), np.concatenate([[0], *moved]))


def packed_wording(wording: Wording) -> str:
    """Return the words of a paper as a text."""
    names, title = wording
    return _KIND.join(map(_WORD.join, (*names, title)))


def unpacked_wording(text: str) -> Wording:
    """Return the words that `packed_wording` has made a text of."""
    words, initials, title = (
        tuple(part.split(_WORD)) if part else () for part in text.split(_KIND)
    )
    return Wording(Names(words, initials), title)
