"""Rebuild all from the rifs in date order, or compare what is stored with what that would give."""

import datetime
import random
import secrets
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from wildwood.kernel import interruption
from wildwood.kernel.errors import IssueError, RifError, StoreError
from wildwood.kernel.interruption import Progress
from wildwood.kernel.model import Issue, IssueText, Similar, WrittenFile, issue_texts
from wildwood.kernel.past import ComparableIssues, PastIssues, comparable
from wildwood.nep.documents import encoded_documents
from wildwood.nep.folders import Listing, PsFolder
from wildwood.nep.fresh import FreshStore, Swap
from wildwood.nep.history import StoredHistory
from wildwood.nep.issue import (
    PsWriter,
    Written,
    add_provenances,
    compare,
    compare_in_past,
    issue_papers,
    write_ps_rif,
)
from wildwood.nep.job import Job
from wildwood.nep.outcome import IssueNotes, Outcome, Run, contained, omissions_of
from wildwood.nep.records import audit
from wildwood.nep.rif import read_rif
from wildwood.nep.session import finish_swap
from wildwood.nep.store import Store
from wildwood.nep.workers import OrderedMap, processes_for, processors, workers

Keeper: TypeAlias = "Attempt | _Comparison"  # takes what a replay finds


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
        with comparable(past_issues.papers(), settings, job.index_bytes, self.progress) as past:
            write = partial(reread_and_write, job, self.write)
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


def reread_and_write(job: Job, write: PsWriter, compared: _Compared) -> Written:
    """Read a rif once more and write its ps rif; `IssueError` if it has changed."""
    issue, similars = compared
    path = job.us.path / issue.rif
    with contained(issue.date, issue.rif):
        rif_file = read_rif(issue.date, path, job.us.max_bytes)
        if rif_file.digest != issue.digest:
            raise RifError(f"{path} changed meanwhile; run the command again.")
    return write_ps_rif(job, write, issue, rif_file, similars)


_MOST_ATTEMPTS = 20  # restarts, each without an issue that failed after it was read


@dataclass(frozen=True, slots=True)
class RebuildOptions:
    skip_bad: bool = False  # leave out bad rifs, as if nothing was stored that can be lost
    workers: int = 1  # processes that read and write rifs
    fill: "Fill | None" = None  # fills the collections in place of this process
    reported: Container[datetime.date] | None = None  # issues that the outcome gets; None for all

    def reports(self, date: datetime.date) -> bool:
        return self.reported is None or date in self.reported


@dataclass(frozen=True, slots=True)
class Attempt:
    run: Run
    rifs: Listing
    fresh: FreshStore
    options: RebuildOptions
    mark: str  # names its collections and its staging directory

    @property
    def staging(self) -> PsFolder:
        return self.run.job.ps.staging(self.mark)

    def refuse_bad(self) -> None:
        """Raise `RifError` for rifs that cannot be read, unless they are left out."""
        rifs = len(self.rifs.paths) + len(self.rifs.misnamed)
        bad = rifs - len(self.fresh.issues)
        if bad and not self.options.skip_bad:
            raise RifError(
                f"Nothing was rebuilt because {bad} of {rifs} rifs cannot be read; repair them,"
                " move them away, or leave them out with --skip-bad."
            )

    def add_issue(self, issue: Issue, encoded: Mapping[str, bytes | None]) -> Issue:
        """Store an issue later than all before; return it without papers that are too large."""
        return self.fresh.add_issue(issue, encoded)

    def fail(self, error: IssueError) -> None:
        self.run.outcome.fail(error)

    def report(self, notes: IssueNotes, issue: Issue) -> None:
        if self.options.reports(issue.date):
            self.run.outcome.add_notes(notes)
            self.run.outcome.omit(omissions_of(issue))

    def begin_comparing(self) -> None:
        """Build the indexes; raises `RifError` if bad rifs forbid the rebuild."""
        self.refuse_bad()
        self.fresh.begin_indexing()

    def record(self, written: Written) -> None:
        self.fresh.similar.insert(written.pairs)
        self.fresh.record(written.issue)
        if self.options.reports(written.issue.date):
            self.run.outcome.count(written.similars)


Fill = Callable[[Attempt], None]


def rebuild(run: Run, options: RebuildOptions, rifs: Listing | None = None) -> None:
    """Compare and store all rifs, oldest first, as if nothing had been stored before.

    New collections and ps rifs replace the old ones at the end. The outcome and the store name each
    issue that fails. After a `RifError` (no rifs, or one would be lost), nothing has changed.
    """
    if not run.store.issues():
        options = replace(options, skip_bad=True)
    if rifs is None:
        rifs = run.job.us.listing()
        run.outcome.add_unread(rifs)
    if not rifs.paths:
        raise run.job.us.no_rifs_error()
    try:
        _attempts(run, options, rifs)
    except RifError:
        _record(run)
        raise
    _record(run)
    run.store.omissions.remove(rifs.paths.keys() - run.outcome.failed.keys())


def _attempts(run: Run, options: RebuildOptions, listing: Listing) -> None:
    """Rebuild, and start over without each issue that fails after it was read."""
    gone = [issue for issue in run.store.issues() if issue.date not in listing.paths]
    for _ in range(_MOST_ATTEMPTS):
        failed = _attempt(run, options, listing, gone)
        if failed is None:
            return
        listing = listing.only(listing.paths.keys() - {failed})
        if not listing.paths:
            break
    fault = "Nothing was rebuilt because one issue after the other failed"
    raise RifError(f"{fault}; look at the first message.")


def _record(run: Run) -> None:
    for date, reason in run.outcome.failed.items():
        run.store.omissions.add(date, reason)


def _attempt(
    run: Run, options: RebuildOptions, rifs: Listing, gone: Iterable[Issue]
) -> datetime.date | None:
    """Rebuild from these rifs; return the date of an issue to leave out, or None."""
    outcome = Outcome()
    try:
        _rebuild_from(replace(run, outcome=outcome), options, rifs, gone)
    except IssueError as error:
        if options.skip_bad:
            outcome = Outcome()
            outcome.fail(error)
            return error.date
        outcome.failed[error.date] = str(error)
        raise
    finally:
        run.outcome.add(outcome)
    return None


def _rebuild_from(run: Run, options: RebuildOptions, rifs: Listing, gone: Iterable[Issue]) -> None:
    job, store, mark = run.job, run.store, secrets.token_hex(4)
    staging = job.ps.staging(mark)
    fresh = store.fresh(mark)
    with _discarding(store, fresh, staging):
        staging.prepare()
        fresh.forget(gone)
        (options.fill or _fill)(Attempt(run, rifs, fresh, options, mark))
        fresh.decide_swap(Swap(mark))
    finish_swap(job.ps, store)


def _fill(attempt: Attempt) -> None:
    run, rifs = attempt.run, attempt.rifs
    with workers(processes_for(len(rifs.paths), attempt.options.workers)) as ordered_map:
        write = partial(write_staged, run.job.ps, attempt.mark)
        Replay(run.job, rifs, ordered_map, write, run.progress).run(attempt)


@contextmanager
def _discarding(store: Store, fresh: FreshStore, staging: PsFolder) -> Iterator[None]:
    """Remove what a failed rebuild made before its swap; if that fails, the next writer does."""
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


def write_staged(ps: PsFolder, mark: str, issue: Issue, content: bytes) -> WrittenFile:
    """Stage a ps rif that differs from the one in place; a `PsWriter` once `mark` is bound."""
    return ps.held(issue.rif, content) or ps.staging(mark).add(issue.date, issue.rif, content)


def verify(job: Job, store: Store, progress: Progress, sample: int | None) -> list[str]:
    """Return a sentence for all that a rebuild would change, of all issues or a random `sample`.

    No lock is needed, but changes by other commands meanwhile count as differences.
    """
    rifs = job.us.listing()
    if sample is None:
        return _verify_all(job, store, rifs, progress)
    dates = rifs.dates()
    chosen = sorted(random.sample(dates, min(sample, len(dates))))
    return _verify_some(job, store, rifs.only(chosen), progress)


def _unwritten(issue: Issue, content: bytes) -> WrittenFile:
    """Return what a ps rif would be, without writing it; a `PsWriter`."""
    return PsFolder.pack(issue.rif, content)[0]


@dataclass(frozen=True, slots=True)
class _Comparison:
    job: Job
    store: Store
    recorded: Mapping[datetime.date, Issue]
    differences: list[str] = field(default_factory=list)

    def add_issue(self, issue: Issue, encoded: Mapping[str, bytes | None]) -> Issue:
        too_large, differences = audit(self.store.handles, issue, encoded)
        self.differences.extend(differences)
        return issue.drop(too_large)

    def fail(self, error: IssueError) -> None:
        self.differences.append(str(error))

    def report(self, notes: IssueNotes, issue: Issue) -> None:
        pass

    def begin_comparing(self) -> None:
        pass

    def record(self, written: Written) -> None:
        issue = written.issue
        if issue.ps is None or issue.ps.file is None or not self.job.ps.holds(issue.ps.file):
            self.differences.append(f"{issue.rif}: the ps rif is not what a rebuild would write.")
        if issue != self.recorded.get(issue.date):
            self.differences.append(f"{issue.rif}: the record is not what a rebuild would store.")
        if not self.store.similar.are_of(issue.date, written.pairs):
            self.differences.append(f"{issue.rif}: its pairs are not what a rebuild would store.")


def _comparison(job: Job, store: Store) -> _Comparison:
    return _Comparison(job, store, {issue.date: issue for issue in store.issues()})


def _verify_all(job: Job, store: Store, rifs: Listing, progress: Progress) -> list[str]:
    failed: list[str] = []
    while True:
        comparison = _comparison(job, store)
        try:
            with workers(processes_for(len(rifs.paths), processors())) as ordered_map:
                Replay(job, rifs, ordered_map, _unwritten, progress).run(comparison)
        except IssueError as error:
            failed.append(str(error))
            rifs = rifs.only(rifs.paths.keys() - {error.date})
        else:
            return failed + comparison.differences


def _verify_some(job: Job, store: Store, rifs: Listing, progress: Progress) -> list[str]:
    comparison = _comparison(job, store)
    for date in interruption.check_each(progress(rifs.dates(), len(rifs.paths), "verifying")):
        try:
            with contained(date, rifs.name(date), store.connection):
                rif_file = job.us.read_listed(rifs, date)
                read = issue_papers(job, rif_file)
                [made] = add_provenances(job, [read.notes], store.issues())
                made = comparison.add_issue(made, encoded_documents(made, read.papers))
                similars = compare(job, read, StoredHistory(store.connection, before=date))
                comparison.record(write_ps_rif(job, _unwritten, made, rif_file, similars))
        except IssueError as error:
            comparison.fail(error)
    return comparison.differences
