"""What the joins of an index find: pairs of papers and their co-features."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from wildwood.matching.index.columns import (
    MIX,
    Column,
    Hashes,
    Ints,
    Mask,
    counters,
    owners,
    starts,
)

_AT_ONCE = 100_000
"""Pairs whose features are compared at once."""


class Pairs(NamedTuple):
    """Pairs of papers, as two arrays of the same length."""

    positions: Ints
    """The paper of the query."""
    numbers: Ints
    """The paper of the index."""

    def selected(self, mask: Mask) -> "Pairs":
        """Return the pairs that a mask selects."""
        return Pairs(self.positions[mask], self.numbers[mask])


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

    @property
    def pairs(self) -> Pairs:
        """The pairs without their co-features."""
        return Pairs(self.positions, self.numbers)

    def selected(self, mask: Mask) -> "Hits":
        """Return the pairs that a mask selects."""
        return Hits(*(array[mask] for array in self))


def joined(hits: Iterable[Hits]) -> Hits:
    """Return the pairs of several hits, of which there is at least one."""
    return Hits(*(np.concatenate(arrays) for arrays in zip(*hits, strict=True)))


class SharedFeatures:
    """Counts what the papers of an index share with others of a kind of features."""

    def __init__(self, column: Column) -> None:
        self._column, self._starts = column, starts(column.totals)

    def counts(self, query: Column, pairs: Pairs) -> Ints:
        """Return how many features each pair shares, for papers of a query."""
        query_starts = starts(query.totals)
        counted = [np.empty(0, np.int64)]
        for start in range(0, len(pairs.positions), _AT_ONCE):
            positions, numbers = (array[start : start + _AT_ONCE] for array in pairs)
            ours, of_ours = _of_pairs(query, query_starts, positions)
            theirs, _ = _of_pairs(self._column, self._starts, numbers)
            shared = of_ours[np.isin(ours, theirs)]
            counted.append(np.bincount(shared, minlength=len(positions)))
        return np.concatenate(counted)


def _of_pairs(column: Column, firsts: Ints, papers: Ints) -> tuple[Hashes, Ints]:
    """Return the features of one paper of each pair, and the pair that each is of.

    Features are made different for each pair.
    """
    times = np.asarray(column.totals[papers])
    pairs = owners(times)
    features = column.hashes[firsts[papers][pairs] + counters(times)]
    return np.asarray(features) + pairs.astype(np.uint64) * MIX, pairs
