"""Join papers in memory on their titles: those that share enough title features."""

import numpy as np
import numpy.typing as npt

from wildwood.matching.index.columns import Column, Hashes, Ints, counters
from wildwood.matching.index.hits import Pairs, SharedFeatures
from wildwood.matching.index.keys import TitleKeys, title_keys
from wildwood.matching.index.scope import Scope
from wildwood.scoring.candidates import Asked, share_enough

_LEAST_BITS, _MOST_BITS = 16, 26
_SPARE_BITS = 2
"""Four times as many places as occurrences, so that few features share one."""
_AT_ONCE = 1 << 22
"""Occurrences that are counted at once."""


class TitleIndex:
    """Papers by the rarer ones of their title features."""

    def __init__(
        self, titles: Column, asked: Asked, least: int = 1, numbers: Ints | None = None
    ) -> None:
        """Index papers by features that at least so many of them have.

        With 2, it can be queried for these papers only.

        Args:
            titles: their title features.
            asked: how many must be common.
            least: how many papers must have a feature.
            numbers: the numbers of the papers, if not by their order.
        """
        self._titles, self._asked, self._least = titles, asked, least
        self._numbers = np.arange(len(titles.totals)) if numbers is None else numbers
        self._shared = SharedFeatures(titles)
        self._counts = FeatureCounts(titles.hashes)
        found = self._title_keys(titles)
        keys = found.keys(found.asked)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._papers = found.papers[order].astype(np.int32)
        self._remaining = found.remaining[order].astype(np.int32)

    def pairs(self, query: Column, among: Scope | None = None) -> Pairs:
        """Return each pair of a paper of the query and one of the index with similar titles.

        `among` selects the papers of the index that count; by default, all do.
        """
        found = self._title_keys(query)
        found = found.selected(np.argsort(found.hashes))  # in order, they are found faster
        asked = range(self._asked.least, self._asked.enough + 1)
        joined = [self._joined(found, one, among) for one in asked]
        pairs = Pairs(*np.unique(np.concatenate(joined), axis=0).T)
        ours, theirs = query.totals[pairs.positions], self._titles.totals[pairs.numbers]
        least, enough, per_shared = self._asked
        shared = self._shared.counts(query, pairs)
        pairs = pairs.selected(
            (shared >= np.clip(np.minimum(ours, theirs), least, enough))
            & share_enough(shared, ours, theirs, per_shared)
        )
        return pairs._replace(numbers=self._numbers[pairs.numbers])

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
            counts &= among.mask(self._numbers[self._papers[place]])
        return np.stack([found.papers[row[counts]], self._papers[place[counts]]], axis=1)

    def _title_keys(self, titles: Column) -> TitleKeys:
        """Return the features that can be the first that papers share.

        They are in papers of the index, and enough others of their paper follow.
        """
        counts = self._counts.of(titles.hashes)
        found = title_keys(titles, counts, self._asked.enough)
        return found.selected((counts >= self._least) & (found.remaining >= self._asked.least))


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
