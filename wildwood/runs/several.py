"""Run issues one by one, or all in a rebuild; what is wrong with one does not stop the others."""

import datetime
from collections.abc import Iterable

from wildwood import interruption
from wildwood.errors import IssueError, RifError
from wildwood.progress import Progress, no_progress
from wildwood.rif import Listing
from wildwood.runs.containment import contained
from wildwood.runs.decided import stale_ps_rifs
from wildwood.runs.job import Job
from wildwood.runs.one_issue.issue import process_issue, warn_of_missing
from wildwood.runs.outcome import Outcome
from wildwood.runs.rebuild.rebuild import RebuildOptions, rebuild
from wildwood.runs.rebuild.together import ran_together
from wildwood.runs.rebuild.workers import processors
from wildwood.runs.recovery import remove_issue
from wildwood.runs.waiting import Waiting, incomplete_dates
from wildwood.store import Store


def run_all(job: Job, store: Store, outcome: Outcome, progress: Progress) -> None:
    """Run all issues, none of which is stored; one that fails is left out."""
    options = RebuildOptions(skip_bad=True, workers=processors(), progress=progress)
    rebuild(job, store, outcome, options)


def run_issue(job: Job, store: Store, rifs: Listing, date: datetime.date, outcome: Outcome) -> None:
    """Process the issue of a date, and warn of what it leaves mixed or missing."""
    store.check_punctuation(job.punctuation)
    warn_of_missing(store, rifs, date, outcome)
    with outcome.stale_warnings(job, store):
        run_waiting(job, store, outcome, Waiting(rifs, [date]))


def run_waiting(
    job: Job, store: Store, outcome: Outcome, waiting: Waiting, progress: Progress = no_progress
) -> None:
    """Run the issues that wait, in whichever way is cheaper.

    Issues that become incomplete by that, since a paper of theirs has room now or no longer, run
    too; with `waiting.with_stale`, also those whose ps rifs become stale.
    """
    before = incomplete_dates(store.issues())
    if not ran_together(job, store, outcome, waiting, progress):
        dates = progress(waiting.dates, len(waiting.dates), "running")
        run_singly(job, store, outcome, waiting.rifs, dates)
    run_reopened(job, store, outcome, waiting.rifs, before)
    if waiting.with_stale:
        stale = stale_ps_rifs(job, store, store.issues()).keys() & waiting.rifs.paths.keys()
        again = sorted(stale - outcome.failed.keys())
        run_singly(job, store, outcome, waiting.rifs, progress(again, len(again), "running again"))


def run_reopened(
    job: Job, store: Store, outcome: Outcome, rifs: Listing, before: set[datetime.date]
) -> None:
    """Run the issues that have become incomplete, each once."""
    done = before | outcome.failed.keys()
    while reopened := incomplete_dates(store.issues()) - done:
        run_singly(job, store, outcome, rifs, sorted(reopened & rifs.paths.keys()))
        done |= reopened


def run_singly(
    job: Job, store: Store, outcome: Outcome, rifs: Listing, dates: Iterable[datetime.date]
) -> None:
    """Run issues one by one; one that fails is reported and left out."""
    for date in interruption.checked(dates):
        try:
            with contained(date, rifs.name(date), store.connection):
                process_issue(job, store, job.us.read_listed(rifs, date), outcome)
        except IssueError as error:
            outcome.fail(error)
            store.omissions.add(date, str(error))


def forget_issue(job: Job, store: Store, date: datetime.date, outcome: Outcome) -> None:
    """Remove an issue from the database, and its ps rif.

    Raises:
        RifError: no issue of the date is stored.
    """
    if date not in {issue.date for issue in store.issues()}:
        raise RifError(f"No issue of {date} is stored.")
    before, rifs = incomplete_dates(store.issues()), job.us.listing()
    with outcome.stale_warnings(job, store):
        remove_issue(job.ps, store, date)
        run_reopened(job, store, outcome, rifs, before)
    if date in rifs.paths:
        outcome.warnings.append(
            f"The rif of {date} is still in {job.us.path}, so the next wildwood latest stores it"
            " again; move the rif away."
        )
