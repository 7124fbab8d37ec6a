"""Target indexes in memory: the papers of one issue, and all issues of a rebuild."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wildwood.matching.feature_columns import FeatureColumns, FeatureTable, Ints, Mask
from wildwood.matching.feature_pairs import FeaturePairIndex
from wildwood.matching.name_table import NameTable
from wildwood.matching.packed_texts import PackedTexts
from wildwood.matching.shared_features import Hits
from wildwood.matching.similar_titles import TitleIndex
from wildwood.matching.target_index import Target
from wildwood.matching.versions import IssueText, issue_texts
from wildwood.model import SPECIFIED, Comparison, Features, Formula, Paper, Totals
from wildwood.scoring.bounds import SLACK, CountArrays
from wildwood.scoring.similarity import greatest_strength
from wildwood.scoring.tolerant import NO_NAMES, Names, names_of

_BY_TITLES = 128
"""Papers that are looked up by their titles at once, so that equal ones do not fill the memory."""


class CandidateIndex:
    """The papers of a table by feature pairs and, once a comparison asks for it, by titles."""

    def __init__(self, columns: FeatureColumns) -> None:
        self.columns = columns
        self._pairs = FeaturePairIndex(columns)
        self._titles: TitleIndex | None = None

    def hits(
        self, query: FeatureColumns, comparison: Comparison, among: Mask | None = None
    ) -> Iterator[tuple[int, FeatureColumns, Hits]]:
        """Yield the candidates of papers of the index, once each; see `FeaturePairIndex.hits`.

        They come for a piece of the query at a time, with its first position and its features.
        """
        for piece in self._pairs.pieces(query):
            found = self._pairs.hits(piece, among)
            if comparison.finds_titles:
                found = self._with_titles(found, piece.columns, among)
            yield piece.first, piece.columns, found

    def _with_titles(self, found: Hits, query: FeatureColumns, among: Mask | None) -> Hits:
        if self._titles is None:
            self._titles = TitleIndex(self.columns)
        known, hits = self._numbered(found), [found]
        for first, part in query.pieces(_BY_TITLES):
            by_titles = self._titles.hits(part, among)
            by_titles = by_titles._replace(positions=by_titles.positions + first)
            new = ~np.isin(self._numbered(by_titles), known)
            hits.append(Hits(*(array[new] for array in by_titles)))
        return Hits(*(np.concatenate(arrays) for arrays in zip(*hits, strict=True)))

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

    def indexed(self) -> "IndexedIssues":
        """Build the index; after that, no issue can be added."""
        are_targets = np.ones(len(self._handles), dtype=np.bool_)
        are_targets[self._not_targets] = False
        columns = self._table.columns()
        parts = columns.parts([*self._firsts.values(), len(self._handles)])
        return IndexedIssues(
            CandidateIndex(columns),
            self._names,
            self._handles,
            are_targets,
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
    handles: PackedTexts
    are_targets: Mask
    """Which papers are targets of later issues."""
    by_date: Mapping[datetime.date, NumberedIssue]
    """In date order."""

    def issue(self, date: datetime.date) -> "IndexedIssue":
        """Return the papers of an issue, to be compared without being read again."""
        first, columns = self.by_date[date]
        among = self._targets_up_to(first)
        among[first : first + len(columns.author_totals)] = True
        return IndexedIssue(self, first, columns, among)

    def history(self, before: datetime.date) -> "InMemoryHistory":
        """Return the papers of the issues before a date."""
        later = (issue.first for date, issue in self.by_date.items() if date >= before)
        return InMemoryHistory(self, self._targets_up_to(next(later, len(self.handles))))

    def _targets_up_to(self, end: int) -> Mask:
        among = np.zeros_like(self.are_targets)
        among[:end] = self.are_targets[:end]
        return among


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
    for first, query, hits in index.hits(issue, comparison, among):
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
