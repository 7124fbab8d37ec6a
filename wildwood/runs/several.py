"""Run issues one by one, or all in a rebuild; what is wrong with one does not stop the others."""

import datetime
from collections.abc import Iterable

from wildwood import interruption
from wildwood.errors import IssueError, RifError
from wildwood.rif import Listing
from wildwood.runs.containment import contained
from wildwood.runs.one_issue.issue import process_issue, warn_of_missing
from wildwood.runs.outcome import Run
from wildwood.runs.rebuild.rebuild import RebuildOptions, rebuild
from wildwood.runs.rebuild.together import ran_together
from wildwood.runs.rebuild.workers import processors
from wildwood.runs.recovery import remove_issue
from wildwood.runs.waiting import Waiting, incomplete_dates


def run_all(run: Run) -> None:
    """Run all issues, none of which is stored; one that fails is left out."""
    rebuild(run, RebuildOptions(skip_bad=True, workers=processors()))


def run_issue(run: Run, rifs: Listing, date: datetime.date) -> None:
    """Process the issue of a date, and warn of what it leaves mixed or missing."""
    run.store.check_punctuation(run.job.punctuation)
    warn_of_missing(run, rifs, date)
    with run.stale_warnings():
        run_waiting(run, Waiting(rifs, [date]))


def run_waiting(run: Run, waiting: Waiting) -> None:
    """Run the issues that wait, in whichever way is cheaper.

    Issues that become incomplete by that, since a paper of theirs has room now or no longer, run
    too; with `waiting.with_stale`, also those whose ps rifs become stale.
    """
    before = incomplete_dates(run.store.issues())
    if not ran_together(run, waiting):
        dates = run.progress(waiting.dates, len(waiting.dates), "running")
        _run_singly(run, waiting.rifs, dates)
    _run_reopened(run, waiting.rifs, before)
    if waiting.with_stale:
        stale = run.stale().keys() & waiting.rifs.paths.keys()
        again = sorted(stale - run.outcome.failed.keys())
        _run_singly(run, waiting.rifs, run.progress(again, len(again), "running again"))


def _run_reopened(run: Run, rifs: Listing, before: set[datetime.date]) -> None:
    """Run the issues that have become incomplete, each once."""
    done = before | run.outcome.failed.keys()
    while reopened := incomplete_dates(run.store.issues()) - done:
        _run_singly(run, rifs, sorted(reopened & rifs.paths.keys()))
        done |= reopened


def _run_singly(run: Run, rifs: Listing, dates: Iterable[datetime.date]) -> None:
    """Run issues one by one; one that fails is reported and left out."""
    for date in interruption.checked(dates):
        try:
            with contained(date, rifs.name(date), run.store.connection):
                process_issue(run, run.job.us.read_listed(rifs, date))
        except IssueError as error:
            run.outcome.fail(error)
            run.store.omissions.add(date, str(error))


def forget_issue(run: Run, date: datetime.date) -> None:
    """Remove an issue from the database, and its ps rif.

    Raises:
        RifError: no issue of the date is stored.
    """
    job, store = run.job, run.store
    if date not in {issue.date for issue in store.issues()}:
        raise RifError(f"No issue of {date} is stored.")
    before, rifs = incomplete_dates(store.issues()), job.us.listing()
    with run.stale_warnings():
        remove_issue(job.ps, store, date)
        _run_reopened(run, rifs, before)
    if date in rifs.paths:
        run.outcome.warnings.append(
            f"The rif of {date} is still in {job.us.path}, so the next wildwood latest stores it"
            " again; move the rif away."
        )
