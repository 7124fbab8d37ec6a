"""Join papers in memory on feature pairs: one author feature and one title feature.

One title in seventy has a window such as "the impact of", and one paper in seventeen a name such as
David, so a join on either grows with the database. Only papers in each other's target sets share a
key made of both, so this join grows with its result. Two papers with x author and y title
co-features share x*y keys.
"""

import math
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np

from wildwood.kernel import postings
from wildwood.kernel.feature_columns import Column, FeatureColumns, Hashes, Ints, counters, owners

_WIDE_LOOKED_UP = 20_000
_WIDE_SHIFT = np.int64(32)
_WIDE_MASK = np.int64((1 << 32) - 1)


class WidePapers:
    """Papers with too many features to be looked up by their pairs."""

    def __init__(self, columns: FeatureColumns, numbers: Ints) -> None:
        self._numbers = numbers
        self._authors = _PapersByFeature(columns.authors)
        self._titles = _PapersByFeature(columns.titles)

    def hits(self, columns: FeatureColumns) -> Iterator[postings.Hits]:
        if not len(self._numbers):
            return
        for first, piece in columns.pieces(_WIDE_LOOKED_UP):
            rows = self._authors.rows(piece.authors)
            rows += self._titles.rows(piece.titles)
            cuts = postings.cuts_of(rows, _ROWS)
            for start, part in zip(cuts, piece.parts(cuts), strict=False):
                yield self._hits(part, first + start)

    def _hits(self, part: FeatureColumns, first: int) -> postings.Hits:
        authors, author_counts = self._authors.shared(part.authors)
        titles, title_counts = self._titles.shared(part.titles)
        pairs, by_author, by_title = np.intersect1d(
            authors, titles, assume_unique=True, return_indices=True
        )
        return postings.Hits(
            (pairs >> _WIDE_SHIFT) + first,
            self._numbers[pairs & _WIDE_MASK],
            author_counts[by_author],
            title_counts[by_title],
        )


class _PapersByFeature:
    def __init__(self, column: Column) -> None:
        order = np.argsort(column.hashes)
        self._hashes, self._owners = column.hashes[order], owners(column.totals)[order]

    def rows(self, column: Column) -> Ints:
        """Return, for each paper, the sum of its co-features with all wide papers."""
        _, times = self._places(column.hashes)
        totals = column.totals
        return np.bincount(owners(totals), times, len(totals)).astype(np.int64)

    def shared(self, column: Column) -> tuple[Ints, Ints]:
        """Return packed pairs of a paper and a wide one, and the count of their co-features."""
        firsts, times = self._places(column.hashes)
        row = np.repeat(np.arange(len(times)), times)
        wide = self._owners[firsts[row] + counters(times)]
        return np.unique((owners(column.totals)[row] << _WIDE_SHIFT) | wide, return_counts=True)

    def _places(self, hashes: Hashes) -> tuple[Ints, Ints]:
        firsts = np.searchsorted(self._hashes, hashes, "left")
        return firsts, np.searchsorted(self._hashes, hashes, "right") - firsts


_LOOKED_UP = 1024
_ROWS = 2_000_000  # of a key and two papers, counted at once unless one paper has more
_POSITION, _NUMBER = np.uint64(48), np.uint64(16)  # bit offsets; `MAX_FEATURE_PAIRS` fits below
_NUMBER_MASK = np.uint64((1 << 32) - 1)


class Piece(NamedTuple):
    first: int  # the position of the first one in the query
    columns: FeatureColumns
    keys: "_FoundKeys"


class _FoundKeys(NamedTuple):
    positions: Ints
    authors: Ints  # the index of the author feature of the key in its paper
    firsts: Ints
    times: Ints


class PairIndex:
    def __init__(
        self, columns: FeatureColumns, least: int = 2, most_bytes: float = math.inf
    ) -> None:
        """Index keys that `least` papers have; with 2, only these papers can be queried."""
        self._columns = columns
        keys, times, self._owners = postings.postings_of(columns, least, most_bytes)
        self._keys = postings.SortedKeys(keys)
        self._firsts = np.append(0, np.cumsum(times, dtype=np.int64))
        wide = np.flatnonzero(postings.are_wide(self._columns))
        self._wide = WidePapers(self._columns.selected(wide), wide)

    def pieces(self, query: FeatureColumns) -> Iterator[Piece]:
        """Divide a query so that hits fit in memory, even if all papers are equal."""
        for first, part in query.pieces(_LOOKED_UP):
            keys = self._look_up(part)
            rows = np.bincount(keys.positions, keys.times, part.papers)
            cuts = postings.cuts_of(rows.astype(np.int64), _ROWS)
            of_keys = np.searchsorted(keys.positions, cuts)
            bounds = zip(cuts, of_keys, of_keys[1:], part.parts(cuts), strict=False)
            for start, key, end, columns in bounds:
                piece_keys = _FoundKeys(*(array[key:end] for array in keys))
                piece_keys = piece_keys._replace(positions=piece_keys.positions - start)
                yield Piece(first + start, columns, piece_keys)

    def hits(self, piece: Piece, among: postings.Scope | None = None) -> postings.Hits:
        return postings.joined(
            [self._key_hits(piece.keys, among), *self._wide_hits(piece.columns, among)]
        )

    def _wide_hits(
        self, query: FeatureColumns, among: postings.Scope | None
    ) -> Iterator[postings.Hits]:
        are_new_wide = postings.are_wide(query)
        wide = np.flatnonzero(are_new_wide)
        wide_hits = chain(
            map(_swapped, WidePapers(query.selected(wide), wide).hits(self._columns)),
            (hits.selected(~are_new_wide[hits.positions]) for hits in self._wide.hits(query)),
        )
        for hits in wide_hits:
            yield hits if among is None else hits.selected(among.mask(hits.numbers))

    def _look_up(self, query: FeatureColumns) -> _FoundKeys:
        keys, positions, authors = postings.pair_keys(query)
        places = self._keys.places(keys)
        indexed = np.flatnonzero(places < len(self._keys))
        places = places[indexed]
        firsts = self._firsts[places]
        return _FoundKeys(
            positions[indexed], authors[indexed], firsts, self._firsts[places + 1] - firsts
        )

    def _key_hits(self, keys: _FoundKeys, among: postings.Scope | None) -> postings.Hits:
        row = np.repeat(np.arange(len(keys.times)), keys.times)
        numbers = self._owners[keys.firsts[row] + counters(keys.times)]
        if among is not None:
            counts = among.mask(numbers)
            row, numbers = row[counts], numbers[counts]
        packed = (keys.positions << _POSITION.astype(np.int64) | keys.authors).astype(np.uint64)
        return _counted(packed[row] | numbers.astype(np.uint64) << _NUMBER)


def _counted(rows: Hashes) -> postings.Hits:
    """Count co-features in sorted rows: the runs of a pair (authors) and the longest (titles)."""
    if not len(rows):
        nothing = np.empty(0, np.int64)
        return postings.Hits(nothing, nothing, nothing, nothing)
    rows.sort()
    runs = np.flatnonzero(np.append(True, rows[1:] != rows[:-1]))
    run_lengths = np.diff(runs, append=len(rows))
    papers = rows[runs] >> _NUMBER
    pairs = np.flatnonzero(np.append(True, papers[1:] != papers[:-1]))
    papers = papers[pairs]
    return postings.Hits(
        (papers >> (_POSITION - _NUMBER)).astype(np.int64),
        (papers & _NUMBER_MASK).astype(np.int64),
        np.diff(pairs, append=len(runs)),
        np.maximum.reduceat(run_lengths, pairs),
    )


def _swapped(hits: postings.Hits) -> postings.Hits:
    return hits._replace(positions=hits.numbers, numbers=hits.positions)
