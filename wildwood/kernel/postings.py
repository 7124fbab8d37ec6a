"""Make the keys that papers are found by, so that any two candidates share one.

`strength.are_candidates` defines candidates. Papers with a common author and a common title feature
share the key of this feature pair, and papers with a common person that of the person. Papers with
similar titles share one of the first features of both:

Sort the features of every title, rarest first. Papers that share k of the n features of one of them
share one of its n - k + 1 first ones, since only k - 1 follow these. The same holds for the other
paper, so it is enough to join the first features of both (the prefix filter of AllPairs, Bayardo et
al., 2007). How many are first depends on k, which depends on both totals: so papers have keys for
each total that they need.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wildwood.kernel import feature_columns
from wildwood.kernel.errors import TooManyPairsError
from wildwood.kernel.feature_columns import Column, FeatureColumns, Hashes, Ints, Mask, Small
from wildwood.kernel.model import Features
from wildwood.kernel.strength import MAX_FEATURE_PAIRS, Formula

_TOP = np.uint64(32)


def are_wide(columns: FeatureColumns) -> Mask:
    return columns.authors.totals * columns.titles.totals > MAX_FEATURE_PAIRS


def pair_counts(columns: FeatureColumns) -> Ints:
    return np.where(are_wide(columns), 0, columns.authors.totals * columns.titles.totals)


def pair_keys(columns: FeatureColumns) -> tuple[Hashes, Ints, Ints]:
    """Return the key, the paper and the author feature's index of each feature pair."""
    pairs = pair_counts(columns)
    papers = feature_columns.owners(pairs)
    author, title = np.divmod(feature_columns.counters(pairs), columns.titles.totals[papers])
    left = columns.authors.hashes[feature_columns.starts(columns.authors.totals)[papers] + author]
    right = columns.titles.hashes[feature_columns.starts(columns.titles.totals)[papers] + title]
    return left * feature_columns.MIX + right, papers, author


class TitleKeys(NamedTuple):
    hashes: Hashes
    papers: Ints
    remaining: Ints  # the number of features of the paper from this one on, rarest first
    asked: Ints  # the co-features that the paper needs: its total, at most `Asked.enough`

    def selected(self, chosen: Ints | Mask) -> "TitleKeys":
        return TitleKeys._make(array[chosen] for array in self)

    def keys(self, asked: Ints | int) -> Hashes:
        """Return the keys of these features for papers that need `asked` co-features."""
        return self.hashes + np.atleast_1d(asked).astype(np.uint64) * feature_columns.MIX


def title_keys(titles: Column, counts: Ints, enough: int) -> TitleKeys:
    """Return the title features of papers; `counts` has the frequency of each."""
    hashes, papers = titles.hashes, feature_columns.owners(titles.totals)
    order = np.lexsort((hashes, counts, papers))
    ends = np.cumsum(titles.totals)[papers]
    remaining = np.empty_like(papers)
    remaining[order] = ends[order] - np.arange(len(order))
    asked = np.minimum(titles.totals, enough)[papers]
    return TitleKeys(hashes, papers, remaining, asked)


def cuts_of(rows: Ints, most: float) -> list[int]:
    """Return where to cut papers so that no piece of several papers exceeds `most` rows."""
    ends = np.cumsum(rows)
    cuts = [0]
    while cuts[-1] < len(rows):
        before = ends[cuts[-1] - 1] if cuts[-1] else 0
        cuts.append(max(int(np.searchsorted(ends, before + most, "right")), cuts[-1] + 1))
    return cuts


def ranges_of(keys: Hashes, ranges: int) -> Ints:
    """Return the range of each key, from 0 on; keys are evenly distributed."""
    return (((keys >> _TOP) * np.uint64(ranges)) >> _TOP).astype(np.int64)


_LEAST_RANGES, _MOST_RANGES = 4, 64
_BUCKETS = 4
_KEYS_AT_ONCE = 400_000  # keys that are computed in one step, unless one paper has more
_SORTED_BYTES, _KEPT_BYTES = 20, 12
"""Per row while a range is sorted, and after: 4 per paper, 18 to 20 per key of 2.5 papers."""


class Postings(NamedTuple):
    """Keys in ascending order, and the papers that have each, key after key."""

    keys: Hashes
    times: Small
    owners: Small


class IndexTooLargeError(Exception): ...


def postings_of(columns: FeatureColumns, least: int = 2, most_bytes: float = math.inf) -> Postings:
    """Return the keys of at least `least` papers, range by range, or raise `IndexTooLargeError`."""
    half = most_bytes / 2
    sorted_bytes = _SORTED_BYTES * int(pair_counts(columns).sum())
    ranges = min(max(_LEAST_RANGES, math.ceil(sorted_bytes / half)), _MOST_RANGES)
    postings = [_NO_POSTINGS]
    for number in range(ranges):
        postings += _select_range(columns, number, ranges, least)
        if sum(len(part.owners) for part in postings) * _KEPT_BYTES * ranges > half * (number + 1):
            raise IndexTooLargeError
    return Postings(*map(np.concatenate, zip(*postings, strict=True)))


_NO_POSTINGS = Postings(np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.int32))


def _select_range(
    columns: FeatureColumns, number: int, ranges: int, least: int
) -> Iterator[Postings]:
    """Yield the keys of a range in pieces, sorted in buckets to drop rare ones early."""
    buckets: list[list[tuple[Hashes, Small]]] = [[] for _ in range(_BUCKETS)]
    cuts = cuts_of(pair_counts(columns), _KEYS_AT_ONCE)
    for first, chunk in zip(cuts, columns.parts(cuts), strict=False):
        keys, papers, _ = pair_keys(chunk)
        places = ranges_of(keys, ranges * _BUCKETS)
        chosen = np.flatnonzero(places // _BUCKETS == number)
        order = chosen[np.argsort(keys[chosen])]
        keys, owners = keys[order], (papers[order] + first).astype(np.int32)
        edges = np.arange(len(buckets)) + number * _BUCKETS
        ends = [*np.searchsorted(places[order], edges), len(keys)]
        for bucket, start, end in zip(buckets, ends, ends[1:], strict=False):
            bucket.append((keys[start:end].copy(), owners[start:end].copy()))
    for bucket in buckets:
        if bucket:
            keys, owners = map(np.concatenate, zip(*bucket, strict=True))
            yield posted(keys, owners, least)
            bucket.clear()


def starts_of_runs(values: Hashes) -> Ints:
    """Return where equal neighbours begin."""
    return np.flatnonzero(np.append(True, values[1:] != values[:-1])[: len(values)])


def posted(keys: Hashes, owners: Small, least: int) -> Postings:
    """Group rows of one key and one paper; drop keys of fewer than `least` papers."""
    order = np.argsort(keys)
    keys, owners = keys[order], owners[order]
    firsts = starts_of_runs(keys)
    times = np.diff(firsts, append=len(keys)).astype(np.int32)
    kept = times >= least
    return Postings(keys[firsts[kept]], times[kept], owners[np.repeat(kept, times)])


_BITS = 64
_LAST = np.iinfo(np.uint64).max
_BUCKETS_AT_ONCE = 1 << 20


class SortedKeys:
    """Distinct sorted keys, looked up by their first bits; a bucket has two to four."""

    def __init__(self, keys: Hashes) -> None:
        self._absent = len(keys)
        self._keys = np.append(keys, _LAST)  # so that any key has a place
        bits = max(len(keys).bit_length() - 2, 1)
        self._shift = np.uint64(_BITS - bits)
        self._firsts = _first_places(keys, bits)

    def __len__(self) -> int:
        return self._absent

    def places(self, keys: Hashes) -> Ints:
        """Return the index of each key, or `len(self)` if it is missing."""
        places: Ints = self._firsts[keys >> self._shift].astype(np.int64)
        behind = np.flatnonzero(self._keys[places] < keys)
        while len(behind):
            places[behind] += 1
            behind = behind[self._keys[places[behind]] < keys[behind]]
        places[self._keys[places] != keys] = self._absent
        return places


def _first_places(keys: Hashes, bits: int) -> Small:
    """Return, for each possible value of the first bits, how many keys begin with less."""
    firsts = np.empty(1 << bits, dtype=np.int32)
    for start in range(0, len(firsts), _BUCKETS_AT_ONCE):
        values = np.arange(start, min(start + _BUCKETS_AT_ONCE, len(firsts)), dtype=np.uint64)
        places = np.searchsorted(keys, values << np.uint64(_BITS - bits))
        firsts[start : start + _BUCKETS_AT_ONCE] = places
    return firsts


@dataclass(frozen=True, slots=True)
class Scope:
    """The targets below the number `first`, and all papers from there up to `end`."""

    are_targets: Mask
    first: int
    end: int

    def mask(self, numbers: Ints | Small) -> Mask:
        counted: Mask = (self.are_targets[numbers] | (numbers >= self.first)) & (numbers < self.end)
        return counted


_PAIR_BITS = 14
_AT_ONCE = 1 << _PAIR_BITS
_PAIR = np.uint64(64 - _PAIR_BITS)  # bit offset of the pair; the feature's first bits are below


class Pairs(NamedTuple):
    """Pairs of a paper of a query, by position, and one of an index, by number."""

    positions: Ints
    numbers: Ints

    def selected(self, mask: Mask) -> "Pairs":
        return Pairs(*(array[mask] for array in self))


class Hits(NamedTuple):
    """Pairs as in `Pairs`, with the numbers of their author and title co-features."""

    positions: Ints
    numbers: Ints
    authors: Ints
    titles: Ints

    @property
    def pairs(self) -> Pairs:
        return Pairs(self.positions, self.numbers)

    def selected(self, mask: Mask) -> "Hits":
        return Hits(*(array[mask] for array in self))


def joined(hits: Iterable[Hits]) -> Hits:
    return Hits(*(np.concatenate(arrays) for arrays in zip(*hits, strict=True)))


class SharedFeatures:
    def __init__(self, column: Column) -> None:
        self._column, self._starts = column, feature_columns.starts(column.totals)

    def counts(self, query: Column, pairs: Pairs) -> Ints:
        query_starts = feature_columns.starts(query.totals)
        counted = [np.empty(0, np.int64)]
        for start in range(0, len(pairs.positions), _AT_ONCE):
            positions, numbers = (array[start : start + _AT_ONCE] for array in pairs)
            ours = _pair_hits(query, query_starts, positions)
            theirs = _pair_hits(self._column, self._starts, numbers)
            features = np.concatenate([ours, theirs])
            features.sort()
            shared = features[1:][features[1:] == features[:-1]] >> _PAIR
            counted.append(np.bincount(shared.astype(np.int64), minlength=len(positions)))
        return np.concatenate(counted)


def _pair_hits(column: Column, firsts: Ints, papers: Ints) -> Hashes:
    """Return the features of one paper of each pair, packed behind the pair's number."""
    times = np.asarray(column.totals[papers])
    begins = firsts[papers] - feature_columns.starts(times)
    places = np.repeat(begins, times) + np.arange(times.sum())
    pairs = feature_columns.owners(times).astype(np.uint64)
    return np.asarray(column.hashes[places]) >> np.uint64(_PAIR_BITS) | pairs << _PAIR


MAX_COMPARED = 1_000_000  # pairs an issue; 50,000 real papers have 11,000 (144,000 at limit 0)
MAX_SHARED = 100_000_000  # pairs, once for each shared key; 50,000 real papers have 7,000,000


def check_shared(issue: Sequence[Features], formula: Formula) -> None:
    """Raise `TooManyPairsError` if papers share more keys than can be looked at in time."""
    keys = sum((len(paper.authors) + 1) * (len(paper.titles) + 1) for paper in issue)
    if keys * len(issue) > MAX_SHARED and _shared(issue, formula) > MAX_SHARED:
        raise refusal(MAX_SHARED)


def _shared(papers: Sequence[Features], formula: Formula) -> int:
    issue = feature_columns.columns_of(papers, formula)
    keys = int(pair_counts(issue).sum())
    if keys > MAX_SHARED:
        return keys
    wide = are_wide(issue)
    all_papers = np.full(issue.papers, formula.compares_words)
    times = postings_of(issue).times.astype(np.int64)
    by_names = _pairs_by(issue.authors, wide) + _pairs_by(issue.people, all_papers)
    by_titles = _pairs_by(issue.titles, wide | all_papers)
    return keys + int((times**2 - times).sum()) + by_names + by_titles


def _pairs_by(column: Column, papers: Mask) -> int:
    """Count the pairs of papers for each feature that they share and `papers` are looked up by."""
    are_looked_up = papers[feature_columns.owners(column.totals)]
    if not are_looked_up.any():
        return 0
    _, places = np.unique(column.hashes, return_inverse=True)
    return int((np.bincount(places) * np.bincount(places, are_looked_up)).sum())


def refusal(most: int) -> TooManyPairsError:
    many = f"has more than {most:,} pairs of papers to compare"
    return TooManyPairsError(f"{many}; take out the papers that are alike, or raise the limits")
