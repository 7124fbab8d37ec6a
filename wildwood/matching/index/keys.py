"""The keys that papers are found by: whichever papers are candidates share one.

`scoring.candidates` says which are. Papers with a common author and a common title feature share
the key of this feature pair. Papers with similar titles share one of the first features of both:

Sort the features of every title, rarest first. Papers that share k of the n features of one of
them share one of its n - k + 1 first ones, since only k - 1 follow these. The same holds for the
other paper, so it is enough to join the first features of both (the prefix filter of AllPairs,
Bayardo et al., 2007). How many are first depends on k, which depends on both totals: so papers have
keys for what their total asks for.
"""

from typing import NamedTuple

import numpy as np

from wildwood.matching.index.columns import (
    MIX,
    FeatureColumns,
    Hashes,
    Ints,
    Mask,
    counters,
    owners,
    starts,
)
from wildwood.matching.target_index import MAX_FEATURE_PAIRS
from wildwood.scoring.candidates import ENOUGH_SHARED, MIN_SHARED

ASKED = range(MIN_SHARED, ENOUGH_SHARED + 1)
"""What a paper can ask for: so many common title features, or all that it has if these are less."""
_TOP = np.uint64(32)


def are_wide(columns: FeatureColumns) -> Mask:
    """Return which papers have too many features to be looked up by their pairs."""
    return columns.author_totals * columns.title_totals > MAX_FEATURE_PAIRS


def pair_counts(columns: FeatureColumns) -> Ints:
    """Return how many feature pairs each paper has; wide papers have none."""
    return np.where(are_wide(columns), 0, columns.author_totals * columns.title_totals)


def pair_keys(columns: FeatureColumns) -> tuple[Hashes, Ints, Ints]:
    """Return the key, the paper and the author feature's place of each feature pair.

    Wide papers have none.
    """
    pairs = pair_counts(columns)
    papers = owners(pairs)
    author, title = np.divmod(counters(pairs), columns.title_totals[papers])
    left = columns.authors[starts(columns.author_totals)[papers] + author]
    right = columns.titles[starts(columns.title_totals)[papers] + title]
    return left * MIX + right, papers, author


class TitleKeys(NamedTuple):
    """The title features of many papers, as arrays of one length."""

    hashes: Hashes
    papers: Ints
    remaining: Ints
    """The number of features of the paper from this one on, rarest first."""
    asked: Ints
    """What the paper asks for: its total, at most `ENOUGH_SHARED`."""

    def selected(self, chosen: Ints | Mask) -> "TitleKeys":
        """Return some of them, in this order."""
        return TitleKeys(
            self.hashes[chosen], self.papers[chosen], self.remaining[chosen], self.asked[chosen]
        )

    def keys(self, asked: Ints | int) -> Hashes:
        """Return the keys of these features in titles that ask for so much."""
        return self.hashes + np.atleast_1d(asked).astype(np.uint64) * MIX


def title_keys(columns: FeatureColumns, counts: Ints) -> TitleKeys:
    """Return the title features of papers; `counts` says how many papers have each."""
    hashes, papers = columns.titles, owners(columns.title_totals)
    order = np.lexsort((hashes, counts, papers))
    ends = np.cumsum(columns.title_totals)[papers]
    remaining = np.empty_like(papers)
    remaining[order] = ends[order] - np.arange(len(order))
    asked = np.minimum(columns.title_totals, ENOUGH_SHARED)[papers]
    return TitleKeys(hashes, papers, remaining, asked)


def cuts_of(rows: Ints, most: float) -> list[int]:
    """Return where to cut papers with so many rows each, for at most so many rows in a piece.

    A paper with more is a piece by itself.
    """
    ends = np.cumsum(rows)
    cuts = [0]
    while cuts[-1] < len(rows):
        before = ends[cuts[-1] - 1] if cuts[-1] else 0
        cuts.append(max(int(np.searchsorted(ends, before + most, "right")), cuts[-1] + 1))
    return cuts


def ranges_of(keys: Hashes, ranges: int) -> Ints:
    """Return the range of each key, from 0 to `ranges` - 1; keys are evenly distributed."""
    return (((keys >> _TOP) * np.uint64(ranges)) >> _TOP).astype(np.int64)
