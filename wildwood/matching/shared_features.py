"""Count the features that papers share, for many pairs of papers at once."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from wildwood.matching.feature_columns import MIX, Hashes, Ints, Mask, counters, owners, starts


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

    def selected(self, mask: Mask) -> "Hits":
        """Return the pairs that a mask selects."""
        return Hits(*(array[mask] for array in self))


def joined(hits: Iterable[Hits]) -> Hits:
    """Return the pairs of several hits, of which there is at least one."""
    return Hits(*(np.concatenate(arrays) for arrays in zip(*hits, strict=True)))


class Side(NamedTuple):
    """Features of one type of many papers, and one paper of each pair."""

    hashes: Hashes
    totals: Ints
    firsts: Ints
    """Where the features of each paper start."""
    papers: Ints


def side_of(hashes: Hashes, totals: Ints, papers: Ints) -> Side:
    """Make a side of features whose starts are not known."""
    return Side(hashes, totals, starts(totals), papers)


def shared_counts(ours: Side, theirs: Side) -> Ints:
    """Count the features that the papers of each pair share."""
    left, pairs = _of_pairs(ours)
    right, _ = _of_pairs(theirs)
    return np.bincount(pairs[np.isin(left, right)], minlength=len(ours.papers))


def _of_pairs(side: Side) -> tuple[Hashes, Ints]:
    """Return the features of one paper of each pair, and for each feature the pair it is of.

    Features are made different for each pair.
    """
    times = np.asarray(side.totals[side.papers])
    pairs = owners(times)
    features = side.hashes[side.firsts[side.papers][pairs] + counters(times)]
    return np.asarray(features) + pairs.astype(np.uint64) * MIX, pairs
