"""The stored papers that can be similar to those of an issue."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product, repeat
from typing import Any, NamedTuple

import numpy as np
from pymongo.collection import Collection

from wildwood.biblio.record import Record
from wildwood.kernel.bounds import SLACK, CountArrays, can_pass, strength_at_most
from wildwood.kernel.errors import InputError
from wildwood.kernel.explanation import Explanation, explain
from wildwood.kernel.features import paper_of
from wildwood.kernel.interruption import Progress
from wildwood.kernel.model import Features, Limits, Paper, Similar, SimilarityType, Totals, Version
from wildwood.kernel.pairs import Relation, ReportPair, ReportPaper
from wildwood.kernel.past import PastIssues
from wildwood.kernel.sections import Comparison, comparable
from wildwood.kernel.settings import Config
from wildwood.kernel.similar import find_similar, find_similar_in_past
from wildwood.kernel.strength import (
    Formula,
    are_candidates,
    have_similar_titles,
    share_enough,
    shared_totals,
)
from wildwood.kernel.targets import Target
from wildwood.kernel.tolerant import NO_WORDING, folded, folded_title, wording_of
from wildwood.nep import documents
from wildwood.nep.connection import Connection, Document, key_batches
from wildwood.nep.handles import Frequencies
from wildwood.nep.job import apply_decisions
from wildwood.nep.selection import person_queries, queries, single_keys, title_queries
from wildwood.nep.session import NothingStoredError
from wildwood.nep.store import Store

Considered = Mapping[int, int]  # by position, an upper bound of shared title features


class IssuePostings:
    """The papers of an issue by feature (posting lists)."""

    def __init__(self, issue: Sequence[Features], formula: Formula = Formula.SPECIFIED) -> None:
        self._issue, self._formula = issue, formula
        self.words = [folded_title(paper) if formula.compares_words else () for paper in issue]
        self.totals = list(map(_add_words, issue, self.words))
        self._authors = [frozenset(paper.authors) for paper in issue]
        self._by_title: defaultdict[str, set[int]] = defaultdict(set)
        self._by_person: dict[str, dict[str, set[int]]] = {}  # by both words of a person
        for position, paper in enumerate(issue):
            for title in paper.titles:
                self._by_title[title].add(position)
            for person in paper.people:
                first, second = person.split(" ")
                self._by_person.setdefault(first, {}).setdefault(second, set()).add(position)

    def candidates(self, stored: Features, limit: float) -> Iterator[tuple[int, Totals]]:
        """Yield the positions of the candidates that can pass a limit, with their co-features."""
        words = folded_title(stored) if self._formula.compares_words else ()
        totals, counts = _add_words(stored, words), Counter(words)
        for position in self._considered(stored):
            shared = shared_totals(self._issue[position], stored)
            if are_candidates(shared, self._issue[position], stored, self._formula):
                common = (counts & Counter(self.words[position])).total()
                counted = shared._replace(words=common)
                if can_pass(counted, self.totals[position], totals, limit, self._formula):
                    yield position, shared

    def _considered(self, stored: Features) -> Considered:
        by_pair = self.match_pairs(stored)
        if not self._formula.compares_words:
            return by_pair
        return {**self.match_people(stored), **self.match_titles(stored), **by_pair}

    def match_pairs(self, stored: Features) -> Considered:
        """Return the papers that share an author feature and enough title features."""
        compares_words, titles = self._formula.compares_words, len(stored.titles)
        return {
            position: shared
            for position, shared in self._sharing_titles(stored).items()
            if not compares_words or share_enough(shared, self.totals[position].titles, titles)
            if not self._authors[position].isdisjoint(stored.authors)
        }

    def match_titles(self, stored: Features) -> Considered:
        totals = stored.totals
        return {
            position: shared
            for position, shared in self._sharing_titles(stored).items()
            if have_similar_titles(shared, self.totals[position], totals)
        }

    def match_people(self, stored: Features) -> Considered:
        """Return the papers with a person whose words are both stored author features."""
        sharing, words = set[int](), set(stored.authors)
        for first in words & self._by_person.keys():
            for second, positions in self._by_person[first].items():
                if second in words:
                    sharing |= positions
        by_title = self._sharing_titles(stored) if sharing else {}
        return {position: by_title.get(position, 0) for position in sharing}

    def _sharing_titles(self, stored: Features) -> Considered:
        most: dict[int, int] = {}
        for title in filter(self._by_title.__contains__, stored.titles):
            for position in self._by_title[title]:
                most[position] = most.get(position, 0) + 1
        return most


def _add_words(features: Features, words: Sequence[str]) -> Totals:
    return features.totals._replace(words=len(words))


_ROWS = 100_000  # pairs that are kept until they are looked at together


class Sieve:
    """Stored papers with enough title words in common, for a formula that compares words."""

    def __init__(self, postings: IssuePostings, limit: float, formula: Formula) -> None:
        self._limit, self._formula = limit, formula
        self._words = list(map(frozenset, postings.words))
        self._totals = np.array(postings.totals, dtype=np.int64).reshape(-1, 3)
        self._distinct = np.array(list(map(len, self._words)), dtype=np.int64)
        self._handles: list[str] = []
        self._rows: list[tuple[int, ...]] = []
        self._passing: set[str] = set()

    def add(
        self, handle: str, stored: Features, considered: Callable[[Features], Considered]
    ) -> None:
        positions = considered(stored)
        if not positions:
            return
        words = _distinct_words(stored)
        counts = len(self._handles), len(stored.authors), len(stored.titles), len(words)
        self._handles.append(handle)
        self._rows += [
            (position, shared, len(self._words[position] & words), *counts)
            for position, shared in positions.items()
        ]
        if len(self._rows) > _ROWS:
            self._look()

    def passing(self) -> set[str]:
        self._look()
        return self._passing

    def _look(self) -> None:
        columns = np.array(self._rows, dtype=np.int64).reshape(-1, 7).T
        positions, titles, common, papers, *stored_counts = columns
        # Words that a new title repeats can be common each time; a stored one repeats none at best.
        new, distinct = CountArrays(*self._totals[positions].T), self._distinct[positions]
        shared = CountArrays(np.ones_like(titles), titles, common + new.words - distinct)
        most = strength_at_most(shared, new, CountArrays(*stored_counts), self._formula)
        passing = np.unique(papers[most > self._limit - SLACK])
        self._passing.update(self._handles[paper] for paper in passing.tolist())
        self._handles, self._rows = [], []


def _distinct_words(paper: Features) -> frozenset[str]:
    return frozenset(folded(" ".join(paper.titles).split()))


_SELECTED = {"issues.date": 1, "issues.author_features": 1, "issues.title_features": 1}
_SELECTED_WITH_NAMES = {**_SELECTED, "issues.names": 1}
_FEATURES = {"issues.author_features": 1, "issues.title_features": 1}
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """The papers of the issues before a date; a `TargetIndex` by handle."""

    connection: Connection
    before: datetime.date

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        postings = IssuePostings(issue, formula)
        by_words = formula.compares_words
        with self.connection.translated_errors():
            for document in self._select(issue, postings, limit, formula):
                for stored in documents.features_before(document, self.before, names=by_words):
                    words = wording_of(stored) if by_words else NO_WORDING
                    for position, shared in postings.candidates(stored, limit):
                        yield Target(position, document["_id"], shared, stored.totals, words)

    def dates(
        self, papers: Sequence[Features], limit: float, formula: Formula
    ) -> Iterator[datetime.date]:
        """Yield the date of each version, earlier or later, that can be similar to a paper."""
        postings = IssuePostings(papers, formula)
        make = documents.features_with_names if formula.compares_words else documents.features_of
        with self.connection.translated_errors():
            for document in self._select(papers, postings, limit, formula):
                for version in document["issues"]:
                    if any(postings.candidates(make(version), limit)):
                        yield datetime.date.fromisoformat(version["date"])

    def _select(
        self, issue: Sequence[Features], postings: IssuePostings, limit: float, formula: Formula
    ) -> Iterator[Document]:
        """Yield each document that can be similar to a paper of the issue, once."""
        collection = self.connection.collection("frequencies")
        frequencies = Frequencies(self.connection, self._handles, collection)
        shares = frequencies.shares(single_keys(issue))
        by_pairs = queries(issue, shares, limit, formula)
        if not formula.compares_words:
            yield from self._once(by_pairs, _SELECTED)
            return
        sieve = Sieve(postings, limit, formula)
        for selecting, considered in (
            (by_pairs, postings.match_pairs),
            (title_queries(issue, shares, limit, formula), postings.match_titles),
            (person_queries(issue, limit, formula), postings.match_people),
        ):
            # Most share one title feature or a person and nothing else, so names are read later.
            for document in self._once(selecting, _FEATURES):
                for version in document["issues"]:
                    sieve.add(document["_id"], documents.features_of(version), considered)
        for batch in key_batches(sorted(sieve.passing()), _BATCH):
            query = {"_id": {"$in": batch}}
            yield from self.connection.find(self._handles, query, _SELECTED_WITH_NAMES)

    def _once(self, selecting: Iterable[Document], fields: Document) -> Iterator[Document]:
        seen: set[str] = set()
        for document in self.connection.find_all(self._handles, selecting, fields):
            if document["_id"] not in seen:
                seen.add(document["_id"])
                yield document

    @property
    def _handles(self) -> Collection[Document]:
        return self.connection.collection("handles")


def strongest_versions(
    left: Sequence[Version], right: Sequence[Version], formula: Formula = Formula.SPECIFIED
) -> tuple[Version, Version]:
    """Return the strongest pair of versions, compared ones first; of several, the latest."""

    def rank(pair: tuple[Version, Version]) -> tuple[bool, float, str, str]:
        explained = explain(pair[0].paper, pair[1].paper, formula)
        dates = [version.date.isoformat() for version in pair]
        return explained.are_candidates, explained.strength, dates[0], dates[1]

    return max(product(left, right), key=rank)


_RECORDS = 500  # that are compared together, about as many as an issue has


@dataclass(frozen=True, slots=True)
class SimilarPaper:
    record: Record  # in the version that resembles the other record most
    printed: str
    issues: tuple[datetime.date, ...]  # all that it was in, oldest first
    explanation: Explanation

    def as_data(self) -> dict[str, Any]:
        (handle, names, titles), steps = self.record, self.explanation
        return {
            "id": handle, "strength": self.printed, "names": list(names), "titles": list(titles),
            "issues": list(map(str, self.issues)),
            "common": {
                "authors": sorted(steps.authors.shared), "titles": sorted(steps.titles.shared),
            },
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checked:
    record: Record
    similar: tuple[SimilarPaper, ...] = ()  # strongest first
    left_out: str = ""  # why the record was not compared; empty if it was

    def as_data(self) -> dict[str, Any]:
        similar = [paper.as_data() for paper in self.similar]
        return {"id": self.record.handle, "similar": similar}


def check_records(store: Store, config: Config, records: Sequence[Record]) -> list[Checked]:
    """Compare records with all stored papers, and not with each other; nothing is stored."""
    if store.handles.is_empty():
        raise NothingStoredError("Nothing is stored yet; run wildwood latest first.")
    batches = (records[start : start + _RECORDS] for start in range(0, len(records), _RECORDS))
    return [checked for batch in batches for checked in compare_records(store, config, batch)]


def compare_records(store: Store, config: Config, records: Sequence[Record]) -> Iterator[Checked]:
    store.check_punctuation(config.punctuation)
    papers = [paper_of(record, config.punctuation) for record in records]
    history = StoredHistory(store.connection, datetime.date.max)
    limits = replace(config.limits, internal=1.0)  # no strength is above it
    similars = find_similar(papers, history, limits, config.formula)
    handles = {similar.handle for of_paper in similars for similar in of_paper}
    versions = store.handles.all_versions(sorted(handles))  # a paper can be forgotten meanwhile
    for paper, of_paper in zip(papers, similars, strict=True):
        stored = [versions[similar.handle] for similar in of_paper if similar.handle in versions]
        explained = tuple(_explained(paper, each, config) for each in stored)
        yield Checked(paper.record, explained, _lack(paper, config))


def _explained(paper: Paper, versions: Sequence[Version], config: Config) -> SimilarPaper:
    ours = Version(datetime.date.max, paper)
    _, theirs = strongest_versions([ours], versions, config.formula)
    steps, issues = explain(paper, theirs.paper, config.formula), [each.date for each in versions]
    return SimilarPaper(theirs.paper.record, f"{steps.strength:.4f}", tuple(issues), steps)


def _lack(paper: Paper, config: Config) -> str:
    if not paper.features.titles:
        return f"{paper.handle} has no title; it is not compared."
    if not (paper.features.authors or config.formula.compares_words):
        name = config.formula.value
        return f"{paper.handle} has no authors; the formula {name} does not compare it."
    return ""


LIMITS = tuple(hundredths / 100 for hundredths in range(30, 101, 5))

LOWEST = Limits(LIMITS[0], LIMITS[0])


@dataclass(frozen=True, slots=True)
class Survey:
    """The numbers of papers with a similar paper above each of `LIMITS`."""

    papers: int
    external: Sequence[int]
    internal: Sequence[int]
    either: Sequence[int]


def survey(similars: Iterable[Sequence[Similar]]) -> Survey:
    """Count papers by their strongest similar paper, found with the lowest limit."""
    papers = 0
    kinds = SimilarityType.EXTERNAL, SimilarityType.INTERNAL, None
    counts = {kind: [0] * len(LIMITS) for kind in kinds}
    for paper in similars:
        papers += 1
        for kind, numbers in counts.items():
            strengths = (similar.strength for similar in paper if kind in (similar.type, None))
            strongest = max(strengths, default=0.0)
            for place, limit in enumerate(LIMITS):
                numbers[place] += strongest > limit
    return Survey(papers, *counts.values())


OfPaper = tuple[datetime.date, str, Sequence[Similar]]  # an issue, a handle in it, similar papers


def stored_similars(
    store: Store, dates: Sequence[datetime.date], comparison: Comparison, progress: Progress
) -> Iterator[OfPaper]:
    """Yield the similar papers of each paper in the issues of some dates, or in all issues."""
    stored = [issue.date for issue in store.issues()]
    if missing := sorted(set(dates) - set(stored)):
        raise InputError(f"No issue of {missing[0]} is stored.")
    if not dates:
        yield from _similars_of_all(store, stored, comparison, progress)
    for date in progress(sorted(set(dates)), len(set(dates)), "comparing"):
        history, papers = StoredHistory(store.connection, date), store.handles.papers_of_issue(date)
        similars = find_similar(papers, history, comparison.limits, comparison.formula)
        yield from zip(repeat(date), (paper.handle for paper in papers), similars, strict=False)


def _similars_of_all(
    store: Store, dates: Sequence[datetime.date], comparison: Comparison, progress: Progress
) -> Iterator[OfPaper]:
    """Compare all issues in memory; `dates` are all, oldest first."""
    past_issues = PastIssues(with_words=comparison.formula.compares_words)
    for date in progress(dates, len(dates), "reading"):
        past_issues.add_issue(date, store.handles.papers_of_issue(date))
    with comparable(past_issues.papers(), comparison) as issues:
        for date in progress(dates, len(dates), "comparing"):
            issue = issues.issue(date)
            similars = find_similar_in_past(issue, comparison.limits, comparison.formula)
            for number, of_paper in enumerate(similars):
                yield date, issue.papers.handles[number], of_paper


class Listing(NamedTuple):
    """What ps rifs list with a formula: an internal pair once."""

    formula: Formula
    papers: int
    flagged: int  # papers with a similar one, which come first
    pairs: Mapping[tuple[datetime.date, frozenset[str], SimilarityType], tuple[str, Similar]]

    def only_here(self, counterpart: "Listing", store: Store) -> list[ReportPair]:
        """Return the pairs that another formula does not list, strongest first."""
        only = [(key, pair) for key, pair in self.pairs.items() if key not in counterpart.pairs]
        papers = store.handles.papers({handle for (_, handles, _), _ in only for handle in handles})
        pairs = [
            ReportPair(
                ReportPaper(handle, papers[handle].record, date=str(date), issue=date),
                ReportPaper(similar.handle, papers[similar.handle].record),
                similar.strength,
                similar.type,
            )
            for (date, *_), (handle, similar) in only
        ]
        return sorted(pairs, key=lambda pair: -pair.strength)


def listing(formula: Formula, similars: Iterable[OfPaper], decisions: Relation) -> Listing:
    pairs = {}
    papers = flagged = 0
    for date, handle, of_paper in similars:
        listed = apply_decisions(decisions, handle, of_paper)
        papers, flagged = papers + 1, flagged + bool(listed)
        for similar in listed:
            pairs[date, frozenset((handle, similar.handle)), similar.type] = handle, similar
    return Listing(formula, papers, flagged, pairs)
