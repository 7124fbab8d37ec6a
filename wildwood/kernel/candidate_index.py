"""Find candidates in memory.

`PairIndex` joins papers on feature pairs: one author feature and one title feature. One title in
seventy has a window such as "the impact of", and one paper in seventeen a name such as David, so a
join on either grows with the database. Only papers in each other's target sets share a key made of
both, so this join grows with its result. Two papers with x author and y title co-features share x*y
keys.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.kernel import feature_columns, postings, strength
from wildwood.kernel.bounds import CountArrays, which_pass
from wildwood.kernel.feature_columns import Column, FeatureColumns, Hashes, Ints, counters, owners
from wildwood.kernel.model import Features, Limits, Totals
from wildwood.kernel.postings import Hits, Pairs, Scope, SharedFeatures, SortedKeys, TitleKeys
from wildwood.kernel.strength import NAMELESS, SIMILAR, Asked, Formula, Target, add_wording
from wildwood.kernel.tolerant import Wording, wording_of

_WIDE_LOOKED_UP = 20_000
_WIDE_SHIFT = np.int64(32)
_WIDE_MASK = np.int64((1 << 32) - 1)


class WidePapers:
    """Papers with too many features to be looked up by their pairs."""

    def __init__(self, columns: FeatureColumns, numbers: Ints) -> None:
        self._numbers = numbers
        self._authors = _PapersByFeature(columns.authors)
        self._titles = _PapersByFeature(columns.titles)

    def hits(self, columns: FeatureColumns) -> Iterator[Hits]:
        if not len(self._numbers):
            return
        for first, piece in columns.pieces(_WIDE_LOOKED_UP):
            rows = self._authors.rows(piece.authors)
            rows += self._titles.rows(piece.titles)
            cuts = postings.cuts_of(rows, _ROWS)
            for start, part in zip(cuts, piece.parts(cuts), strict=False):
                yield self._hits(part, first + start)

    def _hits(self, part: FeatureColumns, first: int) -> Hits:
        authors, author_counts = self._authors.shared(part.authors)
        titles, title_counts = self._titles.shared(part.titles)
        pairs, by_author, by_title = np.intersect1d(
            authors, titles, assume_unique=True, return_indices=True
        )
        positions, numbers = (pairs >> _WIDE_SHIFT) + first, self._numbers[pairs & _WIDE_MASK]
        return Hits(positions, numbers, author_counts[by_author], title_counts[by_title])


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


class _QueryKeys(NamedTuple):
    """The keys of papers of a query that the index has."""

    positions: Ints
    authors: Ints  # the index of the author feature of the key in its paper
    firsts: Ints  # where the papers of the key begin in the index
    times: Ints  # how many they are


class Piece(NamedTuple):
    first: int  # the position of the first paper in the query
    columns: FeatureColumns
    keys: _QueryKeys


class PairIndex:
    def __init__(self, columns: FeatureColumns, least: int, most_bytes: float) -> None:
        """Index keys that `least` papers have; with 2, only these papers can be queried."""
        self._columns = columns
        keys, times, self._owners = postings.postings_of(columns, least, most_bytes)
        self._keys = SortedKeys(keys)
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
                piece_keys = _QueryKeys(*(array[key:end] for array in keys))
                piece_keys = piece_keys._replace(positions=piece_keys.positions - start)
                yield Piece(first + start, columns, piece_keys)

    def hits(self, piece: Piece, among: Scope | None = None) -> Hits:
        key_hits = self._key_hits(piece.keys, among)
        return postings.joined([key_hits, *self._wide_hits(piece.columns, among)])

    def _wide_hits(self, query: FeatureColumns, among: Scope | None) -> Iterator[Hits]:
        are_new_wide = postings.are_wide(query)
        wide = np.flatnonzero(are_new_wide)
        new_hits = WidePapers(query.selected(wide), wide).hits(self._columns)
        of_wide = (
            hits._replace(positions=hits.numbers, numbers=hits.positions) for hits in new_hits
        )
        old_hits = (hits.selected(~are_new_wide[hits.positions]) for hits in self._wide.hits(query))
        for hits in chain(of_wide, old_hits):
            yield hits if among is None else hits.selected(among.mask(hits.numbers))

    def _look_up(self, query: FeatureColumns) -> _QueryKeys:
        keys, positions, authors = postings.pair_keys(query)
        places = self._keys.places(keys)
        indexed = np.flatnonzero(places < len(self._keys))
        places = places[indexed]
        firsts = self._firsts[places]
        times = self._firsts[places + 1] - firsts
        return _QueryKeys(positions[indexed], authors[indexed], firsts, times)

    def _key_hits(self, keys: _QueryKeys, among: Scope | None) -> Hits:
        row = np.repeat(np.arange(len(keys.times)), keys.times)
        numbers = self._owners[keys.firsts[row] + counters(keys.times)]
        if among is not None:
            counts = among.mask(numbers)
            row, numbers = row[counts], numbers[counts]
        packed = (keys.positions << _POSITION.astype(np.int64) | keys.authors).astype(np.uint64)
        return _counted(packed[row] | numbers.astype(np.uint64) << _NUMBER)


def _counted(rows: Hashes) -> Hits:
    """Count co-features in sorted rows: the runs of a pair (authors) and the longest (titles)."""
    rows.sort()
    runs = postings.starts_of_runs(rows)
    run_lengths = np.diff(runs, append=len(rows))
    papers = rows[runs] >> _NUMBER
    pairs = postings.starts_of_runs(papers)
    papers = papers[pairs]
    return Hits(
        (papers >> (_POSITION - _NUMBER)).astype(np.int64),
        (papers & _NUMBER_MASK).astype(np.int64),
        np.diff(pairs, append=len(runs)),
        np.maximum.reduceat(run_lengths, pairs),
    )


class PersonIndex:
    def __init__(self, people: Column, least: int) -> None:
        """Index people that `least` papers have; with 2, only these papers can be queried."""
        papers = owners(people.totals).astype(np.int32)
        self._keys, times, self._papers = postings.posted(people.hashes, papers, least)
        self._firsts = np.append(0, np.cumsum(times, dtype=np.int64))

    def pairs(self, query: Column, among: Scope | None = None) -> Pairs:
        places = np.searchsorted(self._keys, query.hashes)
        ends = np.searchsorted(self._keys, query.hashes, "right")
        times = self._firsts[ends] - self._firsts[places]
        numbers = self._papers[np.repeat(self._firsts[places], times) + counters(times)]
        pairs = Pairs(np.repeat(owners(query.totals), times), numbers.astype(np.int64))
        return pairs if among is None else pairs.selected(among.mask(pairs.numbers))


_LEAST_BITS, _MOST_BITS = 16, 26
_SPARE_BITS = 2  # four times as many slots as occurrences, so that few features share one
_OCCURRENCES_AT_ONCE = 1 << 22


class TitleIndex:
    """Papers by the rarer ones of their title features; see `postings`."""

    def __init__(
        self, titles: Column, asked: Asked, least: int = 1, numbers: Ints | None = None
    ) -> None:
        self._titles, self._asked, self._least = titles, asked, least
        self._numbers = np.arange(len(titles.totals)) if numbers is None else numbers
        self._shared = SharedFeatures(titles)
        self._counts = FeatureCounts(titles.hashes)
        features = self._title_keys(titles)
        keys = features.keys(features.asked)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._papers = features.papers[order].astype(np.int32)
        self._remaining = features.remaining[order].astype(np.int32)

    def pairs(self, query: Column, among: Scope | None = None) -> Pairs:
        features = self._title_keys(query)
        features = features.selected(np.argsort(features.hashes))  # in order, they are found faster
        asked = range(self._asked.least, self._asked.enough + 1)
        joined = [self._joined(features, count, among) for count in asked]
        pairs = Pairs(*np.unique(np.concatenate(joined), axis=0).T)
        ours, theirs = query.totals[pairs.positions], self._titles.totals[pairs.numbers]
        least, enough, per_shared = self._asked
        shared = self._shared.counts(query, pairs)
        suffice = shared >= np.clip(np.minimum(ours, theirs), least, enough)
        pairs = pairs.selected(suffice & strength.share_enough(shared, ours, theirs, per_shared))
        return pairs._replace(numbers=self._numbers[pairs.numbers])

    def _joined(self, features: TitleKeys, asked: int, among: Scope | None) -> Ints:
        """Join with the indexed papers that need `asked` features; return rows of two papers."""
        needed = np.minimum(features.asked, asked)
        first = np.flatnonzero(features.remaining >= needed)
        keys = features.selected(first).keys(asked)
        start = np.searchsorted(self._keys, keys, "left")
        times = np.searchsorted(self._keys, keys, "right") - start
        row = np.repeat(np.arange(len(keys)), times)
        place = start[row] + counters(times)
        row = first[row]
        counts = self._remaining[place] >= needed[row]
        if among is not None:
            counts &= among.mask(self._numbers[self._papers[place]])
        return np.stack([features.papers[row[counts]], self._papers[place[counts]]], axis=1)

    def _title_keys(self, titles: Column) -> TitleKeys:
        """Return the features that find a paper: frequent enough, and followed by enough others."""
        counts = self._counts.counts(titles.hashes)
        features = postings.title_keys(titles, counts, self._asked.enough)
        finds = (counts >= self._least) & (features.remaining >= self._asked.least)
        return features.selected(finds)


class FeatureCounts:
    """Counts papers by feature in a table of fixed size; a count is never too small."""

    def __init__(self, hashes: Hashes) -> None:
        bits = min(max(len(hashes).bit_length() + _SPARE_BITS, _LEAST_BITS), _MOST_BITS)
        self._shift = np.uint64(64 - bits)
        self._counts: npt.NDArray[np.int32] = np.zeros(1 << bits, dtype=np.int32)
        for start in range(0, len(hashes), _OCCURRENCES_AT_ONCE):
            occurrences = self._places(hashes[start : start + _OCCURRENCES_AT_ONCE])
            places, counts = np.unique(occurrences, return_counts=True)
            self._counts[places] += counts.astype(np.int32)

    def counts(self, hashes: Hashes) -> Ints:
        return self._counts[self._places(hashes)].astype(np.int64)

    def _places(self, hashes: Hashes) -> Ints:
        return (hashes >> self._shift).astype(np.int64)


_PAPERS_AT_ONCE = 128  # looked up by titles and people; equal ones take much memory
_PAIR_BYTES, _FEATURE_BYTES = 40, 60  # of an open index, per pair and per title feature or person


class CandidateIndex:
    """Finds candidates for the indexed papers; an open one, which is larger, for any paper."""

    def __init__(
        self, columns: FeatureColumns, *, is_open: bool = False, most_bytes: float = math.inf
    ) -> None:
        """Index papers, or raise `IndexTooLargeError` if `most_bytes` are too little."""
        self._columns = columns
        self._least = 1 if is_open else 2
        self._pairs = PairIndex(columns, self._least, most_bytes)

    def targets(
        self, query: FeatureColumns, limits: Limits, formula: Formula, among: Scope | None = None
    ) -> Iterator[Target[int]]:
        """Yield targets by number; only earlier papers in `among` have the external limit."""
        first = among.first if among else 0
        for piece in self._pairs.pieces(query):
            hits = self._pairs.hits(piece, among)
            if formula.compares_words:
                hits = self._extend_hits(hits, piece.columns, among)
            limit = np.where(hits.numbers < first, limits.external, limits.internal)
            yield from self._targets(piece, hits, limit, formula)

    def _extend_hits(self, key_hits: Hits, query: FeatureColumns, among: Scope | None) -> Hits:
        """Drop hits that share too little, and add those of similar titles or a common person."""
        ours, theirs = query.titles.totals, self._columns.titles.totals
        totals = ours[key_hits.positions], theirs[key_hits.numbers]
        key_hits = key_hits.selected(strength.share_enough(key_hits.titles, *totals))
        key_pairs, hits = self._numbered(key_hits.pairs), [key_hits]
        for first, part in query.pieces(_PAPERS_AT_ONCE):
            wider = np.concatenate(list(map(self._numbered, self._wider(part, among))))
            new = np.setdiff1d(wider + first * self._columns.papers, key_pairs)
            pairs = Pairs(*np.divmod(new, self._columns.papers))
            titles = self._shared_titles.counts(query.titles, pairs)
            hits.append(Hits(*pairs, np.zeros_like(titles), titles))
        return postings.joined(hits)

    def _wider(self, query: FeatureColumns, among: Scope | None) -> Iterator[Pairs]:
        """Yield pairs of papers that are candidates without a common feature pair."""
        yield self._person_index.pairs(query.people, among)
        yield from (index.pairs(query.titles, among) for index in self._title_indexes)
        nameless = _nameless(query)
        if len(nameless):
            pairs = self._index_for_nameless.pairs(query.titles.selected(nameless), among)
            yield pairs._replace(positions=nameless[pairs.positions])

    @cached_property
    def _shared_titles(self) -> SharedFeatures:
        return SharedFeatures(self._columns.titles)

    @cached_property
    def _shared_words(self) -> SharedFeatures:
        return SharedFeatures(self._columns.words)

    @cached_property
    def _person_index(self) -> PersonIndex:
        return PersonIndex(self._columns.people, self._least)

    @cached_property
    def _title_indexes(self) -> tuple[TitleIndex, TitleIndex]:
        """All papers, and those without names."""
        titles, numbers = self._columns.titles, _nameless(self._columns)
        nameless = TitleIndex(titles.selected(numbers), NAMELESS, numbers=numbers)
        return TitleIndex(titles, SIMILAR, self._least), nameless

    @cached_property
    def _index_for_nameless(self) -> TitleIndex:
        return TitleIndex(self._columns.titles, NAMELESS, self._least)

    def _numbered(self, pairs: Pairs) -> Ints:
        return pairs.positions * self._columns.papers + pairs.numbers

    def _targets(
        self, piece: Piece, hits: Hits, limit: npt.NDArray[np.float64], formula: Formula
    ) -> Iterator[Target[int]]:
        new, old = _counts(piece.columns, hits.positions), _counts(self._columns, hits.numbers)
        if formula.compares_words:
            most = CountArrays(hits.authors, hits.titles, np.minimum(new.words, old.words))
            above = which_pass(most, new, old, limit, formula)
            hits, limit = hits.selected(above), limit[above]
            new, old = (CountArrays(*(array[above] for array in side)) for side in (new, old))
            words = self._shared_words.counts(piece.columns.words, hits.pairs)
        else:
            words = np.zeros_like(hits.titles)
        shared = CountArrays(hits.authors, hits.titles, words)
        above = which_pass(shared, new, old, limit, formula)
        rows = np.stack([column[above] for column in (*hits, *old[:2])], axis=1)
        for position, number, authors, titles, known_authors, known_titles in rows.tolist():
            totals = Totals(known_authors, known_titles)
            yield Target(piece.first + position, number, Totals(authors, titles), totals)


def _nameless(columns: FeatureColumns) -> Ints:
    return np.flatnonzero(columns.authors.totals == 0)


def _counts(columns: FeatureColumns, papers: Ints) -> CountArrays[npt.NDArray[Any]]:
    kinds = (columns.authors, columns.titles, columns.words)
    return CountArrays(*(kind.totals[papers] for kind in kinds))


def bytes_while_made(columns: FeatureColumns, formula: Formula) -> int:
    bytes_of_pairs = _PAIR_BYTES * int(postings.pair_counts(columns).sum())
    if not formula.compares_words:
        return bytes_of_pairs
    titles = 2 if len(_nameless(columns)) else 1
    features = titles * len(columns.titles.hashes) + len(columns.people.hashes)
    return bytes_of_pairs + _FEATURE_BYTES * features


class NumberedPapers:
    def __init__(self, hash_of: Callable[[str], int] = hash, *, with_words: bool = True) -> None:
        """Processes that share papers need `stable_hash`."""
        self._with_words = with_words
        self._table = feature_columns.FeatureTable(hash_of, with_words=with_words)
        self.words = feature_columns.PackedTexts()

    def add(self, features: Features) -> None:
        wording = wording_of(features) if self._with_words else None
        self._table.add(features, wording)
        if wording:
            self.words.append(feature_columns.packed_wording(wording))

    def columns(self) -> FeatureColumns:
        """Return all columns; no paper can be added while they are in use."""
        return self._table.columns()

    def indexed(self, *, is_open: bool = False) -> "IndexedPapers":
        columns = self.columns()
        return IndexedPapers(columns, CandidateIndex(columns, is_open=is_open), self.words)


class IndexedPapers:
    def __init__(
        self, columns: FeatureColumns, index: CandidateIndex, words: feature_columns.Texts
    ) -> None:
        self._columns, self._index, self._words = columns, index, words

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        query = feature_columns.columns_of(issue, formula)
        targets = self._index.targets(query, Limits(limit, limit), formula)
        return add_wording(targets, self.wording, formula)

    def earlier_targets(
        self, papers: range, limit: float, formula: Formula
    ) -> Iterator[Target[int]]:
        """Yield the targets that have smaller numbers than their paper."""
        query = self._columns.part(papers.start, papers.stop)
        targets = self._index.targets(query, Limits(limit, limit), formula)
        earlier = (target for target in targets if target.key < papers[target.position])
        return add_wording(earlier, self.wording, formula)

    def totals(self, papers: range) -> list[Totals]:
        return self._columns.part(papers.start, papers.stop).paper_totals()

    def wording(self, number: int) -> Wording:
        return feature_columns.unpacked_wording(self._words[number])


def indexed(
    papers: Iterable[Features], *, with_words: bool = True, is_open: bool = False
) -> IndexedPapers:
    numbered = NumberedPapers(with_words=with_words)
    for features in papers:
        numbered.add(features)
    return numbered.indexed(is_open=is_open)
