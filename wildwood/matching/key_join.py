"""Join papers on keys that are split into ranges, so that each range can be joined by itself.

A row says that a paper has a key. Papers that share a key form a pair. Some rows follow only: two
papers of which both only follow form no pair (see `title_keys`).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from wildwood.matching.feature_columns import (
    MIX,
    FeatureColumns,
    Hashes,
    Ints,
    Mask,
    counters,
    owners,
)
from wildwood.matching.pair_keys import pair_keys
from wildwood.matching.similar_titles import ASKED, remaining_and_asked
from wildwood.matching.wide_papers import WidePapers

_NUMBER_BITS = np.uint64(32)
_LOWER = np.uint64((1 << 32) - 1)


class KeyRows(NamedTuple):
    """Rows of a key and a paper, as three arrays of the same length."""

    keys: Hashes
    papers: Ints
    leads: Mask
    """False in rows that follow only."""


class CommonFeatures(NamedTuple):
    """Features that many papers have, sorted, and how many papers have each."""

    hashes: Hashes
    counts: Ints


def feature_pair_keys(columns: FeatureColumns) -> KeyRows:
    """Return a row for each feature pair of each paper that is not wide."""
    keys, papers, _ = pair_keys(columns)
    return KeyRows(keys, papers, np.ones(len(keys), dtype=np.bool_))


def title_keys(columns: FeatureColumns, common: CommonFeatures) -> KeyRows:
    """Return the rows by which papers with similar titles find each other.

    This is the join of `similar_titles` without an index. Papers that must share `needed` features
    meet under a key made of one of them and `needed`. That number is what the shorter title asks
    for, so of two papers under a key, one at least must ask for just that: it leads.
    """
    hashes, papers = columns.titles, owners(columns.title_totals)
    remaining, asked = remaining_and_asked(columns, _counts(hashes, common))
    found = []
    for needed in ASKED:
        kept = (asked >= needed) & (remaining >= needed)
        keys = hashes[kept] * MIX + np.uint64(needed)
        found.append(KeyRows(keys, papers[kept], asked[kept] == needed))
    return KeyRows(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))


def common_features(hashes: Hashes, least: int) -> CommonFeatures:
    """Return the features that occur at least so often."""
    known, counts = np.unique(hashes, return_counts=True)
    return CommonFeatures(known[counts >= least], counts[counts >= least])


def pairs_of_rows(rows: KeyRows, most: int) -> Iterator[Hashes]:
    """Yield the pairs of papers that share a key, each once in a piece but perhaps in several.

    Args:
        rows: all rows of a range of keys.
        most: how many pairs to make at once, more or less.
    """
    order = np.lexsort((~rows.leads, rows.keys))
    keys, papers, leads = rows.keys[order], rows.papers[order], rows.leads[order]
    if not len(keys):
        return
    is_first = np.append(True, keys[1:] != keys[:-1])
    firsts = np.flatnonzero(is_first)
    lengths = np.diff(firsts, append=len(keys))
    leaders = np.repeat(np.add.reduceat(leads.astype(np.int64), firsts), lengths)
    first = np.repeat(firsts, lengths)
    times = np.minimum(np.arange(len(keys)) - first, leaders)
    ends = np.cumsum(times)
    start = 0
    while start < len(keys):
        before = ends[start - 1] if start else 0
        end = max(int(np.searchsorted(ends, before + most, "right")), start + 1)
        piece = slice(start, end)
        row = np.repeat(np.arange(start, end), times[piece])
        other = first[row] + counters(times[piece])
        if len(found := packed(papers[row], papers[other])):
            yield found
        start = end


def pairs_with_wide(
    wide: FeatureColumns, numbers: Ints, part: FeatureColumns, first: int
) -> Hashes:
    """Compare wide papers with all papers of a part, feature by feature.

    Args:
        wide: the features of the wide papers.
        numbers: their numbers.
        part: the features of the papers of the part.
        first: the number of the first of these.
    """
    found = [
        packed(hits.numbers, hits.positions + first)
        for hits in WidePapers(wide, numbers).hits(part)
    ]
    return np.unique(np.concatenate([np.empty(0, np.uint64), *found]))


def packed(one: Ints, other: Ints) -> Hashes:
    """Return pairs of different papers, each once, sorted by the later one and then the other."""
    different = one != other
    later = np.maximum(one, other)[different].astype(np.uint64)
    earlier = np.minimum(one, other)[different].astype(np.uint64)
    return np.unique((later << _NUMBER_BITS) | earlier)


def unpacked(pairs: Hashes) -> tuple[Ints, Ints]:
    """Return the later and the earlier paper of each pair."""
    return (pairs >> _NUMBER_BITS).astype(np.int64), (pairs & _LOWER).astype(np.int64)


def between(pairs: Hashes, first: int, end: int) -> Hashes:
    """Return the sorted pairs whose later paper has a number from `first` up to `end` - 1."""
    bounds = np.array([first, end], dtype=np.uint64) << _NUMBER_BITS
    low, high = np.searchsorted(pairs, bounds)
    return np.array(pairs[low:high])


def _counts(hashes: Hashes, common: CommonFeatures) -> Ints:
    """Return how many papers have each feature; 0 if it is not a common one."""
    places = np.searchsorted(common.hashes, hashes)
    known = np.append(common.hashes, np.uint64(0))
    counts = np.append(common.counts, 0)
    return np.where(known[places] == hashes, counts[places], 0)
