"""The keys of feature pairs, and the papers that have each of them."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from wildwood.matching.index.columns import FeatureColumns, Hashes, Small
from wildwood.matching.index.keys import cuts_of, pair_counts, pair_keys, ranges_of

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


class IndexTooLargeError(Exception):
    """An index would take more memory than it may."""


def postings_of(columns: FeatureColumns, least: int = 2, most_bytes: float = math.inf) -> Postings:
    """Return the keys of papers that at least so many of them have.

    A key can occur again in any paper. Most keys occur once and fill the memory until they are
    sorted, so ranges of keys are searched one after the other.

    Args:
        columns: the papers.
        least: how many papers must have a key; 1 keeps all keys.
        most_bytes: about how much memory there is.

    Raises:
        IndexTooLargeError: the memory is too little, as the first ranges show.
    """
    half = most_bytes / 2
    sorted_bytes = _SORTED_BYTES * int(pair_counts(columns).sum())
    ranges = min(max(_LEAST_RANGES, math.ceil(sorted_bytes / half)), _MOST_RANGES)
    found = [_NO_POSTINGS]
    for number in range(ranges):
        found += _in_range(columns, number, ranges, least)
        if sum(len(part.owners) for part in found) * _KEPT_BYTES * ranges > half * (number + 1):
            raise IndexTooLargeError
    return Postings(*map(np.concatenate, zip(*found, strict=True)))


_NO_POSTINGS = Postings(np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.int32))


def _in_range(columns: FeatureColumns, number: int, ranges: int, least: int) -> Iterator[Postings]:
    """Yield the keys of a range that occur at least so often, in pieces.

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
            keys, owners = map(np.concatenate, zip(*bucket, strict=True))
            yield _posted(keys, owners, least)
            bucket.clear()


def _posted(keys: Hashes, owners: Small, least: int) -> Postings:
    order = np.argsort(keys)
    keys, owners = keys[order], owners[order]
    firsts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)])
    times = np.diff(firsts, append=len(keys)).astype(np.int32)
    kept = times >= least
    return Postings(keys[firsts[kept]], times[kept], owners[np.repeat(kept, times)])
