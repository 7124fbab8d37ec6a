"""Keys in ascending order, found in a time that does not grow with their number.

A binary search in millions of keys waits for memory at each of its last steps. These keys are
hashes, which are evenly distributed: the first bits of a key tell where it must be, to within a few
places.
"""

import numpy as np

from wildwood.matching.index.columns import Hashes, Ints, Small

_BITS = 64
_LAST = np.iinfo(np.uint64).max
_CHUNK = 1 << 20
"""Buckets whose first places are searched in one step."""


class SortedKeys:
    """Different keys in ascending order, which can be looked up by their first bits."""

    def __init__(self, keys: Hashes) -> None:
        """Take the keys, in order; there are two to four for each bucket of equal first bits."""
        self._absent = len(keys)
        self._keys = np.append(keys, _LAST)  # so that any key has a place
        bits = max(len(keys).bit_length() - 2, 1)
        self._shift = np.uint64(_BITS - bits)
        self._firsts = _first_places(keys, bits)

    def __len__(self) -> int:
        return self._absent

    def places(self, keys: Hashes) -> Ints:
        """Return the place of each key; `len(self)` for one that is not among them."""
        places: Ints = self._firsts[keys >> self._shift].astype(np.int64)
        behind = np.flatnonzero(self._keys[places] < keys)
        while len(behind):
            places[behind] += 1
            behind = behind[self._keys[places[behind]] < keys[behind]]
        places[self._keys[places] != keys] = self._absent
        return places


def _first_places(keys: Hashes, bits: int) -> Small:
    """Return, for each possible value of the first bits, how many keys begin with less."""
    firsts = np.empty(1 << bits, dtype=np.int32)
    for start in range(0, len(firsts), _CHUNK):
        values = np.arange(start, min(start + _CHUNK, len(firsts)), dtype=np.uint64)
        firsts[start : start + _CHUNK] = np.searchsorted(keys, values << np.uint64(_BITS - bits))
    return firsts
