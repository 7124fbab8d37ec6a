"""What the joins of an index find: pairs of papers and their co-features."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from wildwood.matching.index.columns import Column, Hashes, Ints, Mask, owners, starts

_PAIR_BITS = 14
_AT_ONCE = 1 << _PAIR_BITS
"""Pairs whose features are compared at once."""
_PAIR = np.uint64(64 - _PAIR_BITS)
"""Where the pair begins in a packed feature; the first bits of the feature are below."""


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
            ours = _of_pairs(query, query_starts, positions)
            theirs = _of_pairs(self._column, self._starts, numbers)
            features = np.concatenate([ours, theirs])
            features.sort()
            shared = features[1:][features[1:] == features[:-1]] >> _PAIR
            counted.append(np.bincount(shared.astype(np.int64), minlength=len(positions)))
        return np.concatenate(counted)


def _of_pairs(column: Column, firsts: Ints, papers: Ints) -> Hashes:
    """Return the features of one paper of each pair, with the number of the pair in front.

    A paper has each of them once.
    """
    times = np.asarray(column.totals[papers])
    places = np.repeat(firsts[papers] - starts(times), times) + np.arange(times.sum())
    pairs = owners(times).astype(np.uint64)
    return np.asarray(column.hashes[places]) >> np.uint64(_PAIR_BITS) | pairs << _PAIR
