"""Papers in memory that are found by feature pairs and, if a formula asks for it, by titles."""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from wildwood.matching.index.columns import FeatureColumns, Ints
from wildwood.matching.index.hits import Hits, joined
from wildwood.matching.index.keys import pair_counts
from wildwood.matching.index.pair_index import PairIndex
from wildwood.matching.index.scope import Scope
from wildwood.matching.index.title_index import TitleIndex
from wildwood.matching.target_index import Target
from wildwood.model import Limits, Totals
from wildwood.scoring.bounds import SLACK, CountArrays
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import greatest_strength

_BY_TITLES = 128
"""Papers that are looked up by their titles at once, so that equal ones do not fill the memory."""
_PAIR_BYTES, _TITLE_BYTES = 40, 60
"""What a feature pair and a title feature take while an index of all keys is made."""


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
        self._titles: TitleIndex | None = None

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
            if formula.finds_titles:
                hits = self._with_titles(hits, piece.columns, among)
            limit = np.where(hits.numbers < first, limits.external, limits.internal)
            yield from self._targets(piece.first, piece.columns, hits, limit, formula)

    def _with_titles(self, found: Hits, query: FeatureColumns, among: Scope | None) -> Hits:
        if self._titles is None:
            self._titles = TitleIndex(self._columns, self._least)
        known, hits = self._numbered(found), [found]
        for first, part in query.pieces(_BY_TITLES):
            by_titles = self._titles.hits(part, among)
            by_titles = by_titles._replace(positions=by_titles.positions + first)
            new = ~np.isin(self._numbered(by_titles), known)
            hits.append(by_titles.selected(new))
        return joined(hits)

    def _numbered(self, hits: Hits) -> Ints:
        """Return a different number for each pair of papers."""
        return hits.positions * len(self._columns.title_totals) + hits.numbers

    def _targets(
        self,
        first: int,
        query: FeatureColumns,
        hits: Hits,
        limit: npt.NDArray[np.float64],
        formula: Formula,
    ) -> Iterator[Target[int]]:
        """Yield the hits that can exceed their limit, or fall short of it by rounding only."""
        shared, known = CountArrays(hits.authors, hits.titles), self._columns
        new = CountArrays(query.author_totals[hits.positions], query.title_totals[hits.positions])
        old = CountArrays(known.author_totals[hits.numbers], known.title_totals[hits.numbers])
        above = greatest_strength(shared, new, old, formula) > limit - SLACK
        rows = np.stack([column[above] for column in (*hits, *old)], axis=1)
        for position, number, authors, titles, known_authors, known_titles in rows.tolist():
            totals = Totals(known_authors, known_titles)
            yield Target(first + position, number, Totals(authors, titles), totals)


def bytes_while_made(columns: FeatureColumns, formula: Formula) -> int:
    """Return about how much memory it takes to make an open index of papers."""
    titles = int(columns.title_totals.sum()) if formula.finds_titles else 0
    return _PAIR_BYTES * int(pair_counts(columns).sum()) + _TITLE_BYTES * titles
