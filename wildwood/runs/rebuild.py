"""Rebuild the database and the ps rifs from all rifs, in date order."""

import datetime
import secrets
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial

from wildwood import interruption
from wildwood.errors import RifError, StoreError
from wildwood.matching.issue_sections import archived_issues
from wildwood.matching.past_issues import ArchivedIssues, PastIssues
from wildwood.matching.versions import IssueText, issue_texts
from wildwood.model import Issue, PsRecord, Similar
from wildwood.progress import Progress, no_progress
from wildwood.rif import Listing, PsFolder, RifFile
from wildwood.runs.issue_papers import IssueNotes, issue_papers
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.runs.ps_rif import RefusedIssueError, compare_in_archive, ps_content
from wildwood.runs.recovery import finish_swap
from wildwood.runs.staleness import HistoryDigest
from wildwood.runs.workers import OrderedMap, workers
from wildwood.store import FreshStore, Store, Swap, encoded_documents

_MARK_BYTES = 4
_RIFS_PER_WORKER = 50
"""With fewer rifs, another process costs more than it gains."""


@dataclass(frozen=True, slots=True)
class RebuildOptions:
    """How a rebuild runs."""

    skip_bad: bool = False
    """Leave out rifs that cannot be read, instead of rebuilding nothing."""
    workers: int = 1
    """Processes that read and write rifs."""
    progress: Progress = no_progress
    fill: "Fill | None" = None
    """What fills the new collections and the staging directory, in place of this process."""
    reported: Container[datetime.date] | None = None
    """The dates of the issues whose figures and messages the outcome gets; None for all."""

    def reports(self, date: datetime.date) -> bool:
        """Return whether the outcome gets the figures and messages of an issue."""
        return self.reported is None or date in self.reported


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a rebuild."""

    job: Job
    rifs: Listing
    fresh: FreshStore
    outcome: Outcome
    options: RebuildOptions
    mark: str
    """Names its collections and its staging directory."""

    @property
    def staging(self) -> PsFolder:
        """The directory for its ps rifs."""
        return self.job.ps.staging(self.mark)

    def refuse_bad(self) -> None:
        """Refuse rifs that cannot be read, unless they are to be left out.

        Raises:
            RifError: some cannot be read.
        """
        if not self.options.skip_bad:
            rifs = len(self.rifs.paths) + len(self.rifs.misnamed)
            _refuse_bad(rifs - len(self.fresh.issues), rifs)

    def decide(self) -> None:
        """Decide the swap, once all is stored and written."""
        self.fresh.decide_swap(Swap(self.job.punctuation, self.mark))


Fill = Callable[[Attempt], None]
"""Stores the papers and writes the ps rifs of an attempt."""


def rebuild(
    job: Job, store: Store, outcome: Outcome, options: RebuildOptions, rifs: Listing | None = None
) -> None:
    """Compare and store all rifs, oldest first, as if nothing had been stored before.

    First all rifs are read and stored, then each issue is compared with those before it. The
    new collections and ps rifs are made next to the old ones and replace them at the end. The
    outcome reports each rif that cannot be read.

    Args:
        job: what to work with.
        store: the store, whose writer's lock is held.
        outcome: gets the figures and messages.
        options: how to run.
        rifs: the rifs, if not all of the us directory.

    Raises:
        RifError: there are no rifs, or some cannot be read and `skip_bad` is off. Nothing has
            changed.
    """
    if rifs is None:
        rifs = job.us.listing()
        outcome.add_unread(rifs)
    while (refused := _attempt(rifs, job, store, outcome, options)) is not None:
        rifs = rifs.without(refused)


def _attempt(
    rifs: Listing, job: Job, store: Store, outcome: Outcome, options: RebuildOptions
) -> datetime.date | None:
    """Rebuild from these rifs; return the date of one that must be left out, None if it is done."""
    attempted = Outcome()
    try:
        _rebuild_from(rifs, job, store, attempted, options)
    except BaseException as error:
        if isinstance(error, RefusedIssueError) and options.skip_bad:
            outcome.omissions.append(str(error))
            return error.date
        outcome.add(attempted)
        raise
    outcome.add(attempted)
    return None


def _rebuild_from(
    rifs: Listing, job: Job, store: Store, outcome: Outcome, options: RebuildOptions
) -> None:
    if not rifs.paths:
        raise job.us.has_no_rifs()
    mark = secrets.token_hex(_MARK_BYTES)
    staging = job.ps.staging(mark)
    fresh = store.fresh(mark)
    with _discarding(store, fresh, staging):
        staging.prepare()
        fresh.forget({issue.date for issue in store.issues()} - set(rifs.paths))
        attempt = Attempt(job, rifs, fresh, outcome, options, mark)
        (options.fill or _fill)(attempt)
        attempt.decide()
    finish_swap(job.ps, store)


def _fill(attempt: Attempt) -> None:
    """Fill the collections and the staging directory with worker processes of this machine."""
    job, rifs, options = attempt.job, attempt.rifs, attempt.options
    processes = min(options.workers, 1 + len(rifs.paths) // _RIFS_PER_WORKER)
    with workers(processes) as ordered_map:
        filling = _Rebuild(job, rifs, attempt.fresh, attempt.outcome, options, ordered_map)
        filling.run(attempt)


@contextmanager
def _discarding(store: Store, fresh: FreshStore, staging: PsFolder) -> Iterator[None]:
    """Remove the collections and ps rifs of a rebuild that fails before its swap is decided.

    If MongoDB is out of reach or another command holds the lock by then, the next command
    that writes cleans up.
    """
    try:
        yield
    except BaseException:
        with suppress(StoreError):
            store.lock.check()
            if not fresh.is_deciding:
                staging.delete()
            with store.connection.short_timeout():
                undecided = store.swaps.pending() is None
            if undecided:
                staging.delete()
                fresh.discard()
        raise


@dataclass(frozen=True, slots=True)
class _Rebuild:
    job: Job
    rifs: Listing
    fresh: FreshStore
    outcome: Outcome
    options: RebuildOptions
    ordered_map: OrderedMap

    def run(self, attempt: Attempt) -> None:
        past_issues = self._store_all()
        attempt.refuse_bad()
        self.fresh.begin_indexing()
        with self._archived(past_issues) as archive:
            self._compare_all(archive, attempt.staging)

    def _store_all(self) -> PastIssues:
        """Read every rif, store its papers, and keep their features in memory."""
        past_issues = PastIssues(with_names=self.job.settings.comparison.is_tolerant)
        earlier = HistoryDigest()
        for read in self._read_all():
            if isinstance(read, RifError):
                self.outcome.omissions.append(str(read))
                continue
            issue = replace(read.notes.issue, ps=PsRecord(self.job.settings, str(earlier)))
            too_large = self.fresh.add_issue(issue, read.encoded)
            if self.options.reports(issue.date):
                self.outcome.add_notes(read.notes)
                self.outcome.add_too_large(too_large)
            past_issues.add_texts(issue.date, read.texts, unstored=too_large)
            earlier.add(issue)
        return past_issues

    def _read_all(self) -> "Iterator[_Read | RifError]":
        dates = self.rifs.dates()
        items = (Listing(self.rifs.folder, {date: self.rifs.paths[date]}) for date in dates)
        reads = self.ordered_map(partial(_read, self.job), items)
        return interruption.checked(self.options.progress(reads, len(dates), "reading"))

    def _archived(self, past_issues: PastIssues) -> AbstractContextManager[ArchivedIssues]:
        settings, progress = self.job.settings, self.options.progress
        papers, most_bytes = past_issues.papers(), self.job.index_bytes
        lowest = settings.limits.lowest
        return archived_issues(papers, most_bytes, lowest, settings.comparison, progress)

    def _compare_all(self, archive: ArchivedIssues, staging: PsFolder) -> None:
        """Compare every issue with those before it, and write its ps rif."""
        write = partial(_write, self.job, staging)
        for issue in self.ordered_map(write, self._compared(archive)):
            self.fresh.record(issue)

    def _compared(self, archive: ArchivedIssues) -> Iterator[tuple[Issue, list[list[Similar]]]]:
        issues = self.fresh.issues
        progress = self.options.progress(issues, len(issues), "comparing")
        for issue in interruption.checked(progress):
            similars = compare_in_archive(self.job, issue, archive)
            if self.options.reports(issue.date):
                self.outcome.count(similars)
            yield issue, similars


@dataclass(frozen=True, slots=True)
class _Read:
    """What a rif says, ready to be stored and compared."""

    notes: IssueNotes
    texts: Sequence[IssueText]
    encoded: Mapping[str, bytes | None]
    """See `documents.encoded_documents`."""


def _read(job: Job, rifs: Listing) -> _Read | RifError:
    """Read the rif of the only date, or return the error if it cannot be read."""
    [date] = rifs.dates()
    try:
        read = issue_papers(job.us.read_listed(rifs, date), job.punctuation)
    except RifError as error:
        return error
    return _Read(read.notes, issue_texts(read.papers), encoded_documents(date, read.papers))


def _write(job: Job, staging: PsFolder, compared: tuple[Issue, list[list[Similar]]]) -> Issue:
    """Write the ps rif of an issue to the staging directory; return the issue with its record.

    Raises:
        RifError: it cannot be written, or the us rif has changed since it was read.
    """
    issue, similars = compared
    rif_file = read_again(job, issue)
    return written(job, staging, issue, rif_file, similars)


def read_again(job: Job, issue: Issue) -> RifFile:
    """Read the rif of an issue once more.

    Raises:
        RifError: it has changed since it was read first.
    """
    rif_file = job.us.read_name(issue.date, issue.rif)
    if rif_file.digest != issue.digest:
        raise RifError(
            f"{job.us.path / issue.rif} changed during the rebuild; run wildwood_all again."
        )
    return rif_file


def written(
    job: Job, staging: PsFolder, issue: Issue, rif_file: RifFile, similars: list[list[Similar]]
) -> Issue:
    """Write the ps rif of an issue to the staging directory; return the issue with its record.

    Raises:
        RifError: it cannot be written.
    """
    if issue.ps is None:
        raise AssertionError("an issue of a rebuild has a record of its ps rif")
    file = staging.add(issue.date, issue.rif, ps_content(job, rif_file, similars))
    return replace(issue, ps=replace(issue.ps, file=file))


def _refuse_bad(bad: int, rifs: int) -> None:
    if bad:
        raise RifError(
            f"Nothing was rebuilt because {bad} of {rifs} rifs cannot be read; repair them,"
            " move them away, or leave them out with --skip-bad."
        )
