"""Papers in memory that are found by feature pairs and, if a formula asks for it, by titles."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from wildwood.matching.counted_papers import CountedPapers
from wildwood.matching.feature_columns import FeatureColumns, FeatureTable, Ints
from wildwood.matching.feature_pairs import FeaturePairIndex
from wildwood.matching.pair_postings import NO_BOUNDS, Bounds
from wildwood.matching.shared_features import Hits, joined
from wildwood.matching.similar_titles import TitleIndex
from wildwood.matching.target_index import Target
from wildwood.model import Features, Limits, Totals
from wildwood.scoring.bounds import SLACK, CountArrays
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import greatest_strength

TargetRows = npt.NDArray[np.int32]
"""A row for each target: the position of the new paper, the number of the known one, what they
share, and the totals of the known one, first of authors and then of titles."""

NO_ROWS: TargetRows = np.empty((0, 6), dtype=np.int32)

_BY_TITLES = 128
"""Papers that are looked up by their titles at once, so that equal ones do not fill the memory."""


class CandidateIndex:
    """The first papers of a table, all if there are no bounds.

    It can be queried for papers of the table only.
    """

    def __init__(self, columns: FeatureColumns, bounds: Bounds = NO_BOUNDS) -> None:
        self._columns = columns
        self._pairs = FeaturePairIndex(columns, bounds)
        self._titles: TitleIndex | None = None

    @property
    def papers(self) -> int:
        """How many papers it has."""
        return self._pairs.papers

    def targets(
        self,
        query: FeatureColumns,
        limits: Limits,
        formula: Formula,
        among: CountedPapers | None = None,
    ) -> Iterator[Target[int]]:
        """Yield the targets of the papers of a query by their number in the index.

        Args:
            query: the papers to be compared.
            limits: what the strengths must exceed; the internal limit is that of all pairs with a
                paper which `among` does not count as an earlier one.
            formula: the formula of the strength.
            among: selects the papers of the index that count; by default, all do.
        """
        for rows in self.rows(query, limits, formula, among):
            yield from targets_of(rows)

    def rows(
        self,
        query: FeatureColumns,
        limits: Limits,
        formula: Formula,
        among: CountedPapers | None,
    ) -> Iterator[TargetRows]:
        """Yield the rows of `targets` in several arrays."""
        first = among.first if among else 0
        for piece in self._pairs.pieces(query):
            hits = self._pairs.hits(piece, among)
            if formula.finds_titles:
                hits = self._with_titles(hits, piece.columns, among)
            limit = np.where(hits.numbers < first, limits.external, limits.internal)
            rows = rows_above(hits, piece.columns, self._columns, limit, formula)
            rows[:, 0] += piece.first
            yield rows

    def _with_titles(self, found: Hits, query: FeatureColumns, among: CountedPapers | None) -> Hits:
        if self._titles is None:
            self._titles = TitleIndex(self._columns, self.papers)
        known, hits = self._numbered(found), [found]
        for first, part in query.pieces(_BY_TITLES):
            by_titles = self._titles.hits(part, among)
            by_titles = by_titles._replace(positions=by_titles.positions + first)
            new = ~np.isin(self._numbered(by_titles), known)
            hits.append(by_titles.selected(new))
        return joined(hits)

    def _numbered(self, hits: Hits) -> Ints:
        """Return a different number for each pair of papers."""
        return hits.positions * self.papers + hits.numbers


def columns_of(papers: Sequence[Features]) -> FeatureColumns:
    """Return the features of papers as hashes."""
    table = FeatureTable()
    for features in papers:
        table.add(features)
    return table.columns()


def rows_above(
    hits: Hits,
    query: FeatureColumns,
    known: FeatureColumns,
    limit: float | npt.NDArray[np.float64],
    formula: Formula,
) -> TargetRows:
    """Return the hits that can exceed their limit, or fall short of it by rounding only."""
    shared = CountArrays(hits.authors, hits.titles)
    new = CountArrays(query.author_totals[hits.positions], query.title_totals[hits.positions])
    old = CountArrays(known.author_totals[hits.numbers], known.title_totals[hits.numbers])
    above = greatest_strength(shared, new, old, formula) > limit - SLACK
    return np.stack([column[above] for column in (*hits, *old)], axis=1, dtype=np.int32)


def targets_of(rows: TargetRows) -> Iterator[Target[int]]:
    """Yield the targets of rows."""
    for position, number, authors, titles, known_authors, known_titles in rows.tolist():
        shared, known = Totals(authors, titles), Totals(known_authors, known_titles)
        yield Target(position, number, shared, known)
