"""Run all issues that wait for a run, such as every night.

What compares papers is imported only if there are any, since it takes longer than all the rest.
"""

from wildwood.progress import Progress, no_progress
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.runs.staleness import stale_dates
from wildwood.runs.waiting import Waiting, waiting_dates
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

    Raises:
        RifError: there are no rifs at all, as in a directory that is not mounted.
    """
    issues = store.issues()
    if not issues:
        from wildwood.runs.several import run_all

        run_all(job, store, outcome, progress)
        return
    rifs = job.us.listing()
    if not rifs.paths:
        raise job.us.has_no_rifs()
    outcome.add_unread(rifs)
    with outcome.stale_warnings(store):
        waiting = Waiting(rifs, waiting_dates(job, issues, rifs), skip_bad=True)
        if waiting.dates:
            from wildwood.runs.several import run_waiting

            run_waiting(job, store, outcome, waiting, progress)
        if with_stale:
            from wildwood.runs.several import run_singly

            stale = [date for date in stale_dates(store.issues()) if date in rifs.paths]
            dates = progress(stale, len(stale), "running again")
            run_singly(job, store, outcome, rifs, dates)
    outcome.add_differing(store, job.settings)
