"""How many papers have a feature: about, for very many features."""

import numpy as np
import numpy.typing as npt

from wildwood.matching.feature_columns import Hashes, Ints

_LEAST_BITS, _MOST_BITS = 16, 26
_SPARE_BITS = 2
"""Four times as many places as occurrences, so that few features share one."""
_AT_ONCE = 1 << 22
"""Occurrences that are counted at once."""


class FeatureCounts:
    """Counts the features of a table in places that rare ones can share.

    Equal features have equal counts, and none is too small.
    """

    def __init__(self, hashes: Hashes) -> None:
        """Count all occurrences."""
        bits = min(max(len(hashes).bit_length() + _SPARE_BITS, _LEAST_BITS), _MOST_BITS)
        self._shift = np.uint64(64 - bits)
        self._counts: npt.NDArray[np.int32] = np.zeros(1 << bits, dtype=np.int32)
        for start in range(0, len(hashes), _AT_ONCE):
            places, counts = np.unique(
                self._places(hashes[start : start + _AT_ONCE]), return_counts=True
            )
            self._counts[places] += counts.astype(np.int32)

    def of(self, hashes: Hashes) -> Ints:
        """Return the counts of features."""
        return self._counts[self._places(hashes)].astype(np.int64)

    def _places(self, hashes: Hashes) -> Ints:
        return (hashes >> self._shift).astype(np.int64)
