"""Target indexes in memory: the papers of one issue, and all issues of a rebuild."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wildwood.matching.feature_pairs import (
    FeatureColumns,
    FeaturePairIndex,
    FeatureTable,
    Hits,
    Ints,
    Mask,
)
from wildwood.matching.name_table import NameTable
from wildwood.matching.similar_titles import TitleIndex
from wildwood.matching.target_index import Target
from wildwood.matching.versions import IssueText, issue_texts
from wildwood.model import SPECIFIED, Comparison, Features, Formula, Paper, Totals
from wildwood.scoring.bounds import SLACK, CountArrays
from wildwood.scoring.similarity import greatest_strength
from wildwood.scoring.tolerant import NO_NAMES, Names, names_of

_NEVER = np.iinfo(np.int64).max
_PIECE = 128
"""Papers that are looked up at once, so that an issue of equal papers does not fill the memory."""


class CandidateIndex:
    """The papers of a table by feature pairs and, once a comparison asks for it, by titles."""

    def __init__(self, columns: FeatureColumns) -> None:
        self.columns = columns
        self._pairs = FeaturePairIndex(columns)
        self._titles: TitleIndex | None = None

    def hits(
        self, query: FeatureColumns, comparison: Comparison, among: Mask | None = None
    ) -> Hits:
        """Return the candidates of papers of the index, once each; see `FeaturePairIndex.hits`."""
        found = self._pairs.hits(query, among)
        if not comparison.finds_titles:
            return found
        if self._titles is None:
            self._titles = TitleIndex(self.columns)
        by_titles = self._titles.hits(query, among)
        new = ~np.isin(self._numbered(by_titles), self._numbered(found))
        return Hits(
            *(np.concatenate((old, add[new])) for old, add in zip(found, by_titles, strict=True))
        )

    def _numbered(self, hits: Hits) -> Ints:
        """Return a different number for each pair of papers."""
        return hits.positions * len(self.columns.title_totals) + hits.numbers


class IssueIndex:
    """The papers of one issue by position; it finds targets for these papers only."""

    def __init__(self, issue: Sequence[Features]) -> None:
        self._issue = issue
        self._index = CandidateIndex(_columns(issue))

    def targets(
        self, issue: Sequence[Features], limit: float, comparison: Comparison = SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        for target in _targets(self._index, _columns(issue), limit, comparison):
            if comparison.is_tolerant:
                yield target._replace(names=names_of(self._issue[target.key]))
            else:
                yield target


class NumberedPapers:
    """Papers of any number, without more than their features."""

    def __init__(self) -> None:
        self._table = FeatureTable()
        self._names = NameTable()

    def __len__(self) -> int:
        return len(self._table)

    def add(self, features: Features) -> None:
        """Add a paper; its number is how many were added before."""
        self._table.add(features)
        self._names.add(features)

    def indexed(self) -> "IndexedPapers":
        """Build the index; after that, no paper can be added."""
        return IndexedPapers(CandidateIndex(self._table.columns()), self._names)


@dataclass(frozen=True, slots=True)
class IndexedPapers:
    """Papers by their number; it finds targets for these papers only."""

    index: CandidateIndex
    names: NameTable

    def targets(
        self, issue: Sequence[Features], limit: float, comparison: Comparison = SPECIFIED
    ) -> Iterator[Target[int]]:
        """Implement `TargetIndex.targets`."""
        for target in _targets(self.index, _columns(issue), limit, comparison):
            if comparison.is_tolerant:
                yield target._replace(names=self.names.names(target.key))
            else:
                yield target


class NumberedIssue(NamedTuple):
    """The features of the papers of an issue, numbered from `first` on."""

    first: int
    columns: FeatureColumns


class PastIssues:
    """The issues of a rebuild, added in date order, to be compared with those before them."""

    def __init__(self, *, with_names: bool = True) -> None:
        """Start without issues; a comparison that is tolerant needs names."""
        self._with_names = with_names
        self._table = FeatureTable()
        self._names = NameTable()
        self._handles: list[str] = []
        self._issues: list[int] = []
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
        day = date.toordinal()
        for handle, features, is_version in texts:
            if handle in unstored or not is_version:
                self._not_targets.append(len(self._handles))
            self._table.add(features)
            if self._with_names:
                self._names.add(features)
            self._handles.append(handle)
            self._issues.append(day)

    def indexed(self) -> "IndexedIssues":
        """Build the index; after that, no issue can be added."""
        issues = np.array(self._issues, dtype=np.int64)
        issues[self._not_targets] = _NEVER
        columns = self._table.columns()
        parts = columns.parts([*self._firsts.values(), len(self._handles)])
        return IndexedIssues(
            CandidateIndex(columns),
            self._names,
            self._handles,
            issues,
            {
                date: NumberedIssue(first, part)
                for (date, first), part in zip(self._firsts.items(), parts, strict=True)
            },
        )


@dataclass(frozen=True, slots=True)
class IndexedIssues:
    """The issues of a rebuild, indexed by the features of their papers."""

    index: CandidateIndex
    names: NameTable
    handles: Sequence[str]
    issues: Ints
    """For each paper, the day from which on it is a target: that of its issue (proleptic Gregorian
    ordinal)."""
    by_date: Mapping[datetime.date, NumberedIssue]

    def issue(self, date: datetime.date) -> "IndexedIssue":
        """Return the papers of an issue, to be compared without being read again."""
        first, columns = self.by_date[date]
        among = self.issues < date.toordinal()
        among[first : first + len(columns.author_totals)] = True
        return IndexedIssue(self, first, columns, among)

    def history(self, before: datetime.date) -> "InMemoryHistory":
        """Return the papers of the issues before a date."""
        return InMemoryHistory(self, self.issues < before.toordinal())


@dataclass(frozen=True, slots=True)
class IndexedIssue:
    """The papers of an issue of a rebuild, by position, and what they can be compared with."""

    archive: IndexedIssues
    first: int
    """The number of its first paper."""
    columns: FeatureColumns
    among: Mask
    """Its own papers, and those of the issues before it."""

    @property
    def numbers(self) -> range:
        """The numbers of its papers."""
        return range(self.first, self.first + len(self.columns.author_totals))

    def totals(self) -> list[Totals]:
        """Return the totals of its papers."""
        counts = self.columns.author_totals.tolist(), self.columns.title_totals.tolist()
        return list(map(Totals, *counts))

    def names(self) -> list[Names]:
        """Return the names of its papers."""
        return list(map(self.archive.names.names, self.numbers))

    def targets(self, limit: float, comparison: Comparison = SPECIFIED) -> Iterator[Target[int]]:
        """Yield the targets of its papers by their numbers; each paper is one of its own.

        See `TargetIndex.targets`.
        """
        index, names = self.archive.index, self.archive.names
        for target in _targets(index, self.columns, limit, comparison, self.among):
            if comparison.is_tolerant:
                yield target._replace(names=names.names(target.key))
            else:
                yield target


@dataclass(frozen=True, slots=True)
class InMemoryHistory:
    """The papers of the issues before a date; it finds targets for papers of these issues only."""

    archive: IndexedIssues
    among: Mask

    def targets(
        self, issue: Sequence[Features], limit: float, comparison: Comparison = SPECIFIED
    ) -> Iterator[Target[str]]:
        """Implement `TargetIndex.targets`."""
        archive = self.archive
        found = _targets(archive.index, _columns(issue), limit, comparison, self.among)
        for position, number, shared, totals, _ in found:
            names = archive.names.names(number) if comparison.is_tolerant else NO_NAMES
            yield Target(position, archive.handles[number], shared, totals, names)


def _targets(
    index: CandidateIndex,
    issue: FeatureColumns,
    limit: float,
    comparison: Comparison,
    among: Mask | None = None,
) -> Iterator[Target[int]]:
    """Yield the candidates of an issue that can exceed the limit, by their number in the index."""
    for first, query in issue.pieces(_PIECE):
        hits = index.hits(query, comparison, among)
        for target in above_limit(hits, query, index.columns, limit, comparison.formula):
            yield target._replace(position=first + target.position)


def _columns(papers: Sequence[Features]) -> FeatureColumns:
    table = FeatureTable()
    for features in papers:
        table.add(features)
    return table.columns()


def above_limit(
    hits: Hits, query: FeatureColumns, known: FeatureColumns, limit: float, formula: Formula
) -> Iterator[Target[int]]:
    """Yield the hits that can exceed the limit, or fall short of it by rounding only."""
    shared = CountArrays(hits.authors, hits.titles)
    new = CountArrays(query.author_totals[hits.positions], query.title_totals[hits.positions])
    old = CountArrays(known.author_totals[hits.numbers], known.title_totals[hits.numbers])
    strongest = greatest_strength(shared, new, old, formula)
    for row in np.flatnonzero(strongest > limit - SLACK):
        yield Target(
            int(hits.positions[row]),
            int(hits.numbers[row]),
            Totals(int(shared.authors[row]), int(shared.titles[row])),
            Totals(int(old.authors[row]), int(old.titles[row])),
        )
