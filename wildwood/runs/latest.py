"""Run all issues that wait for a run, such as every night.

What compares papers is imported only if there are any, since it takes longer than all the rest.
"""

from wildwood.runs.outcome import Run
from wildwood.runs.waiting import Waiting, waiting_dates


def run_latest(run: Run, *, with_stale: bool) -> None:
    """Process every issue that waits for a run, oldest first; on an empty store, rebuild.

    An issue that fails is reported and left out.

    Args:
        run: what to work with.
        with_stale: whether to process the issues with stale ps rifs, too.

    Raises:
        RifError: there are no rifs at all, as in a directory that is not mounted.
    """
    job, store, outcome = run.job, run.store, run.outcome
    if not store.issues():
        from wildwood.runs.several import run_all

        run_all(run)
        return
    rifs = job.us.listing()
    outcome.add_unread(rifs)
    if not rifs.paths:
        raise job.us.has_no_rifs()
    store.check_punctuation(job.punctuation)
    with run.stale_warnings() as stale:
        dates = {*waiting_dates(job, store.issues(), rifs)}
        if with_stale:
            dates |= stale.keys() & rifs.paths.keys()
        waiting = Waiting(rifs, sorted(dates), with_stale)
        if waiting.dates:
            from wildwood.runs.several import run_waiting

            run_waiting(run, waiting)
    for issue in store.issues():
        outcome.add_omissions(issue)
    omitted = {omission.date for omission in store.omissions.all()} - outcome.failed.keys()
    if omitted:
        store.omissions.remove(omitted - run.stale().keys())
