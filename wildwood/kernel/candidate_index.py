"""Papers in memory that are found by all that makes papers candidates."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wildwood.kernel.bounds import SLACK, CountArrays, strength_at_most
from wildwood.kernel.feature_columns import (
    Column,
    FeatureColumns,
    FeatureTable,
    Hashes,
    Ints,
    PackedTexts,
    columns_of,
    counters,
    owners,
    packed_wording,
    unpacked_wording,
)
from wildwood.kernel.model import Features, Limits, Totals
from wildwood.kernel.pair_index import PairIndex
from wildwood.kernel.postings import (
    Hits,
    Pairs,
    Scope,
    SharedFeatures,
    TitleKeys,
    joined,
    pair_counts,
    posted,
    title_keys,
)
from wildwood.kernel.strength import NAMELESS, SIMILAR, Asked, Formula, share_enough
from wildwood.kernel.targets import Target, add_wording
from wildwood.kernel.tolerant import Wording, wording_of


class PersonIndex:
    """Papers by the people in their names."""

    def __init__(self, people: Column, least: int) -> None:
        """Index papers by people that at least so many of them have.

        With 2, it can be queried for these papers only.
        """
        papers = owners(people.totals).astype(np.int32)
        self._keys, times, self._papers = posted(people.hashes, papers, least)
        self._firsts = np.append(0, np.cumsum(times, dtype=np.int64))

    def pairs(self, query: Column, among: Scope | None = None) -> Pairs:
        """Return pairs of a paper of the query and one of the index, as often as they share one.

        `among` selects the papers of the index that count; by default, all do.
        """
        places = np.searchsorted(self._keys, query.hashes)
        ends = np.searchsorted(self._keys, query.hashes, "right")
        times = self._firsts[ends] - self._firsts[places]
        numbers = self._papers[np.repeat(self._firsts[places], times) + counters(times)]
        pairs = Pairs(np.repeat(owners(query.totals), times), numbers.astype(np.int64))
        return pairs if among is None else pairs.selected(among.mask(pairs.numbers))


_LEAST_BITS, _MOST_BITS = 16, 26
_SPARE_BITS = 2
"""Four times as many places as occurrences, so that few features share one."""
_OCCURRENCES_AT_ONCE = 1 << 22
"""Occurrences that are counted at once."""


class TitleIndex:
    """Papers by the rarer ones of their title features."""

    def __init__(
        self, titles: Column, asked: Asked, least: int = 1, numbers: Ints | None = None
    ) -> None:
        """Index papers by features that at least so many of them have.

        With 2, it can be queried for these papers only.

        Args:
            titles: their title features.
            asked: how many must be common.
            least: how many papers must have a feature.
            numbers: the numbers of the papers, if not by their order.
        """
        self._titles, self._asked, self._least = titles, asked, least
        self._numbers = np.arange(len(titles.totals)) if numbers is None else numbers
        self._shared = SharedFeatures(titles)
        self._counts = FeatureCounts(titles.hashes)
        found = self._title_keys(titles)
        keys = found.keys(found.asked)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._papers = found.papers[order].astype(np.int32)
        self._remaining = found.remaining[order].astype(np.int32)

    def pairs(self, query: Column, among: Scope | None = None) -> Pairs:
        """Return each pair of a paper of the query and one of the index with similar titles.

        `among` selects the papers of the index that count; by default, all do.
        """
        found = self._title_keys(query)
        found = found.selected(np.argsort(found.hashes))  # in order, they are found faster
        asked = range(self._asked.least, self._asked.enough + 1)
        joined = [self._joined(found, one, among) for one in asked]
        pairs = Pairs(*np.unique(np.concatenate(joined), axis=0).T)
        ours, theirs = query.totals[pairs.positions], self._titles.totals[pairs.numbers]
        least, enough, per_shared = self._asked
        shared = self._shared.counts(query, pairs)
        pairs = pairs.selected(
            (shared >= np.clip(np.minimum(ours, theirs), least, enough))
            & share_enough(shared, ours, theirs, per_shared)
        )
        return pairs._replace(numbers=self._numbers[pairs.numbers])

    def _joined(self, found: TitleKeys, asked: int, among: Scope | None) -> Ints:
        """Join with the papers of the index that ask for so much; return rows of two papers."""
        needed = np.minimum(found.asked, asked)
        first = np.flatnonzero(found.remaining >= needed)
        keys = found.selected(first).keys(asked)
        start = np.searchsorted(self._keys, keys, "left")
        times = np.searchsorted(self._keys, keys, "right") - start
        row = np.repeat(np.arange(len(keys)), times)
        place = start[row] + counters(times)
        row = first[row]
        counts = self._remaining[place] >= needed[row]
        if among is not None:
            counts &= among.mask(self._numbers[self._papers[place]])
        return np.stack([found.papers[row[counts]], self._papers[place[counts]]], axis=1)

    def _title_keys(self, titles: Column) -> TitleKeys:
        """Return the features that can be the first that papers share.

        They are in papers of the index, and enough others of their paper follow.
        """
        counts = self._counts.of(titles.hashes)
        found = title_keys(titles, counts, self._asked.enough)
        return found.selected((counts >= self._least) & (found.remaining >= self._asked.least))


class FeatureCounts:
    """Counts how many papers have a feature, for very many features.

    Rare ones can share a place. Equal features have equal counts, and none is too small.
    """

    def __init__(self, hashes: Hashes) -> None:
        """Count all occurrences."""
        bits = min(max(len(hashes).bit_length() + _SPARE_BITS, _LEAST_BITS), _MOST_BITS)
        self._shift = np.uint64(64 - bits)
        self._counts: npt.NDArray[np.int32] = np.zeros(1 << bits, dtype=np.int32)
        for start in range(0, len(hashes), _OCCURRENCES_AT_ONCE):
            places, counts = np.unique(
                self._places(hashes[start : start + _OCCURRENCES_AT_ONCE]), return_counts=True
            )
            self._counts[places] += counts.astype(np.int32)

    def of(self, hashes: Hashes) -> Ints:
        """Return the counts of features."""
        return self._counts[self._places(hashes)].astype(np.int64)

    def _places(self, hashes: Hashes) -> Ints:
        return (hashes >> self._shift).astype(np.int64)


_PAPERS_AT_ONCE = 128
"""Papers that are looked up by titles and people at once, so that equal ones do not fill the
memory."""
_PAIR_BYTES, _FEATURE_BYTES = 40, 60
"""What a feature pair, and a title feature or a person, take while an index of all keys is made."""


class CandidateIndex:
    """Papers in memory, found by the papers that they are candidates of.

    It is closed, or open to papers that it does not have. A closed one needs less memory, since
    it drops the keys of single papers.
    """

    def __init__(
        self, columns: FeatureColumns, *, is_open: bool = False, most_bytes: float = math.inf
    ) -> None:
        """Index papers.

        Args:
            columns: the papers.
            is_open: index them for any papers, not for themselves only.
            most_bytes: about how much memory there is.

        Raises:
            IndexTooLargeError: the memory is too little.
        """
        self._columns = columns
        self._least = 1 if is_open else 2
        self._pairs = PairIndex(columns, self._least, most_bytes)

    def targets(
        self,
        query: FeatureColumns,
        limits: Limits,
        formula: Formula,
        among: Scope | None = None,
    ) -> Iterator[Target[int]]:
        """Yield the targets of the papers of a query by their number in the index.

        Targets that cannot exceed their limit are left out.

        Args:
            query: the papers to be compared.
            limits: what the strengths must exceed; the internal limit is that of all pairs with a
                paper which `among` does not count as an earlier one.
            formula: the formula of the strength.
            among: selects the papers of the index that count; by default, all do.
        """
        first = among.first if among else 0
        for piece in self._pairs.pieces(query):
            hits = self._pairs.hits(piece, among)
            if formula.compares_words:
                hits = self._with_more(hits, piece.columns, among)
            limit = np.where(hits.numbers < first, limits.external, limits.internal)
            yield from self._targets(piece.first, piece.columns, hits, limit, formula)

    def _with_more(self, found: Hits, query: FeatureColumns, among: Scope | None) -> Hits:
        """Leave out hits that share too little, and add those of similar titles or a person."""
        totals = query.titles.totals[found.positions], self._columns.titles.totals[found.numbers]
        found = found.selected(share_enough(found.titles, *totals))
        known, hits = self._numbered(found.pairs), [found]
        for first, part in query.pieces(_PAPERS_AT_ONCE):
            joined_pairs = np.concatenate(
                [self._numbered(pairs) for pairs in self._wider(part, among)]
            )
            new = np.setdiff1d(joined_pairs + first * self._columns.papers, known)
            pairs = Pairs(*np.divmod(new, self._columns.papers))
            titles = self._shared_titles.counts(query.titles, pairs)
            hits.append(Hits(*pairs, np.zeros_like(titles), titles))
        return joined(hits)

    def _wider(self, query: FeatureColumns, among: Scope | None) -> Iterator[Pairs]:
        """Yield pairs of papers that are candidates if they share no feature pair."""
        yield self._by_person.pairs(query.people, among)
        yield self._by_title.pairs(query.titles, among)
        yield self._nameless.pairs(query.titles, among)
        nameless = _nameless(query)
        if len(nameless):
            pairs = self._by_title_of_nameless.pairs(query.titles.selected(nameless), among)
            yield pairs._replace(positions=nameless[pairs.positions])

    @cached_property
    def _shared_titles(self) -> SharedFeatures:
        return SharedFeatures(self._columns.titles)

    @cached_property
    def _shared_words(self) -> SharedFeatures:
        return SharedFeatures(self._columns.words)

    @cached_property
    def _by_person(self) -> PersonIndex:
        return PersonIndex(self._columns.people, self._least)

    @cached_property
    def _by_title(self) -> TitleIndex:
        return TitleIndex(self._columns.titles, SIMILAR, self._least)

    @cached_property
    def _nameless(self) -> TitleIndex:
        numbers = _nameless(self._columns)
        return TitleIndex(self._columns.titles.selected(numbers), NAMELESS, numbers=numbers)

    @cached_property
    def _by_title_of_nameless(self) -> TitleIndex:
        return TitleIndex(self._columns.titles, NAMELESS, self._least)

    def _numbered(self, pairs: Pairs) -> Ints:
        """Return a different number for each pair of papers."""
        return pairs.positions * self._columns.papers + pairs.numbers

    def _targets(
        self,
        first: int,
        query: FeatureColumns,
        hits: Hits,
        limit: npt.NDArray[np.float64],
        formula: Formula,
    ) -> Iterator[Target[int]]:
        """Yield the hits that can exceed their limit, or fall short of it by rounding only."""
        new, old = _counts(query, hits.positions), _counts(self._columns, hits.numbers)
        if formula.compares_words:
            most = CountArrays(hits.authors, hits.titles, np.minimum(new.words, old.words))
            above = strength_at_most(most, new, old, formula) > limit - SLACK
            hits, limit = hits.selected(above), limit[above]
            new, old = (CountArrays(*(array[above] for array in one)) for one in (new, old))
            words = self._shared_words.counts(query.words, hits.pairs)
        else:
            words = np.zeros_like(hits.titles)
        shared = CountArrays(hits.authors, hits.titles, words)
        above = strength_at_most(shared, new, old, formula) > limit - SLACK
        rows = np.stack([column[above] for column in (*hits, *old[:2])], axis=1)
        for position, number, authors, titles, known_authors, known_titles in rows.tolist():
            totals = Totals(known_authors, known_titles)
            yield Target(first + position, number, Totals(authors, titles), totals)


def _nameless(columns: FeatureColumns) -> Ints:
    return np.flatnonzero(columns.authors.totals == 0)


def _counts(columns: FeatureColumns, papers: Ints) -> CountArrays:
    kinds = (columns.authors, columns.titles, columns.words)
    return CountArrays(*(kind.totals[papers] for kind in kinds))


def bytes_while_made(columns: FeatureColumns, formula: Formula) -> int:
    """Return about how much memory it takes to make an open index of papers."""
    bytes_of_pairs = _PAIR_BYTES * int(pair_counts(columns).sum())
    if not formula.compares_words:
        return bytes_of_pairs
    titles = 2 if len(_nameless(columns)) else 1
    features = titles * len(columns.titles.hashes) + len(columns.people.hashes)
    return bytes_of_pairs + _FEATURE_BYTES * features


class NumberedPapers:
    """The features of papers, numbered in the order in which they are added."""

    def __init__(self, *, with_words: bool = True) -> None:
        """Start without papers; a formula that compares words needs them."""
        self._with_words = with_words
        self._table, self._words = FeatureTable(with_words=with_words), PackedTexts()

    def add(self, features: Features) -> None:
        """Add a paper; its number is how many were added before."""
        wording = wording_of(features) if self._with_words else None
        self._table.add(features, wording)
        if wording:
            self._words.append(packed_wording(wording))

    def indexed(self, *, is_open: bool = False) -> "IndexedPapers":
        """Build the index, for any papers or these only; after that, no paper can be added."""
        columns = self._table.columns()
        return IndexedPapers(columns, CandidateIndex(columns, is_open=is_open), self._words)


class IndexedPapers:
    """Papers by their number."""

    def __init__(self, columns: FeatureColumns, index: CandidateIndex, words: PackedTexts) -> None:
        self._columns, self._index, self._words = columns, index, words

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        found = self._index.targets(columns_of(issue, formula), Limits(limit, limit), formula)
        return add_wording(found, self.wording, formula)

    def earlier_targets(
        self, papers: range, limit: float, formula: Formula
    ) -> Iterator[Target[int]]:
        """Yield the targets of some of these papers that have smaller numbers than they have."""
        query = self._columns.between(papers.start, papers.stop)
        found = self._index.targets(query, Limits(limit, limit), formula)
        earlier = (target for target in found if target.key < papers[target.position])
        return add_wording(earlier, self.wording, formula)

    def totals(self, papers: range) -> list[Totals]:
        """Return the totals of some papers."""
        return self._columns.between(papers.start, papers.stop).paper_totals()

    def wording(self, number: int) -> Wording:
        """Return the words of a paper, if they were added."""
        return unpacked_wording(self._words[number])


def indexed(
    papers: Iterable[Features], *, with_words: bool = True, is_open: bool = False
) -> IndexedPapers:
    """Return an index of these papers; see `NumberedPapers`."""
    numbered = NumberedPapers(with_words=with_words)
    for features in papers:
        numbered.add(features)
    return numbered.indexed(is_open=is_open)
