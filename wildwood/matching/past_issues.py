"""The issues of a rebuild, to be compared with those before them."""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from wildwood.matching.candidate_index import CandidateIndex, columns_of
from wildwood.matching.counted_papers import CountedPapers
from wildwood.matching.feature_columns import FeatureColumns, FeatureTable, Mask
from wildwood.matching.name_table import NameTable
from wildwood.matching.packed_texts import PackedTexts
from wildwood.matching.target_index import Target, with_names
from wildwood.matching.versions import IssueText, issue_texts
from wildwood.model import Features, Limits, Paper, Totals
from wildwood.scoring.formulas import Formula
from wildwood.scoring.tolerant import Names


class NumberedIssue(NamedTuple):
    """The features of the papers of an issue, numbered from `first` on."""

    first: int
    columns: FeatureColumns

    @property
    def numbers(self) -> range:
        """The numbers of its papers."""
        return range(self.first, self.first + len(self.columns.author_totals))


class PastIssues:
    """The issues of a rebuild, added in date order, to be compared with those before them."""

    def __init__(self, *, with_names: bool = True) -> None:
        """Start without issues; a formula that compares names needs them."""
        self._with_names = with_names
        self._table = FeatureTable()
        self._names = NameTable()
        self._handles = PackedTexts()
        self._firsts: dict[datetime.date, int] = {}
        self._not_targets: list[int] = []

    def add_issue(
        self, date: datetime.date, papers: Sequence[Paper], unstored: Collection[str] = ()
    ) -> None:
        """Add an issue that is later than all before.

        Of papers with the same handle, one is a target (see `issue_versions`). Papers whose
        handle is in `unstored` can be queried for targets but are not targets themselves.
        """
        self.add_texts(date, issue_texts(papers), unstored)

    def add_texts(
        self, date: datetime.date, texts: Iterable[IssueText], unstored: Collection[str] = ()
    ) -> None:
        """Add an issue by what `issue_texts` returns of its papers; see `add_issue`."""
        self._firsts[date] = len(self._handles)
        for handle, features, is_version in texts:
            if handle in unstored or not is_version:
                self._not_targets.append(len(self._handles))
            self._table.add(features)
            if self._with_names:
                self._names.add(features)
            self._handles.append(handle)

    def papers(self) -> "ArchivedPapers":
        """Return the papers; after that, no issue can be added."""
        are_targets = np.ones(len(self._handles), dtype=np.bool_)
        are_targets[self._not_targets] = False
        columns = self._table.columns()
        parts = columns.parts([*self._firsts.values(), len(self._handles)])
        by_date = {
            date: NumberedIssue(first, part)
            for (date, first), part in zip(self._firsts.items(), parts, strict=True)
        }
        return ArchivedPapers(columns, self._names, self._handles, are_targets, by_date)

    def indexed(self) -> "IndexedIssues":
        """Build the index; after that, no issue can be added."""
        papers = self.papers()
        return IndexedIssues(papers, CandidateIndex(papers.columns))


@dataclass(frozen=True, slots=True)
class ArchivedPapers:
    """The papers of a rebuild by their number, and which issue has which."""

    columns: FeatureColumns
    names: NameTable
    handles: PackedTexts
    are_targets: Mask
    """Which papers are targets of later issues."""
    by_date: Mapping[datetime.date, NumberedIssue]
    """In date order."""

    def counted_for(self, issue: NumberedIssue) -> CountedPapers:
        """Return the papers that count for an issue: its own, and the targets before it."""
        return CountedPapers(self.are_targets, issue.first, issue.numbers.stop)


class ArchivedIssues(Protocol):
    """The issues of a rebuild, each of which can be compared with those before it."""

    def issue(self, date: datetime.date) -> "ArchivedIssue":
        """Return the papers of an issue, to be compared without being read again."""
        ...


@dataclass(frozen=True, slots=True)
class ArchivedIssue:
    """The papers of an issue of a rebuild, by position, and what they can be compared with."""

    papers: ArchivedPapers
    issue: NumberedIssue
    found: Callable[[Limits, Formula], Iterable[Target[int]]]
    """Returns the targets of its papers without names, for limits and a formula."""

    @property
    def numbers(self) -> range:
        """The numbers of its papers."""
        return self.issue.numbers

    def totals(self) -> list[Totals]:
        """Return the totals of its papers."""
        columns = self.issue.columns
        return list(map(Totals, columns.author_totals.tolist(), columns.title_totals.tolist()))

    def names(self) -> list[Names]:
        """Return the names of its papers."""
        return list(map(self.papers.names.names, self.numbers))

    def targets(
        self, limits: Limits, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[int]]:
        """Return the targets of its papers by their numbers; each paper is one of its own.

        See `TargetIndex.targets`.
        """
        return with_names(self.found(limits, formula), self.papers.names.names, formula)


@dataclass(frozen=True, slots=True)
class IndexedIssues:
    """The issues of a rebuild, all in one index."""

    papers: ArchivedPapers
    index: CandidateIndex

    def issue(self, date: datetime.date) -> ArchivedIssue:
        """Implement `ArchivedIssues.issue`."""
        issue = self.papers.by_date[date]
        return ArchivedIssue(self.papers, issue, partial(self._found, issue))

    def history(self, before: datetime.date) -> "InMemoryHistory":
        """Return the papers of the issues before a date."""
        later = (issue.first for date, issue in self.papers.by_date.items() if date >= before)
        end = next(later, len(self.papers.handles))
        return InMemoryHistory(self, CountedPapers(self.papers.are_targets, end, end))

    def _found(
        self, issue: NumberedIssue, limits: Limits, formula: Formula
    ) -> Iterator[Target[int]]:
        return self.index.targets(issue.columns, limits, formula, self.papers.counted_for(issue))


@dataclass(frozen=True, slots=True)
class InMemoryHistory:
    """The papers of the issues before a date; it finds targets for papers of these issues only."""

    archive: IndexedIssues
    among: CountedPapers

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        """Implement `TargetIndex.targets`."""
        papers = self.archive.papers
        limits = Limits(limit, limit)
        found = self.archive.index.targets(columns_of(issue), limits, formula, self.among)
        named = with_names(found, papers.names.names, formula)
        for position, number, shared, totals, names in named:
            yield Target(position, papers.handles[number], shared, totals, names)
