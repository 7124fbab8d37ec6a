"""The keys that several papers share, and the papers that have each of them."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from wildwood.matching.feature_columns import FeatureColumns, Hashes, Small
from wildwood.matching.pair_keys import cuts_of, pair_counts, pair_keys, ranges_of

_LEAST_RANGES, _MOST_RANGES = 4, 64
_BUCKETS = 4
_CHUNK = 400_000
"""Keys that are computed in one step, unless one paper has more."""
_SORTED_BYTES, _KEPT_BYTES = 20, 12
"""What a row of a key and a paper takes: while a range is sorted, and afterwards, if several papers
have the key; these are two and a half papers on average, with 4 bytes a paper and 18 to
20 a key."""


class Postings(NamedTuple):
    """Keys in ascending order, and the papers that have each, one after the other."""

    keys: Hashes
    times: Small
    """The number of papers that have the key."""
    owners: Small


class Bounds(NamedTuple):
    """The memory for the index of some papers, and how many papers it can have."""

    most_bytes: float
    ends: Sequence[int] = ()
    """How many papers of the table it can have, in ascending order: the first number is taken even
    if so many do not fit. All papers are always possible."""


NO_BOUNDS = Bounds(math.inf)


def shared_keys(columns: FeatureColumns, bounds: Bounds) -> tuple[int, Postings]:
    """Return how many of the first papers fit in memory, and their keys that occur more than once.

    A key can occur again in any paper. Most keys occur once and fill the memory until they are
    sorted, so ranges of keys are searched one after the other. How many papers fit is seen from
    the first range.
    """
    half, ends = bounds.most_bytes / 2, [*bounds.ends, len(columns.author_totals)]
    sorted_bytes = _SORTED_BYTES * int(pair_counts(columns).sum())
    ranges = min(max(_LEAST_RANGES, math.ceil(sorted_bytes / half)), _MOST_RANGES)
    papers, found = ends[-1], [_NO_POSTINGS]
    for number in range(ranges):
        parts = list(_shared_in_range(columns, number, ranges))
        if number == 0:
            owners = np.sort(np.concatenate([part.owners for part in (_NO_POSTINGS, *parts)]))
            sizes = np.searchsorted(owners, ends) * ranges * _KEPT_BYTES
            papers = ends[max(int(np.searchsorted(sizes, half, "right")) - 1, 0)]
        found += parts if papers == ends[-1] else (_of_first(papers, part) for part in parts)
    return papers, Postings(*map(np.concatenate, zip(*found, strict=True)))


_NO_POSTINGS = Postings(np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.int32))


def _shared_in_range(columns: FeatureColumns, number: int, ranges: int) -> Iterator[Postings]:
    """Yield the keys of a range that occur more than once, in pieces.

    Keys are sorted in buckets, so that those of the rest are dropped early.
    """
    buckets: list[list[tuple[Hashes, Small]]] = [[] for _ in range(_BUCKETS)]
    cuts = cuts_of(pair_counts(columns), _CHUNK)
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
            yield _repeated(*map(np.concatenate, zip(*bucket, strict=True)))
            bucket.clear()


def _repeated(keys: Hashes, owners: Small) -> Postings:
    order = np.argsort(keys)
    keys, owners = keys[order], owners[order]
    firsts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    times = np.diff(firsts, append=len(keys)).astype(np.int32)
    several = times > 1
    return Postings(keys[firsts[several]], times[several], owners[np.repeat(several, times)])


def _of_first(papers: int, found: Postings) -> Postings:
    """Return the postings of the first papers."""
    kept = found.owners < papers
    ends = np.cumsum(found.times)
    times = np.diff(np.append(0, np.cumsum(kept))[np.append(0, ends)]).astype(np.int32)
    return Postings(found.keys[times > 0], times[times > 0], found.owners[kept])
