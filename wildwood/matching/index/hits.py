"""What the joins of an index find: pairs of papers and their co-features."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from wildwood.matching.index.columns import Ints, Mask


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
