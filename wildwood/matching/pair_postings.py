"""The keys that several papers share, and the papers that have each of them."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.matching.feature_columns import FeatureColumns, Hashes
from wildwood.matching.pair_keys import pair_keys

Small = npt.NDArray[np.int32]

_PART_BITS = 2
_BUCKET_BITS = 2
_CHUNK = 10_000
"""Papers whose keys are computed in one step."""


class Postings(NamedTuple):
    """Keys in ascending order, and the papers that have each, one after the other."""

    keys: Hashes
    times: Small
    """The number of papers that have the key."""
    owners: Small


def shared_keys(columns: FeatureColumns) -> Postings:
    """Return the keys that occur more than once.

    Most keys occur once and fill the memory until they are sorted, so parts of the range of keys
    are searched one after the other.
    """
    parts = [_shared_in_part(columns, part) for part in range(1 << _PART_BITS)]
    return Postings(*map(np.concatenate, zip(*parts, strict=True)))


def _shared_in_part(columns: FeatureColumns, part: int) -> Postings:
    """Return the keys of a part, by the highest bits, that occur more than once.

    Keys are sorted in buckets by their next bits, so that those of the rest are dropped early.
    """
    buckets: list[list[tuple[Hashes, Small]]] = [[] for _ in range(1 << _BUCKET_BITS)]
    numbers = np.arange(len(buckets), dtype=np.uint64) + np.uint64(part << _BUCKET_BITS)
    edges = numbers << np.uint64(64 - _PART_BITS - _BUCKET_BITS)
    for first, chunk in columns.pieces(_CHUNK):
        keys, papers, _ = pair_keys(chunk)
        chosen = np.flatnonzero(keys >> np.uint64(64 - _PART_BITS) == part)
        order = chosen[np.argsort(keys[chosen])]
        keys, owners = keys[order], (papers[order] + first).astype(np.int32)
        cuts = [*np.searchsorted(keys, edges), len(keys)]
        for bucket, start, end in zip(buckets, cuts, cuts[1:], strict=False):
            bucket.append((keys[start:end].copy(), owners[start:end].copy()))
    shared = [Postings(np.empty(0, np.uint64), np.empty(0, np.int32), np.empty(0, np.int32))]
    for bucket in buckets:
        if bucket:
            shared.append(_repeated(*map(np.concatenate, zip(*bucket, strict=True))))
            bucket.clear()
    return Postings(*map(np.concatenate, zip(*shared, strict=True)))


def _repeated(keys: Hashes, owners: Small) -> Postings:
    order = np.argsort(keys)
    keys, owners = keys[order], owners[order]
    firsts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    times = np.diff(firsts, append=len(keys)).astype(np.int32)
    several = times > 1
    return Postings(keys[firsts[several]], times[several], owners[np.repeat(several, times)])
