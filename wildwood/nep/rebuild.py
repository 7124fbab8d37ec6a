"""Rebuild the database and the ps rifs from all rifs, in date order."""

import datetime
import secrets
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial

from wildwood.kernel.errors import IssueError, RifError, StoreError
from wildwood.kernel.model import Issue, WrittenFile
from wildwood.nep.fresh import FreshStore, Swap
from wildwood.nep.issue import Written
from wildwood.nep.outcome import IssueNotes, Outcome, Run
from wildwood.nep.ps_folder import PsFolder
from wildwood.nep.replay import Replay
from wildwood.nep.session import finish_swap
from wildwood.nep.store import Store
from wildwood.nep.us_folder import Listing
from wildwood.nep.workers import processes_for, workers

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
    """One attempt at a rebuild; a `Keeper`."""

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
        return self.fresh.add_issue(issue, encoded)

    def fail(self, error: IssueError) -> None:
        self.run.outcome.fail(error)

    def report(self, notes: IssueNotes, issue: Issue) -> None:
        if self.options.reports(issue.date):
            self.run.outcome.add_notes(notes)
            self.run.outcome.add_omissions(issue)

    def begin_comparing(self) -> None:
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
        listing = listing.drop(failed)
        if not listing.paths:
            break
    raise RifError(
        "Nothing was rebuilt because one issue after the other failed; look at the first message."
    )


def _record(run: Run) -> None:
    for date, reason in run.outcome.failed.items():
        run.store.omissions.add(date, reason)


def _attempt(
    run: Run, options: RebuildOptions, rifs: Listing, gone: Collection[Issue]
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


def _rebuild_from(
    run: Run, options: RebuildOptions, rifs: Listing, gone: Collection[Issue]
) -> None:
    job, store, mark = run.job, run.store, secrets.token_hex(4)
    staging = job.ps.staging(mark)
    fresh = store.fresh(mark)
    with _discarding(store, fresh, staging):
        staging.prepare()
        fresh.forget(gone)
        attempt = Attempt(run, rifs, fresh, options, mark)
        (options.fill or _fill)(attempt)
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
