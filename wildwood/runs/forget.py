"""Remove an issue whose rif was withdrawn."""

import datetime

from wildwood.errors import RifError
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.runs.recovery import remove_issue
from wildwood.runs.several import run_reopened
from wildwood.runs.waiting import incomplete_dates
from wildwood.store import Store


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
