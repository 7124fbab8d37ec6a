"""Compare each issue with itself and those before it, in bounded memory.

The papers of consecutive issues are a section; these and all later issues are looked up in its
index. Targets of several sections go to files (`FoundTargets`). On a cluster, a section is a task.
"""

import datetime
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from wildwood.kernel import interruption, postings
from wildwood.kernel.candidate_index import CandidateIndex, bytes_while_made
from wildwood.kernel.interruption import Progress, no_progress
from wildwood.kernel.model import Limits
from wildwood.kernel.past import NO_PAPERS, FoundTargets, KnownPaper, Papers
from wildwood.kernel.postings import IndexTooLargeError, Scope, cuts_of
from wildwood.kernel.strength import Formula
from wildwood.kernel.targets import Target
from wildwood.kernel.tolerant import NO_WORDING


class PastIssue(NamedTuple):
    """The papers of an issue, and their targets in it and in the issues before."""

    papers: Papers
    targets: Iterable[Target[KnownPaper]]


NO_ISSUE = PastIssue(NO_PAPERS, ())


@dataclass(frozen=True, slots=True)
class ComparableIssues:
    papers: Mapping[datetime.date, Papers]
    targets: Callable[[datetime.date], Iterable[Target[KnownPaper]]]

    def issue(self, date: datetime.date) -> PastIssue:
        if date not in self.papers:
            return NO_ISSUE
        return PastIssue(self.papers[date], self.targets(date))


@dataclass(frozen=True, slots=True)
class Comparison:
    limits: Limits
    formula: Formula


class IndexedSection:
    def __init__(self, papers: Papers, index: CandidateIndex, comparison: Comparison) -> None:
        self._papers, self._index, self._comparison = papers, index, comparison

    def targets(self, issue: Papers) -> Iterator[Target[KnownPaper]]:
        limits, formula = self._comparison.limits, self._comparison.formula
        papers, own = self._papers, issue.first - self._papers.first
        scope = Scope(papers.are_targets, own, own + len(issue))
        for target in self._index.targets(issue.columns, limits, formula, scope):
            position, number, shared, totals, _ = target
            if number - own != position:
                words = papers.wording(number) if formula.compares_words else NO_WORDING
                key = number - own if number >= own else papers.handles[number]
                yield Target(position, key, shared, totals, words)


@contextmanager
def comparable(
    papers: Papers,
    comparison: Comparison,
    most_bytes: float = math.inf,
    progress: Progress = no_progress,
) -> Iterator[ComparableIssues]:
    """Yield issues, oldest first, ready to be compared."""
    by_date = papers.issues()
    if section := _only_section(papers, comparison, most_bytes):
        yield ComparableIssues(by_date, lambda date: section.targets(by_date[date]))
        return
    with tempfile.TemporaryFile() as file:
        targets = FoundTargets(file)
        for of_section in _sections(papers, by_date, comparison.formula, most_bytes):
            later = [item for item in by_date.items() if item[1].first >= of_section.first]
            search(of_section, progress(later, len(later), "searching"), comparison, targets)
        yield ComparableIssues(by_date, targets.read)


def _only_section(
    papers: Papers, comparison: Comparison, most_bytes: float
) -> IndexedSection | None:
    try:
        index = CandidateIndex(papers.columns, most_bytes=most_bytes)
    except IndexTooLargeError:
        return None
    return IndexedSection(papers, index, comparison)


def search(
    papers: Papers,
    later: Iterable[tuple[datetime.date, Papers]],
    comparison: Comparison,
    targets: FoundTargets,
) -> None:
    """Look up the issues from a section on in it; add their targets to `targets`."""
    index = CandidateIndex(papers.columns, is_open=True)
    section = IndexedSection(papers, index, comparison)
    for date, issue in interruption.check_each(later):
        targets.add(date, islice(section.targets(issue), postings.MAX_COMPARED + 1))


def index_bytes(papers: Papers, formula: Formula) -> int:
    return bytes_while_made(papers.columns, formula)


def sections_of(sizes: Sequence[int], most_bytes: float) -> list[range]:
    cuts = cuts_of(np.array(sizes, dtype=np.int64), most_bytes)
    return [range(*cut) for cut in pairwise(cuts)]


def _sections(
    papers: Papers, by_date: Mapping[datetime.date, Papers], formula: Formula, most_bytes: float
) -> Iterator[Papers]:
    in_order = list(by_date.values())
    sizes = [index_bytes(issue, formula) for issue in in_order]
    for section in sections_of(sizes, most_bytes):
        yield from papers.parts([in_order[section[0]].first, in_order[section[-1]].end])
