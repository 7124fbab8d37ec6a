"""Target indexes in memory: the papers of one issue, and all issues of a rebuild."""

import datetime
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from wildwood.matching.feature_pairs import (
    FeatureColumns,
    FeaturePairIndex,
    FeatureTable,
    Hits,
    Ints,
    Mask,
)
from wildwood.matching.target_index import Target
from wildwood.matching.versions import issue_versions
from wildwood.model import SPECIFIED, Features, Formula, Paper, Totals
from wildwood.scoring.bounds import SLACK, CountArrays
from wildwood.scoring.similarity import weighted_mean

_NEVER = np.iinfo(np.int64).max
_PIECE = 128
"""Papers that are looked up at once, so that an issue of equal papers does not fill the memory."""


class IssueIndex:
    """The papers of one issue by position; it finds targets for these papers only."""

    def __init__(self, issue: Sequence[Features]) -> None:
        self._index = FeaturePairIndex(_columns(issue))

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        for first, query in _pieces(issue):
            hits = self._index.hits(query)
            for target in _above_limit(hits, query, self._index.columns, limit, formula):
                yield target._replace(position=first + target.position)


class PastIssues:
    """The issues of a rebuild, added in date order, to be compared with those before them."""

    def __init__(self) -> None:
        self._table = FeatureTable()
        self._handles: list[str] = []
        self._issues: list[int] = []
        self._not_targets: list[int] = []

    def add_issue(
        self, date: datetime.date, papers: Sequence[Paper], unstored: Collection[str] = ()
    ) -> None:
        """Add an issue that is later than all before.

        Of papers with the same handle, one is a target (see `issue_versions`). Papers whose
        handle is in `unstored` can be queried for targets but are not targets themselves.
        """
        day = date.toordinal()
        versions = issue_versions(papers)
        for paper in papers:
            if paper.handle in unstored or versions[paper.handle] is not paper:
                self._not_targets.append(len(self._handles))
            self._table.add(paper.features)
            self._handles.append(paper.handle)
            self._issues.append(day)

    def indexed(self) -> "IndexedIssues":
        """Build the index; after that, no issue can be added."""
        issues = np.array(self._issues, dtype=np.int64)
        issues[self._not_targets] = _NEVER
        return IndexedIssues(FeaturePairIndex(self._table.columns()), self._handles, issues)


@dataclass(frozen=True, slots=True)
class IndexedIssues:
    """The issues of a rebuild, indexed by the features of their papers."""

    index: FeaturePairIndex
    handles: Sequence[str]
    issues: Ints
    """For each paper, the day from which on it is a target: that of its issue (proleptic Gregorian
    ordinal)."""

    def history(self, before: datetime.date) -> "InMemoryHistory":
        """Return the papers of the issues before a date."""
        return InMemoryHistory(self, self.issues < before.toordinal())


@dataclass(frozen=True, slots=True)
class InMemoryHistory:
    """The papers of the issues before a date; it finds targets for papers of these issues only."""

    archive: IndexedIssues
    among: Mask

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = SPECIFIED
    ) -> Iterator[Target[str]]:
        """Implement `TargetIndex.targets`."""
        index, handles = self.archive.index, self.archive.handles
        for first, query in _pieces(issue):
            hits = index.hits(query, self.among)
            for position, number, shared, totals in _above_limit(
                hits, query, index.columns, limit, formula
            ):
                yield Target(first + position, handles[number], shared, totals)


def _pieces(papers: Sequence[Features]) -> Iterator[tuple[int, FeatureColumns]]:
    """Yield the papers in pieces, each with the position of its first paper."""
    for first in range(0, len(papers), _PIECE):
        yield first, _columns(papers[first : first + _PIECE])


def _columns(papers: Sequence[Features]) -> FeatureColumns:
    table = FeatureTable()
    for features in papers:
        table.add(features)
    return table.columns()


def _above_limit(
    hits: Hits, query: FeatureColumns, known: FeatureColumns, limit: float, formula: Formula
) -> Iterator[Target[int]]:
    """Yield the hits whose strength exceeds the limit, or falls short of it by rounding only."""
    shared = CountArrays(hits.authors, hits.titles)
    new = CountArrays(query.author_totals[hits.positions], query.title_totals[hits.positions])
    old = CountArrays(known.author_totals[hits.numbers], known.title_totals[hits.numbers])
    for row in np.flatnonzero(weighted_mean(shared, new, old, formula) > limit - SLACK):
        yield Target(
            int(hits.positions[row]),
            int(hits.numbers[row]),
            Totals(int(shared.authors[row]), int(shared.titles[row])),
            Totals(int(old.authors[row]), int(old.titles[row])),
        )
