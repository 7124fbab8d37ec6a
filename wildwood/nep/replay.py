"""Read all rifs and compare all issues, oldest first; a `Keeper` takes the results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from wildwood.kernel import interruption
from wildwood.kernel.errors import IssueError, RifError
from wildwood.kernel.interruption import Progress
from wildwood.kernel.model import Issue, Similar
from wildwood.kernel.past import PastIssues
from wildwood.kernel.sections import ComparableIssues, Comparison, comparable
from wildwood.kernel.targets import IssueText, issue_texts
from wildwood.nep.documents import encoded_documents
from wildwood.nep.issue import (
    PsWriter,
    Written,
    add_provenances,
    compare_in_past,
    issue_papers,
    write_ps_rif,
)
from wildwood.nep.job import Job
from wildwood.nep.outcome import IssueNotes, contained
from wildwood.nep.rif import RifFile, read_rif
from wildwood.nep.us_folder import Listing
from wildwood.nep.workers import OrderedMap


class Keeper(Protocol):
    def add_issue(self, issue: Issue, encoded: Mapping[str, bytes | None]) -> Issue:
        """Take an issue later than all before; return it with what is stored or too large."""

    def fail(self, error: IssueError) -> None:
        """Take an issue that cannot be read."""

    def report(self, notes: IssueNotes, issue: Issue) -> None:
        """Take the messages on an issue that was added."""

    def begin_comparing(self) -> None:
        """Prepare for the comparisons; raises `RifError` if bad rifs forbid them."""

    def record(self, written: Written) -> None:
        """Take an issue with its ps rif, and the similar papers in it."""


@dataclass(frozen=True, slots=True)
class Replay:
    job: Job
    rifs: Listing
    ordered_map: OrderedMap  # reads rifs and makes ps rifs, in worker processes or not
    write: PsWriter
    progress: Progress

    def run(self, keeper: Keeper) -> None:
        """Read, then compare; can raise `IssueError`, and `RifError` from `begin_comparing`."""
        job, settings = self.job, self.job.settings
        past_issues = PastIssues(with_words=settings.formula.compares_words)
        issues = add_provenances(job, list(self._added(keeper, past_issues)))
        keeper.begin_comparing()
        comparison = Comparison(settings.limits, settings.formula)
        with comparable(past_issues.papers(), comparison, job.index_bytes, self.progress) as past:
            write = partial(_reread_and_write, job, self.write)
            for written in self.ordered_map(write, self._compared(issues, past)):
                keeper.record(written)

    def _added(self, keeper: Keeper, past_issues: PastIssues) -> Iterator[IssueNotes]:
        """Read every rif, add its papers, and keep their features in memory."""
        for read in self._read_all():
            if isinstance(read, IssueError):
                keeper.fail(read)
                continue
            issue = read.notes.issue
            with contained(issue.date, issue.rif):
                issue = keeper.add_issue(issue, read.encoded)
            keeper.report(read.notes, issue)
            past_issues.add_texts(issue.date, read.texts, unstored=issue.too_large)
            yield replace(read.notes, issue=issue)

    def _read_all(self) -> "Iterator[_Read | IssueError]":
        dates = self.rifs.dates()
        items = (Listing(self.rifs.folder, {date: self.rifs.paths[date]}) for date in dates)
        reads = self.ordered_map(partial(_read, self.job), items)
        return interruption.check_each(self.progress(reads, len(dates), "reading"))

    def _compared(self, issues: Sequence[Issue], past: ComparableIssues) -> "Iterator[_Compared]":
        for issue in interruption.check_each(self.progress(issues, len(issues), "comparing")):
            with contained(issue.date, issue.rif):
                similars = compare_in_past(self.job, issue, past)
            yield issue, similars


@dataclass(frozen=True, slots=True)
class _Read:
    notes: IssueNotes
    texts: Sequence[IssueText]
    encoded: Mapping[str, bytes | None]  # see `documents.encoded_documents`


_Compared = tuple[Issue, list[list[Similar]]]


def _read(job: Job, rifs: Listing) -> _Read | IssueError:
    """Read the rif of the only date; return an error if that fails."""
    [date] = rifs.dates()
    try:
        with contained(date, rifs.name(date)):
            read = issue_papers(job, job.us.read_listed(rifs, date))
            encoded = encoded_documents(read.notes.issue, read.papers)
            return _Read(read.notes, issue_texts(read.papers), encoded)
    except IssueError as error:
        return error


def _reread_and_write(job: Job, write: PsWriter, compared: _Compared) -> Written:
    issue, similars = compared
    with contained(issue.date, issue.rif):
        rif_file = read_again(job, issue)
    return write_ps_rif(job, write, issue, rif_file, similars)


def read_again(job: Job, issue: Issue) -> RifFile:
    """Read a rif once more; `RifError` if it has changed."""
    rif_file = read_rif(issue.date, job.us.path / issue.rif, job.us.max_bytes)
    if rif_file.digest != issue.digest:
        raise RifError(f"{job.us.path / issue.rif} changed meanwhile; run the command again.")
    return rif_file
