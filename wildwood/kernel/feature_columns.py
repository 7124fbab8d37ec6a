"""Store features of many papers compactly, as arrays of hashes, and bound strengths by them.

Each occurrence is a feature of its own (the second "smith" of a paper equals the second "smith" of
another), which turns the intersection of multisets into one of sets. With 64 bits, a collision can
only add to what two papers seem to share.

The features of a type of a new paper are ordered, rarest first. A known paper whose first common
feature is at an index shares at most the features from this index on. The strength grows with the
co-features and with the agreement of the names, which is at most 1 (`strength.greatest_strength`).
So a known paper cannot exceed a limit if it would not with all of these features.
"""

import hashlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Generic, NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.kernel.features import WINDOW
from wildwood.kernel.model import Features, Totals
from wildwood.kernel.strength import (
    PER_SHARED,
    Counts,
    Formula,
    Number,
    asked_of,
    greatest_strength,
    share_enough,
)
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
        return Column(
            np.frombuffer(self._hashes, dtype=np.uint64), np.frombuffer(self._totals, np.int64)
        )


class FeatureTable:
    def __init__(self, hash_of: Callable[[str], int] = hash, *, with_words: bool) -> None:
        self._authors, self._titles, self._people, self._words = (
            _ColumnTable(hash_of) for _ in FeatureColumns._fields
        )
        self._with_words, self._papers = with_words, 0

    def add(self, features: Features, wording: Wording | None = None) -> None:
        self._papers += 1
        self._authors.add(features.authors)
        self._titles.add(features.titles)
        if self._with_words:
            self._people.add(features.people)
            self._words.add(wording.title if wording else folded_title(features))

    def columns(self) -> FeatureColumns:
        first = self._authors.column(), self._titles.column()
        if self._with_words:
            return FeatureColumns(*first, self._people.column(), self._words.column())
        nothing = Column(np.empty(0, np.uint64), np.zeros(self._papers, np.int64))
        return FeatureColumns(*first, nothing, nothing)


def columns_of(papers: Iterable[Features], formula: Formula = Formula.SPECIFIED) -> FeatureColumns:
    table = FeatureTable(with_words=formula.compares_words)
    for features in papers:
        table.add(features)
    return table.columns()


def joined_columns(columns: Sequence[FeatureColumns]) -> FeatureColumns:
    kinds = zip(*columns, strict=True)
    return FeatureColumns(
        *(Column(*map(np.concatenate, zip(*parts, strict=True))) for parts in kinds)
    )


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
    words, initials, title = (
        tuple(part.split(_WORD)) if part else () for part in text.split(_KIND)
    )
    return Wording(Names(words, initials), title)


SLACK = 1e-9  # floating-point errors put a bound at most this far below the strength

_AUTHOR_STEPS = (1, 4, 17)
_TITLE_STEPS = (1, 3, 5, 9, 33)
"""Starts of classes, and the end. Few need few queries and prune as well (docs/decisions.md)."""
_TITLE_STEPS_ALONE = (1, 2, 3, 4, 5, 7, 9, 12, 17, 33)  # for titles or a person alone


class CountArrays(NamedTuple, Generic[Number]):
    authors: Number
    titles: Number
    words: Number


def strength_at_most(
    shared: Counts[Number], new: Counts[Number], target: Counts[Number], formula: Formula
) -> Number:
    """Return bounds of the strengths of pairs with these counts.

    Names in the title of a paper without names count as names and not as title words. They can be
    all that the papers do not share.
    """
    if formula.compares_words:
        new, target = _least(new, shared, target), _least(target, shared, new)
    return greatest_strength(shared, new, target, formula)


def _least(paper: Counts[Number], shared: Counts[Number], target: Counts[Number]) -> Counts[Number]:
    """Return the counts of a paper without the title words and features that can be names."""
    less = (paper.authors == 0) & (target.authors > 0)
    return CountArrays(
        paper.authors,
        paper.titles - less * (paper.titles - shared.titles),
        paper.words - less * (paper.words - shared.words),
    )


class PrunedClasses:
    """The classes of known papers that cannot pass a limit with a new paper, as bits of an int.

    A class has papers with similar totals. Papers without authors, without titles or with very many
    features are in no class and never pruned.
    """

    def __init__(self, new: Totals, limit: float, formula: Formula = Formula.SPECIFIED) -> None:
        self._classes = _pruned_classes(new, limit, formula)

    def classes(self, shared: Totals) -> int:
        authors, titles = self._classes.shape
        return int(self._classes[min(shared.authors, authors) - 1, min(shared.titles, titles) - 1])


@lru_cache(maxsize=10_000)  # the papers of an issue have few combinations of counts
def can_pass(shared: Totals, new: Totals, target: Totals, limit: float, formula: Formula) -> bool:
    return strength_at_most(shared, new, target, formula) > limit - SLACK


class PrunedByTitles:
    """The classes by title totals without `strength.have_similar_titles` or enough strength."""

    def __init__(self, new: Totals, limit: float, formula: Formula) -> None:
        most = np.arange(1, min(new.titles + 1, _TITLE_STEPS_ALONE[-1])).reshape(-1, 1)
        shared = np.minimum(most, _TITLES_ALONE)
        asked = asked_of(new, Totals(1, 1))
        totals = np.array(new.titles), _TITLES_ALONE
        enough = shared >= np.clip(np.minimum(*totals), asked.least, asked.enough)
        enough &= share_enough(shared, *totals, asked.per_shared)
        self._classes = [_leave_out(row) for row in enough & _passing(shared, new, limit, formula)]

    def classes(self, shared: int) -> int:
        return self._classes[min(shared, len(self._classes)) - 1]


def pruned_by_person(new: Totals, limit: float, formula: Formula) -> int:
    """Return the classes that cannot pass by a common person, with too few title co-features."""
    few = (new.titles + _TITLES_ALONE - 1) // PER_SHARED
    few = np.minimum(few, np.minimum(new.titles, _TITLES_ALONE))
    return _leave_out(_passing(few, new, limit, formula))


def can_pass_by_person(new: Totals, limit: float, formula: Formula) -> bool:
    """Return whether a paper with a common person and few common title features can pass."""
    above = 2 * new.titles // PER_SHARED + 1
    return can_pass(Totals(1, above, new.words), new, new, limit, formula)


_TITLES_ALONE = np.arange(1, _TITLE_STEPS_ALONE[-1])


def _passing(titles: Ints, new: Totals, limit: float, formula: Formula) -> Mask:
    """Return which title totals can pass with these title co-features if all words are shared."""
    words: Ints = np.clip(new.words, _TITLES_ALONE, WINDOW * _TITLES_ALONE)  # the likeliest number
    targets = CountArrays(np.array(1), _TITLES_ALONE, words)
    shared = CountArrays(np.array(1), titles, np.minimum(words, new.words))
    strongest = strength_at_most(shared, CountArrays(*map(np.array, new)), targets, formula)
    passing: Mask = strongest > limit - SLACK
    return passing


def _leave_out(passing: Mask) -> int:
    classes = np.logical_or.reduceat(passing, np.array(_TITLE_STEPS_ALONE[:-1]) - 1)
    return sum(1 << number for number in np.flatnonzero(~classes).tolist())


def totals_of_title_classes(classes: int) -> list[Totals]:
    all_authors = (1, _AUTHOR_STEPS[-1])
    return _totals(classes, ((all_authors, titles) for titles in pairwise(_TITLE_STEPS_ALONE)))


def totals_of_classes(classes: int) -> list[Totals]:
    return _totals(classes, product(pairwise(_AUTHOR_STEPS), pairwise(_TITLE_STEPS)))


def _totals(
    classes: int, ranges: Iterable[tuple[tuple[int, int], tuple[int, int]]]
) -> list[Totals]:
    return [
        Totals(authors, titles)
        for number, (author_range, title_range) in enumerate(ranges)
        if classes >> number & 1
        for authors, titles in product(range(*author_range), range(*title_range))
    ]


def _pruned_classes(new: Totals, limit: float, formula: Formula) -> Ints:
    """Return the pruned classes, indexed by the greatest co-features less 1."""
    last_authors, last_titles = _AUTHOR_STEPS[-1], _TITLE_STEPS[-1]
    authors = np.arange(1, last_authors).reshape(-1, 1, 1, 1)
    titles = np.arange(1, last_titles).reshape(1, -1, 1, 1)
    most_authors = np.arange(1, min(new.authors + 1, last_authors)).reshape(1, 1, -1, 1)
    most_titles = np.arange(1, min(new.titles + 1, last_titles)).reshape(1, 1, 1, -1)
    words = np.clip(new.words, titles, WINDOW * titles)
    strongest = strength_at_most(
        CountArrays(
            np.minimum(authors, most_authors),
            np.minimum(titles, most_titles),
            np.minimum(words, new.words),
        ),
        CountArrays(*map(np.array, new)),
        CountArrays(authors, titles, words),
        formula,
    )
    shapes = authors.shape, titles.shape, most_authors.shape, most_titles.shape
    strongest = np.broadcast_to(strongest, np.broadcast_shapes(*shapes))  # names ignore authors
    if formula.compares_words:
        enough = share_enough(np.minimum(titles, most_titles), np.array(new.titles), titles)
        strongest = np.where(enough, strongest, 0.0)
    for axis, steps in enumerate((_AUTHOR_STEPS, _TITLE_STEPS)):
        starts = np.array(steps[:-1]) - 1
        strongest = np.maximum.reduceat(strongest, starts, axis=axis)
    bits = 1 << np.arange(strongest.shape[0] * strongest.shape[1])
    pruned = strongest.reshape(len(bits), *strongest.shape[2:]) <= limit - SLACK
    classes: Ints = np.tensordot(bits, pruned, axes=1)
    return classes
