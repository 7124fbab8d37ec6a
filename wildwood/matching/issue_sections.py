"""Compare the issues of a rebuild in bounded memory: with one section of the papers at a time.

A section has the papers of some issues in a row. Its index is made, all issues from there on are
looked up in it, and the targets that are found go to a file, where each issue finds its own.
"""

import datetime
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO

import numpy as np

from wildwood import interruption
from wildwood.matching.candidate_index import NO_ROWS, CandidateIndex, TargetRows, targets_of
from wildwood.matching.pair_postings import Bounds
from wildwood.matching.past_issues import (
    ArchivedIssue,
    ArchivedIssues,
    ArchivedPapers,
    IndexedIssues,
    NumberedIssue,
)
from wildwood.matching.target_index import Target
from wildwood.model import Limits
from wildwood.progress import Progress, no_progress
from wildwood.scoring.formulas import Formula


@contextmanager
def archived_issues(
    papers: ArchivedPapers,
    most_bytes: int,
    limits: Limits,
    formula: Formula,
    progress: Progress = no_progress,
) -> Iterator[ArchivedIssues]:
    """Yield the issues of these papers, ready to be compared.

    Args:
        papers: the papers.
        most_bytes: about how much memory an index can take.
        limits: the limits of the strength.
        formula: the formula of the strength.
        progress: shows how far a section is, if there are several.
    """
    index = _index(papers, 0, most_bytes)
    if index.papers == len(papers.handles):
        yield IndexedIssues(papers, index)
        return
    with tempfile.TemporaryFile() as file:
        issues = IssuesInSections(papers, file, limits, formula)
        first = 0
        while True:
            issues.add_section(first, index, progress)
            first += index.papers
            del index  # before the next one fills the memory
            if first == len(papers.handles):
                break
            index = _index(papers, first, most_bytes)
        yield issues


class IssuesInSections:
    """The issues of a rebuild, whose targets are in a file."""

    def __init__(
        self, papers: ArchivedPapers, file: IO[bytes], limits: Limits, formula: Formula
    ) -> None:
        """Start without sections; targets go to the file if they can exceed their limit."""
        self._papers, self._file = papers, file
        self._limits, self._formula = limits, formula
        self._places: dict[datetime.date, list[tuple[int, int]]] = defaultdict(list)

    def add_section(
        self, first: int, index: CandidateIndex, progress: Progress = no_progress
    ) -> None:
        """Look up all issues from a section on in its index.

        Args:
            first: the number of the first paper of the section.
            index: the index of the section.
            progress: shows how many of these issues are looked up.
        """
        later = {date: issue for date, issue in self._issues() if issue.first >= first}
        for date in interruption.checked(progress(later, len(later), "searching")):
            issue = later[date]
            among = self._papers.counted_for(issue).between(first, first + index.papers)
            found = index.rows(issue.columns, self._limits, self._formula, among)
            self._write(date, first, found)

    def issue(self, date: datetime.date) -> ArchivedIssue:
        """Implement `ArchivedIssues.issue`, for the limits and formula of this object."""
        return ArchivedIssue(self._papers, self._papers.by_date[date], partial(self._read, date))

    def _issues(self) -> Iterable[tuple[datetime.date, NumberedIssue]]:
        return self._papers.by_date.items()

    def _write(self, date: datetime.date, first: int, found: Iterable[TargetRows]) -> None:
        for rows in found:
            rows[:, 1] += first
            self._places[date].append((self._file.seek(0, 2), len(rows)))
            self._file.write(rows.tobytes())

    def _read(self, date: datetime.date, limits: Limits, formula: Formula) -> Iterator[Target[int]]:
        if (limits, formula) != (self._limits, self._formula):
            raise AssertionError("targets were found for other limits or another formula")
        for place, rows in self._places[date]:
            self._file.seek(place)
            data = self._file.read(rows * NO_ROWS.itemsize * NO_ROWS.shape[1])
            yield from targets_of(np.frombuffer(data, NO_ROWS.dtype).reshape(-1, NO_ROWS.shape[1]))


def _index(papers: ArchivedPapers, first: int, most_bytes: int) -> CandidateIndex:
    """Make the index of a section that ends with an issue."""
    ends = [issue.first - first for issue in papers.by_date.values() if issue.first > first]
    rest = papers.columns.between(first, len(papers.handles))
    return CandidateIndex(rest, Bounds(most_bytes, ends))
