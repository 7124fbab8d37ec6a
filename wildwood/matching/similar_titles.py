"""Join papers in memory on their titles: those that share enough title features.

Sort the features of every title, rarest first. Papers that share k of the n features of one of
them share one of its n - k + 1 first ones, since only k - 1 follow these. The same holds for the
other paper, so it is enough to join the first features of both (the prefix filter of AllPairs,
Bayardo et al., 2007). How many are first depends on k, which depends on both totals
(`scoring.candidates`): so papers are indexed apart by what their total asks for.
"""

from typing import NamedTuple

import numpy as np

from wildwood.matching.counted_papers import CountedPapers
from wildwood.matching.feature_columns import (
    MIX,
    FeatureColumns,
    Hashes,
    Ints,
    counters,
    owners,
    starts,
)
from wildwood.matching.feature_counts import FeatureCounts
from wildwood.matching.shared_features import Hits, Side, shared_counts, side_of
from wildwood.scoring.candidates import ENOUGH_SHARED, MIN_SHARED

ASKED = range(MIN_SHARED, ENOUGH_SHARED + 1)


class _Occurrences(NamedTuple):
    """The title features of many papers, as arrays of one length."""

    hashes: Hashes
    papers: Ints
    remaining: Ints
    """The number of features of the paper from this one on, rarest first."""
    asked: Ints
    """What the paper asks for: its total, at most `ENOUGH_SHARED`."""


class TitleIndex:
    """The first papers of a table by the rarer ones of their title features.

    It can be queried for papers of the table only, since features of a single paper are not kept.
    """

    def __init__(self, columns: FeatureColumns, papers: int) -> None:
        """Index so many papers of a table."""
        self._columns = columns.between(0, papers)
        self._starts = starts(self._columns.title_totals)
        self._counts = FeatureCounts(columns.titles)
        found = self._occurrences(self._columns)
        keys = _keys(found.hashes, found.asked)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._papers = found.papers[order].astype(np.int32)
        self._remaining = found.remaining[order].astype(np.int32)

    def hits(self, query: FeatureColumns, among: CountedPapers | None = None) -> Hits:
        """Return each pair of a paper of the query and one of the index with similar titles.

        The author co-features are given as 0: pairs that have some are found by their feature
        pairs. `among` selects the papers of the index that count; by default, all do.
        """
        found = _by_hash(self._occurrences(query))
        joined = [self._joined(found, asked, among) for asked in ASKED]
        pairs = np.unique(np.concatenate(joined), axis=0)
        positions, numbers = pairs[:, 0], pairs[:, 1]
        shared = self._shared(query, positions, numbers)
        least = np.minimum(query.title_totals[positions], self._columns.title_totals[numbers])
        enough = shared >= np.clip(least, MIN_SHARED, ENOUGH_SHARED)
        positions, numbers, shared = positions[enough], numbers[enough], shared[enough]
        return Hits(positions, numbers, np.zeros_like(shared), shared)

    def _joined(self, found: _Occurrences, asked: int, among: CountedPapers | None) -> Ints:
        """Join with the papers of the index that ask for so much; return rows of two papers."""
        needed = np.minimum(found.asked, asked)
        first = np.flatnonzero(found.remaining >= needed)
        keys = _keys(found.hashes[first], np.int64(asked))
        start = np.searchsorted(self._keys, keys, "left")
        times = np.searchsorted(self._keys, keys, "right") - start
        row = np.repeat(np.arange(len(keys)), times)
        place = start[row] + counters(times)
        row = first[row]
        counts = self._remaining[place] >= needed[row]
        if among is not None:
            counts &= among.mask(self._papers[place])
        return np.stack([found.papers[row[counts]], self._papers[place[counts]]], axis=1)

    def _occurrences(self, columns: FeatureColumns) -> _Occurrences:
        """Return the features that can be the first that papers share.

        They are in other papers too, and not the last one of theirs.
        """
        hashes, papers = columns.titles, owners(columns.title_totals)
        counts = self._counts.of(hashes)
        remaining, asked = remaining_and_asked(columns, counts)
        kept = (counts > 1) & (remaining >= MIN_SHARED)
        return _Occurrences(hashes[kept], papers[kept], remaining[kept], asked[kept])

    def _shared(self, query: FeatureColumns, positions: Ints, numbers: Ints) -> Ints:
        """Count the title co-features of each pair of papers."""
        ours, theirs = query, self._columns
        return shared_counts(
            side_of(ours.titles, ours.title_totals, positions),
            Side(theirs.titles, theirs.title_totals, self._starts, numbers),
        )


def remaining_and_asked(columns: FeatureColumns, counts: Ints) -> tuple[Ints, Ints]:
    """Return two numbers for each title feature; `counts` says how many papers have it.

    The first is the number of features of its paper from this one on, rarest first; the second is
    what its paper asks for.
    """
    papers = owners(columns.title_totals)
    order = np.lexsort((columns.titles, counts, papers))
    ends = np.cumsum(columns.title_totals)[papers]
    remaining = np.empty_like(papers)
    remaining[order] = ends[order] - np.arange(len(order))
    return remaining, np.minimum(columns.title_totals, ENOUGH_SHARED)[papers]


def _by_hash(found: _Occurrences) -> _Occurrences:
    """Sort by features: what is looked up in order is found faster in a large index."""
    order = np.argsort(found.hashes)
    return _Occurrences(
        found.hashes[order], found.papers[order], found.remaining[order], found.asked[order]
    )


def _keys(hashes: Hashes, asked: Ints | np.int64) -> Hashes:
    return hashes + np.atleast_1d(asked).astype(np.uint64) * MIX
