"""Run all issues that wait for a run, such as every night.

What compares papers is imported only if there are any, since it takes longer than all the rest.
"""

from wildwood.progress import Progress, no_progress
from wildwood.runs.decided import stale_ps_rifs
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
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

    An issue that fails is reported and left out.

    Args:
        job: what to work with.
        store: the store, whose writer's lock is held.
        outcome: gets the figures and messages.
        progress: shows how far the work is.
        with_stale: whether to process the issues with stale ps rifs, too.

    Raises:
        RifError: there are no rifs at all, as in a directory that is not mounted.
    """
    if not store.issues():
        from wildwood.runs.several import run_all

        run_all(job, store, outcome, progress)
        return
    rifs = job.us.listing()
    if not rifs.paths:
        raise job.us.has_no_rifs()
    outcome.add_unread(rifs)
    store.check_punctuation(job.punctuation)
    with outcome.stale_warnings(job, store) as stale:
        dates = {*waiting_dates(job, store.issues(), rifs)}
        if with_stale:
            dates |= stale.keys() & rifs.paths.keys()
        waiting = Waiting(rifs, sorted(dates), with_stale)
        if waiting.dates:
            from wildwood.runs.several import run_waiting

            run_waiting(job, store, outcome, waiting, progress)
    for issue in store.issues():
        outcome.add_omissions(issue)
    omitted = {omission.date for omission in store.omissions.all()} - outcome.failed.keys()
    if omitted:
        store.omissions.remove(omitted - stale_ps_rifs(job, store, store.issues()).keys())
