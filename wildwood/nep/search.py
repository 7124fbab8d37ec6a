"""Search the stored papers: for those like a record, at each limit, and by two formulas."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product, repeat
from typing import Any, NamedTuple

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import InputError
from wildwood.kernel.explanation import Explanation, explain
from wildwood.kernel.features import paper_of
from wildwood.kernel.interruption import Progress
from wildwood.kernel.model import Limits, Paper, Similar, SimilarityType, Version
from wildwood.kernel.pairs import ReportPair, ReportPaper
from wildwood.kernel.past import PastIssues, comparable
from wildwood.kernel.relation import Relation
from wildwood.kernel.settings import Config
from wildwood.kernel.similar import find_similar, find_similar_in_past
from wildwood.kernel.strength import Comparison, Formula
from wildwood.nep.history import StoredHistory
from wildwood.nep.job import apply_decisions
from wildwood.nep.session import NothingStoredError
from wildwood.nep.store import Store


def strongest_versions(
    left: Sequence[Version], right: Sequence[Version], formula: Formula = Formula.SPECIFIED
) -> tuple[Version, Version]:
    """Return the strongest pair of different versions, compared ones first, then the latest."""

    def rank(pair: tuple[Version, Version]) -> tuple[bool, float, str, str]:
        explained = explain(pair[0].paper, pair[1].paper, formula)
        dates = [version.date.isoformat() for version in pair]
        return explained.are_candidates, explained.strength, dates[0], dates[1]

    pairs = list(product(left, right))
    return max([pair for pair in pairs if pair[0] != pair[1]] or pairs, key=rank)


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
        return {"id": self.record.handle, "similar": [paper.as_data() for paper in self.similar]}


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
    # A search takes some ten queries, also if nothing is stored, as of who extracts papers only.
    to_search = [] if store.handles.is_empty() else papers
    similars = find_similar(to_search, history, limits, config.formula) or [[] for _ in papers]
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


class ListedPairs(NamedTuple):
    """What ps rifs list with a formula: an internal pair once."""

    formula: Formula
    papers: int
    flagged: int  # papers with a similar one, which come first
    pairs: Mapping[tuple[datetime.date, frozenset[str], SimilarityType], tuple[str, Similar]]

    def only_here(self, counterpart: "ListedPairs", store: Store) -> list[ReportPair]:
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


def listed_pairs(formula: Formula, similars: Iterable[OfPaper], decisions: Relation) -> ListedPairs:
    pairs = {}
    papers = flagged = 0
    for date, handle, of_paper in similars:
        listed = apply_decisions(decisions, handle, of_paper)
        papers, flagged = papers + 1, flagged + bool(listed)
        for similar in listed:
            pairs[date, frozenset((handle, similar.handle)), similar.type] = handle, similar
    return ListedPairs(formula, papers, flagged, pairs)
