"""Run all issues that wait for a run, such as every night."""

import datetime
from collections.abc import Iterable

from wildwood import interruption
from wildwood.errors import RifError
from wildwood.progress import Progress, no_progress
from wildwood.runs.issue import process_issue
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.runs.rebuild import RebuildOptions, rebuild
from wildwood.runs.staleness import stale_dates
from wildwood.runs.together import Waiting, ran_together
from wildwood.runs.waiting import waiting_dates
from wildwood.runs.workers import processors
from wildwood.store import Store


def run_latest(
    job: Job,
    store: Store,
    outcome: Outcome,
    progress: Progress = no_progress,
    *,
    with_stale: bool = False,
) -> None:
    """Process every issue that waits for a run, oldest first; on an empty store, rebuild.

    A rif that cannot be read is reported and left out.

    Args:
        job: what to work with.
        store: the store, whose writer's lock is held.
        outcome: gets the figures and messages.
        progress: shows how far the work is.
        with_stale: whether to process the issues with stale ps rifs, too.
    """
    issues = store.issues()
    if not issues:
        options = RebuildOptions(skip_bad=True, workers=processors(), progress=progress)
        rebuild(job, store, outcome, options)
        return
    rifs = job.us.listing()
    outcome.add_unread(rifs)

    def process(dates: Iterable[datetime.date]) -> None:
        for date in interruption.checked(dates):
            try:
                process_issue(job, store, job.us.read_listed(rifs, date), outcome)
            except RifError as error:
                outcome.omissions.append(str(error))

    with outcome.stale_warnings(store):
        waiting = waiting_dates(job, issues, rifs)
        together = Waiting(rifs, waiting, skip_bad=True)
        if not ran_together(job, store, outcome, together, progress):
            process(progress(waiting, len(waiting), "running"))
        if with_stale:
            stale = [date for date in stale_dates(store.issues()) if date in rifs.paths]
            process(progress(stale, len(stale), "running again"))
    outcome.add_differing(store, job.settings)
