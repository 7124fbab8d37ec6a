"""The keys of feature pairs: one author feature and one title feature of a paper."""

import numpy as np

from wildwood.matching.feature_columns import (
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


def cuts_of(rows: Ints, most: int) -> list[int]:
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
