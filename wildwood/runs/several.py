"""Run several issues: one by one, or all in a rebuild."""

import datetime
from collections.abc import Iterable

from wildwood import interruption
from wildwood.errors import RifError
from wildwood.progress import Progress
from wildwood.rif import Listing
from wildwood.runs.issue import process_issue
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.runs.rebuild import RebuildOptions, rebuild
from wildwood.runs.together import ran_together
from wildwood.runs.waiting import Waiting
from wildwood.runs.workers import processors
from wildwood.store import Store


def run_all(job: Job, store: Store, outcome: Outcome, progress: Progress) -> None:
    """Run all issues, none of which is stored; a rif that cannot be read is left out."""
    options = RebuildOptions(skip_bad=True, workers=processors(), progress=progress)
    rebuild(job, store, outcome, options)


def run_waiting(
    job: Job, store: Store, outcome: Outcome, waiting: Waiting, progress: Progress
) -> None:
    """Run the issues that wait, in whichever way is cheaper."""
    if not ran_together(job, store, outcome, waiting, progress):
        dates = progress(waiting.dates, len(waiting.dates), "running")
        run_singly(job, store, outcome, waiting.rifs, dates)


def run_singly(
    job: Job, store: Store, outcome: Outcome, rifs: Listing, dates: Iterable[datetime.date]
) -> None:
    """Run issues one by one; a rif that cannot be read is reported and left out."""
    for date in interruption.checked(dates):
        try:
            process_issue(job, store, job.us.read_listed(rifs, date), outcome)
        except RifError as error:
            outcome.omissions.append(str(error))
