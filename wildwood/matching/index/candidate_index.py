"""Papers in memory that are found by all that makes papers candidates."""

import math
from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wildwood.matching.index.columns import FeatureColumns, Ints
from wildwood.matching.index.hits import Hits, Pairs, SharedFeatures, joined
from wildwood.matching.index.keys import pair_counts
from wildwood.matching.index.pair_index import PairIndex
from wildwood.matching.index.person_index import PersonIndex
from wildwood.matching.index.scope import Scope
from wildwood.matching.index.title_index import TitleIndex
from wildwood.matching.target_index import Target
from wildwood.model import Limits, Totals
from wildwood.scoring.bounds import SLACK, CountArrays, strength_at_most
from wildwood.scoring.candidates import NAMELESS, SIMILAR, share_enough
from wildwood.scoring.formulas import Formula

_AT_ONCE = 128
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
        for first, part in query.pieces(_AT_ONCE):
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
