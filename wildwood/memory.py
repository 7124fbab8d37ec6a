"""Target indexes in memory: one issue, and the whole history of a rebuild."""

import datetime
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from wildwood.bounds import SLACK, Counts, strengths
from wildwood.model import SPECIFIED, Features, Formula, Paper, Totals
from wildwood.pairs import Columns, FeatureTable, Ints, Mask, PairIndex
from wildwood.targets import Target


class IssueIndex:
    """The papers of one issue, by their position in it."""

    def __init__(self, issue: Sequence[Features]) -> None:
        self._index = PairIndex(_columns(issue))

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = SPECIFIED
    ) -> Iterator[Target[int]]:
        """See `TargetIndex.targets`; it can be asked about its own papers only."""
        return _above(limit, formula, _columns(issue), self._index)


class Archive:
    """All issues of a rebuild, each to be compared with those before it."""

    def __init__(self) -> None:
        self._table = FeatureTable()
        self._handles: list[str] = []
        self._issues: list[int] = []
        self._latest: dict[str, int] = {}
        self._replaced: dict[int, int] = {}

    def add_issue(
        self, date: datetime.date, papers: Sequence[Paper], unstored: Collection[str] = ()
    ) -> None:
        """Add an issue of a later date than all before.

        Of papers with one handle the last counts; those that are not stored may ask for
        their targets and are none themselves.
        """
        day = date.toordinal()
        for paper in papers:
            number = len(self._handles)
            if paper.handle in unstored:
                self._replaced[number] = day
            else:
                if (earlier := self._latest.get(paper.handle)) is not None:
                    self._replaced[earlier] = day
                self._latest[paper.handle] = number
            self._table.add(paper.features)
            self._handles.append(paper.handle)
            self._issues.append(day)

    def indexed(self) -> "IndexedArchive":
        """The archive, ready to be asked; nothing is added any more."""
        replaced = np.full(len(self._handles), np.iinfo(np.int64).max)
        replaced[list(self._replaced)] = list(self._replaced.values())
        return IndexedArchive(
            PairIndex(self._table.columns()), self._handles, np.array(self._issues), replaced
        )


@dataclass(frozen=True, slots=True)
class IndexedArchive:
    """All issues of a rebuild, by their papers' features."""

    index: PairIndex
    handles: Sequence[str]
    issues: Ints
    """Of each paper, the day of its issue."""
    replaced: Ints
    """Of each paper, the day of the next issue with its handle."""

    def history(self, before: datetime.date) -> "ArchiveHistory":
        """The papers of the issues before a date."""
        day = before.toordinal()
        return ArchiveHistory(self, (self.issues < day) & (day <= self.replaced))


@dataclass(frozen=True, slots=True)
class ArchiveHistory:
    """The papers of the issues before a date; a `TargetIndex` by handle."""

    archive: IndexedArchive
    among: Mask

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = SPECIFIED
    ) -> Iterator[Target[str]]:
        """See `TargetIndex.targets`; it can be asked about papers of the archive only."""
        found = _above(limit, formula, _columns(issue), self.archive.index, self.among)
        for position, number, shared, totals in found:
            yield Target(position, self.archive.handles[number], shared, totals)


def _columns(papers: Sequence[Features]) -> Columns:
    table = FeatureTable()
    for features in papers:
        table.add(features)
    return table.columns()


def _above(
    limit: float, formula: Formula, query: Columns, index: PairIndex, among: Mask | None = None
) -> Iterator[Target[int]]:
    """The hits whose strength is, but for floating point, above the limit."""
    hits = index.hits(query, among)
    new, known = query, index.columns
    shared = Counts(hits.authors, hits.titles)
    asking = Counts(new.author_totals[hits.positions], new.title_totals[hits.positions])
    found = Counts(known.author_totals[hits.numbers], known.title_totals[hits.numbers])
    for row in np.flatnonzero(strengths(shared, asking, found, formula) > limit - SLACK):
        yield Target(
            int(hits.positions[row]),
            int(hits.numbers[row]),
            Totals(int(shared.authors[row]), int(shared.titles[row])),
            Totals(int(found.authors[row]), int(found.titles[row])),
        )
