"""Store features of many papers compactly, as arrays of hashes.

Each occurrence is a feature of its own (the second "smith" of a paper equals the second "smith" of
another), which turns the intersection of multisets into one of sets. With 64 bits, a collision can
only add to what two papers seem to share.
"""

import hashlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.kernel.model import Features, Totals
from wildwood.kernel.strength import Formula
from wildwood.kernel.tolerant import Names, Wording, folded_title

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]

_HASH_BYTES = 8
MIX = np.uint64(0x9E3779B97F4A7C15)  # combines hashes: one times this, plus the other


class Column(NamedTuple):
    """The features of one type of many papers, paper after paper."""

    hashes: Hashes
    totals: Ints

    def parts(self, cuts: Sequence[int]) -> Iterator["Column"]:
        ends = np.append(0, np.cumsum(self.totals))[cuts]
        for papers, features in zip(pairwise(cuts), pairwise(ends), strict=True):
            yield Column(self.hashes[slice(*features)], self.totals[slice(*papers)])

    def selected(self, papers: Ints) -> "Column":
        totals = np.array(self.totals[papers])
        places = np.repeat(starts(self.totals)[papers], totals) + counters(totals)
        return Column(np.asarray(self.hashes[places]), totals)


class FeatureColumns(NamedTuple):
    """The features of many papers; `people` and `words` are empty if no formula needs them."""

    authors: Column
    titles: Column
    people: Column
    words: Column

    @property
    def papers(self) -> int:
        return len(self.authors.totals)

    def paper_totals(self) -> list[Totals]:
        return list(map(Totals, self.authors.totals.tolist(), self.titles.totals.tolist()))

    def parts(self, cuts: Sequence[int]) -> Iterator["FeatureColumns"]:
        return map(FeatureColumns, *(column.parts(cuts) for column in self))

    def part(self, first: int, end: int) -> "FeatureColumns":
        [part] = self.parts([first, end])
        return part

    def selected(self, papers: Ints) -> "FeatureColumns":
        return FeatureColumns(*(column.selected(papers) for column in self))

    def pieces(self, size: int) -> Iterator[tuple[int, "FeatureColumns"]]:
        """Yield pieces with their first numbers; the last one can be smaller."""
        cuts = [*range(0, self.papers, size), self.papers]
        return zip(cuts, self.parts(cuts), strict=False)


class _ColumnTable:
    def __init__(self, hash_of: Callable[[str], int]) -> None:
        self._hash_of = hash_of
        self._hashes, self._totals = array("q"), array("q")

    def add(self, features: Sequence[str]) -> None:
        distinct = len(set(features)) == len(features)
        marked = features if distinct else _marked_occurrences(features)
        self._hashes.extend(map(self._hash_of, marked))
        self._totals.append(len(features))

    def column(self) -> Column:
        hashes = np.frombuffer(self._hashes, dtype=np.uint64)
        return Column(hashes, np.frombuffer(self._totals, np.int64))


class FeatureTable:
    def __init__(self, hash_of: Callable[[str], int] = hash, *, with_words: bool) -> None:
        self._authors, self._titles, self._people, self._words = (
            _ColumnTable(hash_of) for _ in FeatureColumns._fields
        )
        self._with_words = with_words

    def add(self, features: Features, wording: Wording | None = None) -> None:
        self._authors.add(features.authors)
        self._titles.add(features.titles)
        if self._with_words:
            self._people.add(features.people)
            self._words.add(wording.title if wording else folded_title(features))

    def columns(self) -> FeatureColumns:
        first = self._authors.column(), self._titles.column()
        if self._with_words:
            return FeatureColumns(*first, self._people.column(), self._words.column())
        nothing = Column(np.empty(0, np.uint64), np.zeros(len(first[0].totals), np.int64))
        return FeatureColumns(*first, nothing, nothing)


def columns_of(papers: Iterable[Features], formula: Formula = Formula.SPECIFIED) -> FeatureColumns:
    table = FeatureTable(with_words=formula.compares_words)
    for features in papers:
        table.add(features)
    return table.columns()


def joined_columns(columns: Sequence[FeatureColumns]) -> FeatureColumns:
    kinds = zip(*columns, strict=True)
    joined = (Column(*map(np.concatenate, zip(*parts, strict=True))) for parts in kinds)
    return FeatureColumns(*joined)


def stable_hash(text: str) -> int:
    """Hash text in the same way in every process, unlike `hash`."""
    digest = hashlib.blake2b(text.encode(), digest_size=_HASH_BYTES).digest()
    return int.from_bytes(digest, "little", signed=True)


def owners(totals: Ints) -> Ints:
    return np.repeat(np.arange(len(totals)), totals)


def starts(lengths: Ints) -> Ints:
    return np.cumsum(lengths) - lengths


def counters(lengths: Ints) -> Ints:
    """Return 0, 1, 2, … for each run."""
    return np.arange(lengths.sum()) - np.repeat(starts(lengths), lengths)


def _marked_occurrences(features: Sequence[str]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for feature in features:
        yield f"{feature}\0{seen[feature]}" if seen[feature] else feature
        seen[feature] += 1


_WORD, _KIND = "\x1f", "\x1e"  # separate words, and kinds of words; both are white space


class Texts:
    """Texts by number, stored one after the other as bytes."""

    def __init__(
        self, encoded: bytearray | npt.NDArray[np.uint8], cuts: "array[int] | npt.NDArray[np.int64]"
    ) -> None:
        """`cuts` has the starts of the texts and the end of the last."""
        self._encoded, self._cuts = encoded, cuts

    def __len__(self) -> int:
        return len(self._cuts) - 1

    def __getitem__(self, number: int) -> str:
        return bytes(self._encoded[self._cuts[number] : self._cuts[number + 1]]).decode()

    def part(self, first: int, end: int) -> "Texts":
        return Texts(self._encoded, self._cuts[first : end + 1])

    def arrays(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Return the bytes and the cuts of a copy that starts at 0."""
        cuts = np.array(self._cuts, dtype=np.int64)
        return np.frombuffer(self._encoded, np.uint8)[cuts[0] : cuts[-1]], cuts - cuts[0]


class PackedTexts(Texts):
    def __init__(self) -> None:
        self._added, self._ends = bytearray(), array("q", [0])
        super().__init__(self._added, self._ends)

    def append(self, text: str) -> None:
        self._added += text.encode()
        self._ends.append(len(self._added))


def joined_texts(parts: "list[Texts]") -> Texts:
    encoded, cuts = zip(*(part.arrays() for part in parts), strict=True)
    starts = np.cumsum([0, *map(len, encoded)])
    moved = [some[1:] + start for some, start in zip(cuts, starts, strict=False)]
    return Texts(np.concatenate(encoded), np.concatenate([[0], *moved]))


def packed_wording(wording: Wording) -> str:
    names, title = wording
    return _KIND.join(map(_WORD.join, (*names, title)))


def unpacked_wording(text: str) -> Wording:
    kinds = (tuple(kind.split(_WORD)) if kind else () for kind in text.split(_KIND))
    words, initials, title = kinds
    return Wording(Names(words, initials), title)
