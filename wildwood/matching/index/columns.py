"""The features of many papers as arrays of hashes.

Each occurrence of a feature counts as a feature (the second "smith" of a paper equals the second
"smith" of another). This turns the intersection of multisets into one of sets.

Features are compared by 64-bit hashes. A collision can add to what two papers seem to share,
but never take away from it.
"""

import hashlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.model import Features

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]

_HASH_BYTES = 8
MIX = np.uint64(0x9E3779B97F4A7C15)
"""Makes hashes of two numbers: one times this, plus the other."""


class FeatureColumns(NamedTuple):
    """The features of many papers as hashes, the papers one after the other."""

    authors: Hashes
    author_totals: Ints
    titles: Hashes
    title_totals: Ints

    def parts(self, cuts: Sequence[int]) -> Iterator["FeatureColumns"]:
        """Yield the columns of the papers from each cut up to, but not including, the next."""
        authors = np.append(0, np.cumsum(self.author_totals))[cuts]
        titles = np.append(0, np.cumsum(self.title_totals))[cuts]
        bounds = zip(pairwise(cuts), pairwise(authors), pairwise(titles), strict=True)
        for papers, of_authors, of_titles in bounds:
            yield FeatureColumns(
                self.authors[slice(*of_authors)],
                self.author_totals[slice(*papers)],
                self.titles[slice(*of_titles)],
                self.title_totals[slice(*papers)],
            )

    def between(self, first: int, end: int) -> "FeatureColumns":
        """Return the columns of the papers from one up to, but not including, another."""
        [part] = self.parts([first, end])
        return part

    def selected(self, papers: Ints) -> "FeatureColumns":
        """Return the columns of these papers, in their order."""
        return FeatureColumns(
            _features_of(self.authors, self.author_totals, papers),
            np.array(self.author_totals[papers]),
            _features_of(self.titles, self.title_totals, papers),
            np.array(self.title_totals[papers]),
        )

    def pieces(self, size: int) -> Iterator[tuple[int, "FeatureColumns"]]:
        """Yield pieces of `size` papers, the last one smaller, each with its first number."""
        papers = len(self.author_totals)
        cuts = [*range(0, papers, size), papers]
        return zip(cuts, self.parts(cuts), strict=False)


class FeatureTable:
    """The features of papers, numbered in the order in which they are added."""

    def __init__(self, hash_of: Callable[[str], int] = hash) -> None:
        """Start without papers; columns of several processes need `stable_hash`."""
        self._hash_of = hash_of
        self._authors, self._titles = array("q"), array("q")
        self._author_totals, self._title_totals = array("q"), array("q")

    def __len__(self) -> int:
        return len(self._author_totals)

    def add(self, features: Features) -> None:
        """Add a paper."""
        self._authors.extend(self._hashes(features.authors))
        self._titles.extend(self._hashes(features.titles))
        self._author_totals.append(len(features.authors))
        self._title_totals.append(len(features.titles))

    def columns(self) -> FeatureColumns:
        """Return the features of all papers; the table cannot grow while they are in use."""
        return FeatureColumns(
            np.frombuffer(self._authors, dtype=np.uint64),
            np.frombuffer(self._author_totals, dtype=np.int64),
            np.frombuffer(self._titles, dtype=np.uint64),
            np.frombuffer(self._title_totals, dtype=np.int64),
        )

    def _hashes(self, features: Sequence[str]) -> Iterable[int]:
        if len(set(features)) == len(features):
            return map(self._hash_of, features)
        return map(self._hash_of, _marked_occurrences(features))


def columns_of(papers: Iterable[Features]) -> FeatureColumns:
    """Return the features of papers as hashes."""
    table = FeatureTable()
    for features in papers:
        table.add(features)
    return table.columns()


def joined_columns(columns: Sequence[FeatureColumns]) -> FeatureColumns:
    """Return the columns of all papers of several columns."""
    return FeatureColumns(*map(np.concatenate, zip(*columns, strict=True)))


def stable_hash(text: str) -> int:
    """Return a hash that is the same in every process, unlike Python's own."""
    digest = hashlib.blake2b(text.encode(), digest_size=_HASH_BYTES).digest()
    return int.from_bytes(digest, "little", signed=True)


def owners(totals: Ints) -> Ints:
    """Return the paper of each feature, for papers with these totals."""
    return np.repeat(np.arange(len(totals)), totals)


def starts(lengths: Ints) -> Ints:
    """Return the starts of consecutive runs of these lengths."""
    return np.cumsum(lengths) - lengths


def counters(lengths: Ints) -> Ints:
    """Return 0, 1, 2, … for each run."""
    return np.arange(lengths.sum()) - np.repeat(starts(lengths), lengths)


def _features_of(hashes: Hashes, totals: Ints, papers: Ints) -> Hashes:
    times = np.asarray(totals[papers])
    return np.asarray(hashes[np.repeat(starts(totals)[papers], times) + counters(times)])


def _marked_occurrences(features: Sequence[str]) -> Iterator[str]:
    """Yield each feature, its second and later occurrences with a mark that no feature has."""
    seen: Counter[str] = Counter()
    for feature in features:
        yield f"{feature}\0{seen[feature]}" if seen[feature] else feature
        seen[feature] += 1
