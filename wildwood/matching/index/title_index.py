"""Join papers in memory on their titles: those that share enough title features."""

import numpy as np
import numpy.typing as npt

from wildwood.matching.index.columns import (
    MIX,
    FeatureColumns,
    Hashes,
    Ints,
    counters,
    owners,
    starts,
)
from wildwood.matching.index.hits import Hits
from wildwood.matching.index.keys import ASKED, TitleKeys, title_keys
from wildwood.matching.index.scope import Scope
from wildwood.scoring.candidates import ENOUGH_SHARED, MIN_SHARED

_LEAST_BITS, _MOST_BITS = 16, 26
_SPARE_BITS = 2
"""Four times as many places as occurrences, so that few features share one."""
_AT_ONCE = 1 << 22
"""Occurrences that are counted at once."""


class TitleIndex:
    """Papers by the rarer ones of their title features."""

    def __init__(self, columns: FeatureColumns, least: int) -> None:
        """Index papers by features that at least so many of them have.

        With 2, it can be queried for these papers only.
        """
        self._columns, self._least = columns, least
        self._starts = starts(columns.title_totals)
        self._counts = FeatureCounts(columns.titles)
        found = self._title_keys(columns)
        keys = found.keys(found.asked)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._papers = found.papers[order].astype(np.int32)
        self._remaining = found.remaining[order].astype(np.int32)

    def hits(self, query: FeatureColumns, among: Scope | None = None) -> Hits:
        """Return each pair of a paper of the query and one of the index with similar titles.

        The author co-features are given as 0: pairs that have some are found by their feature
        pairs. `among` selects the papers of the index that count; by default, all do.
        """
        found = self._title_keys(query)
        found = found.selected(np.argsort(found.hashes))  # in order, they are found faster
        joined = [self._joined(found, asked, among) for asked in ASKED]
        pairs = np.unique(np.concatenate(joined), axis=0)
        positions, numbers = pairs[:, 0], pairs[:, 1]
        shared = self._shared(query, positions, numbers)
        least = np.minimum(query.title_totals[positions], self._columns.title_totals[numbers])
        enough = shared >= np.clip(least, MIN_SHARED, ENOUGH_SHARED)
        positions, numbers, shared = positions[enough], numbers[enough], shared[enough]
        return Hits(positions, numbers, np.zeros_like(shared), shared)

    def _joined(self, found: TitleKeys, asked: int, among: Scope | None) -> Ints:
        """Join with the papers of the index that ask for so much; return rows of two papers."""
        needed = np.minimum(found.asked, asked)
        first = np.flatnonzero(found.remaining >= needed)
        keys = found.selected(first).keys(asked)
        start = np.searchsorted(self._keys, keys, "left")
        times = np.searchsorted(self._keys, keys, "right") - start
        row = np.repeat(np.arange(len(keys)), times)
        place = start[row] + counters(times)
        row = first[row]
        counts = self._remaining[place] >= needed[row]
        if among is not None:
            counts &= among.mask(self._papers[place])
        return np.stack([found.papers[row[counts]], self._papers[place[counts]]], axis=1)

    def _title_keys(self, columns: FeatureColumns) -> TitleKeys:
        """Return the features that can be the first that papers share.

        They are in papers of the index, and not the last one of theirs.
        """
        counts = self._counts.of(columns.titles)
        found = title_keys(columns, counts)
        return found.selected((counts >= self._least) & (found.remaining >= MIN_SHARED))

    def _shared(self, query: FeatureColumns, positions: Ints, numbers: Ints) -> Ints:
        """Count the title co-features of each pair of papers."""
        ours, pairs = _of_pairs(query, starts(query.title_totals), positions)
        theirs, _ = _of_pairs(self._columns, self._starts, numbers)
        return np.bincount(pairs[np.isin(ours, theirs)], minlength=len(positions))


def _of_pairs(columns: FeatureColumns, firsts: Ints, papers: Ints) -> tuple[Hashes, Ints]:
    """Return the title features of one paper of each pair, and the pair that each is of.

    Features are made different for each pair.
    """
    times = np.asarray(columns.title_totals[papers])
    pairs = owners(times)
    features = columns.titles[firsts[papers][pairs] + counters(times)]
    return np.asarray(features) + pairs.astype(np.uint64) * MIX, pairs


class FeatureCounts:
    """Counts how many papers have a feature, for very many features.

    Rare ones can share a place. Equal features have equal counts, and none is too small.
    """

    def __init__(self, hashes: Hashes) -> None:
        """Count all occurrences."""
        bits = min(max(len(hashes).bit_length() + _SPARE_BITS, _LEAST_BITS), _MOST_BITS)
        self._shift = np.uint64(64 - bits)
        self._counts: npt.NDArray[np.int32] = np.zeros(1 << bits, dtype=np.int32)
        for start in range(0, len(hashes), _AT_ONCE):
            places, counts = np.unique(
                self._places(hashes[start : start + _AT_ONCE]), return_counts=True
            )
            self._counts[places] += counts.astype(np.int32)

    def of(self, hashes: Hashes) -> Ints:
        """Return the counts of features."""
        return self._counts[self._places(hashes)].astype(np.int64)

    def _places(self, hashes: Hashes) -> Ints:
        return (hashes >> self._shift).astype(np.int64)
