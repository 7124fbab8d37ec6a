"""Join wide papers with others on single features; the cost grows with what they share."""

from collections.abc import Iterator

import numpy as np

from wildwood.matching.index.columns import (
    FeatureColumns,
    Hashes,
    Ints,
    counters,
    owners,
)
from wildwood.matching.index.hits import Hits
from wildwood.matching.index.keys import cuts_of

_LOOKED_UP = 20_000
"""Papers whose features are looked up at once."""
_ROWS = 2_000_000
"""Rows of a feature and two papers that are counted at once, unless one paper has more."""
_NUMBER = np.int64(32)
_WIDE_MASK = np.int64((1 << 32) - 1)


class WidePapers:
    """Papers with too many features to be looked up by their pairs."""

    def __init__(self, columns: FeatureColumns, numbers: Ints) -> None:
        """Take the features of these papers only, and their numbers in their table."""
        self._numbers = numbers
        self._authors = _PapersByFeature(columns.authors, columns.author_totals)
        self._titles = _PapersByFeature(columns.titles, columns.title_totals)

    def hits(self, columns: FeatureColumns) -> Iterator[Hits]:
        """Yield each pair of a paper of the columns and a wide one that shares both types."""
        if not len(self._numbers):
            return
        for first, piece in columns.pieces(_LOOKED_UP):
            rows = self._authors.rows(piece.authors, piece.author_totals)
            rows += self._titles.rows(piece.titles, piece.title_totals)
            cuts = cuts_of(rows, _ROWS)
            for start, part in zip(cuts, piece.parts(cuts), strict=False):
                yield self._hits(part, first + start)

    def _hits(self, part: FeatureColumns, first: int) -> Hits:
        authors, author_counts = self._authors.shared(part.authors, part.author_totals)
        titles, title_counts = self._titles.shared(part.titles, part.title_totals)
        both, by_author, by_title = np.intersect1d(
            authors, titles, assume_unique=True, return_indices=True
        )
        return Hits(
            (both >> _NUMBER) + first,
            self._numbers[both & _WIDE_MASK],
            author_counts[by_author],
            title_counts[by_title],
        )


class _PapersByFeature:
    """The wide papers that have each feature of a type."""

    def __init__(self, hashes: Hashes, totals: Ints) -> None:
        order = np.argsort(hashes)
        self._hashes, self._owners = hashes[order], owners(totals)[order]

    def rows(self, hashes: Hashes, totals: Ints) -> Ints:
        """Return how many features each paper shares with wide papers, added up."""
        _, times = self._places(hashes)
        return np.bincount(owners(totals), times, len(totals)).astype(np.int64)

    def shared(self, hashes: Hashes, totals: Ints) -> tuple[Ints, Ints]:
        """Return each paper with each wide one, packed, and how many features they share."""
        firsts, times = self._places(hashes)
        row = np.repeat(np.arange(len(times)), times)
        wide = self._owners[firsts[row] + counters(times)]
        return np.unique((owners(totals)[row] << _NUMBER) | wide, return_counts=True)

    def _places(self, hashes: Hashes) -> tuple[Ints, Ints]:
        firsts = np.searchsorted(self._hashes, hashes, "left")
        return firsts, np.searchsorted(self._hashes, hashes, "right") - firsts
