"""Join papers in memory on feature pairs: one author feature and one title feature.

A window such as "the impact of" is in one title of seventy, and a name such as David in one
paper of seventeen, so the cost of a join on either grows with the database. Two papers share a
key made of both only if they are in each other's target sets, so the cost of this join grows
with the size of the result.

In the join, each occurrence of a feature counts as a feature (the second "smith" of a paper
matches the second "smith" of another). This turns the intersection of multisets into one of
sets: two papers with x author and y title co-features share x*y keys.

Features are compared by 64-bit hashes. A collision can add to what two papers seem to share,
but never take away from it.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.matching.target_index import MAX_FEATURE_PAIRS
from wildwood.model import Features

Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]
Small = npt.NDArray[np.int32]

MIX = np.uint64(0x9E3779B97F4A7C15)
_PART_BITS = 2
_BUCKET_BITS = 2
_CHUNK = 10_000
"""Papers whose keys are computed in one step."""


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

    def pieces(self, size: int) -> Iterator[tuple[int, "FeatureColumns"]]:
        """Yield pieces of `size` papers, the last one smaller, each with its first number."""
        papers = len(self.author_totals)
        cuts = [*range(0, papers, size), papers]
        return zip(cuts, self.parts(cuts), strict=False)


class Hits(NamedTuple):
    """Pairs of papers and their co-features, as four arrays of the same length."""

    positions: Ints
    """The paper of the query."""
    numbers: Ints
    """The paper of the index."""
    authors: Ints
    """Author co-features."""
    titles: Ints
    """Title co-features."""


class _Postings(NamedTuple):
    """Keys in ascending order, and the papers that have each, one after the other."""

    keys: Hashes
    times: Small
    """The number of papers that have the key."""
    owners: Small


class FeatureTable:
    """The features of papers, numbered in the order in which they are added."""

    def __init__(self) -> None:
        self._authors, self._titles = array("q"), array("q")
        self._author_totals, self._title_totals = array("q"), array("q")

    def __len__(self) -> int:
        return len(self._author_totals)

    def add(self, features: Features) -> None:
        """Add a paper."""
        self._authors.extend(_hashes(features.authors))
        self._titles.extend(_hashes(features.titles))
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


class FeaturePairIndex:
    """The papers of a table by the keys that two or more of them share.

    It can be queried for these papers only, since keys of a single paper are not kept.
    """

    def __init__(self, columns: FeatureColumns) -> None:
        self.columns = columns
        keys, times, self._owners = _shared_keys(columns)
        # A last key without owners, so that any key has a place.
        self._keys = np.append(keys, np.iinfo(np.uint64).max)
        self._times = np.append(times, 0)
        self._firsts = starts(self._times)
        self._wide: list[int] = np.flatnonzero(are_wide(columns)).tolist()

    def hits(self, query: FeatureColumns, among: Mask | None = None) -> Hits:
        """Return each pair of a paper of the query and one of the index that shares both types.

        `among` selects the papers of the index that count; by default, all do.
        """
        wide = are_wide(query)
        found = [self._by_keys(query, among)]
        found += (
            scan(query, position, self.columns, among) for position in np.flatnonzero(wide).tolist()
        )
        found += (
            _swapped(scan(self.columns, number, query, ~wide))
            for number in self._wide
            if among is None or among[number]
        )
        return Hits(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))

    def _by_keys(self, query: FeatureColumns, among: Mask | None) -> Hits:
        keys, positions, authors = pair_keys(query)
        order = np.argsort(keys)
        keys = keys[order]
        places = np.searchsorted(self._keys, keys)
        times = np.where(self._keys[places] == keys, self._times[places], 0)
        row = np.repeat(np.arange(len(keys)), times)
        numbers = self._owners[self._firsts[places[row]] + counters(times)]
        row = order[row]
        if among is not None:
            counts = among[numbers]
            row, numbers = row[counts], numbers[counts]
        return _counted(positions[row], numbers, authors[row])


def _hashes(features: Sequence[str]) -> Iterable[int]:
    """Hash each occurrence of a feature, the second one differently from the first."""
    if len(set(features)) == len(features):
        return map(hash, features)
    return _hashed_occurrences(features)


def _hashed_occurrences(features: Sequence[str]) -> Iterator[int]:
    seen: Counter[str] = Counter()
    for feature in features:
        yield hash((feature, seen[feature])) if seen[feature] else hash(feature)
        seen[feature] += 1


def are_wide(columns: FeatureColumns) -> Mask:
    """Return which papers have too many features to be looked up by their pairs."""
    return columns.author_totals * columns.title_totals > MAX_FEATURE_PAIRS


def owners(totals: Ints) -> Ints:
    """Return the paper of each feature, for papers with these totals."""
    return np.repeat(np.arange(len(totals)), totals)


def starts(lengths: Ints) -> Ints:
    """Return the starts of consecutive runs of these lengths."""
    return np.cumsum(lengths) - lengths


def counters(lengths: Ints) -> Ints:
    """Return 0, 1, 2, … for each run."""
    return np.arange(lengths.sum()) - np.repeat(starts(lengths), lengths)


def pair_keys(columns: FeatureColumns) -> tuple[Hashes, Ints, Ints]:
    """Return the key, the paper and the author feature's place of each feature pair.

    Wide papers have none.
    """
    pairs = np.where(are_wide(columns), 0, columns.author_totals * columns.title_totals)
    papers = owners(pairs)
    author, title = np.divmod(counters(pairs), columns.title_totals[papers])
    left = columns.authors[starts(columns.author_totals)[papers] + author]
    right = columns.titles[starts(columns.title_totals)[papers] + title]
    return left * MIX + right, papers, author


def _shared_keys(columns: FeatureColumns) -> _Postings:
    """Return the keys that occur more than once.

    Most keys occur once and fill the memory until they are sorted, so parts of the range of keys
    are searched one after the other.
    """
    parts = [_shared_in_part(columns, part) for part in range(1 << _PART_BITS)]
    return _Postings(*map(np.concatenate, zip(*parts, strict=True)))


def _shared_in_part(columns: FeatureColumns, part: int) -> _Postings:
    """Return the keys of a part, by the highest bits, that occur more than once.

    Keys are sorted in buckets by their next bits, so that those of the rest are dropped early.
    """
    buckets: list[list[tuple[Hashes, Small]]] = [[] for _ in range(1 << _BUCKET_BITS)]
    numbers = np.arange(len(buckets), dtype=np.uint64) + np.uint64(part << _BUCKET_BITS)
    edges = numbers << np.uint64(64 - _PART_BITS - _BUCKET_BITS)
    for first, chunk in columns.pieces(_CHUNK):
        keys, papers, _ = pair_keys(chunk)
        chosen = np.flatnonzero(keys >> np.uint64(64 - _PART_BITS) == part)
        order = chosen[np.argsort(keys[chosen])]
        keys, owners = keys[order], (papers[order] + first).astype(np.int32)
        cuts = [*np.searchsorted(keys, edges), len(keys)]
        for bucket, start, end in zip(buckets, cuts, cuts[1:], strict=False):
            bucket.append((keys[start:end].copy(), owners[start:end].copy()))
    shared = [_Postings(np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.int32))]
    for bucket in buckets:
        if bucket:
            shared.append(_repeated(*map(np.concatenate, zip(*bucket, strict=True))))
            bucket.clear()
    return _Postings(*map(np.concatenate, zip(*shared, strict=True)))


def _repeated(keys: Hashes, owners: Small) -> _Postings:
    order = np.argsort(keys)
    keys, owners = keys[order], owners[order]
    firsts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    times = np.diff(firsts, append=len(keys)).astype(np.int32)
    several = times > 1
    return _Postings(keys[firsts[several]], times[several], owners[np.repeat(several, times)])


def _counted(positions: Ints, numbers: Small, authors: Ints) -> Hits:
    """Count the co-features of each pair of papers, from one row for each shared key.

    The rows of a pair form one run for each common author feature. The number of runs is the
    number of author co-features; the length of the longest run that of title co-features.
    """
    if not len(positions):
        nothing = np.empty(0, np.int64)
        return Hits(nothing, nothing, nothing, nothing)
    order = np.lexsort((authors, numbers, positions))
    positions, numbers, authors = positions[order], numbers[order], authors[order]
    new_pair = np.empty(len(positions), dtype=np.bool_)
    new_pair[0] = True
    new_pair[1:] = (positions[1:] != positions[:-1]) | (numbers[1:] != numbers[:-1])
    new_run = new_pair.copy()
    new_run[1:] |= authors[1:] != authors[:-1]
    runs = np.flatnonzero(new_run)
    run_lengths = np.diff(runs, append=len(positions))
    pairs = np.flatnonzero(new_pair[runs])
    return Hits(
        positions[runs[pairs]],
        numbers[runs[pairs]].astype(np.int64),
        np.diff(pairs, append=len(runs)),
        np.maximum.reduceat(run_lengths, pairs),
    )


def _swapped(hits: Hits) -> Hits:
    """Turn hits of the index in the query into hits of the query in the index."""
    return hits._replace(positions=hits.numbers, numbers=hits.positions)


def scan(query: FeatureColumns, position: int, columns: FeatureColumns, among: Mask | None) -> Hits:
    """Compare one paper of a query with all papers of the columns, feature by feature."""
    authors = _shared_by(
        _features_of(query.authors, query.author_totals, position),
        columns.authors,
        columns.author_totals,
    )
    titles = _shared_by(
        _features_of(query.titles, query.title_totals, position),
        columns.titles,
        columns.title_totals,
    )
    both = (authors > 0) & (titles > 0)
    numbers = np.flatnonzero(both if among is None else both & among)
    return Hits(np.full(len(numbers), position), numbers, authors[numbers], titles[numbers])


def _features_of(hashes: Hashes, totals: Ints, paper: int) -> Hashes:
    start = totals[:paper].sum()
    return hashes[start : start + totals[paper]]


def _shared_by(features: Hashes, hashes: Hashes, totals: Ints) -> Ints:
    """Count how many of the features each paper has."""
    return np.bincount(owners(totals)[np.isin(hashes, features)], minlength=len(totals))
