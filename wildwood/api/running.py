"""Run issues: what the commands `issue` and `latest`, and a store of Python, have in common.

What compares papers is imported only if an issue waits.
"""

import datetime
from dataclasses import replace
from itertools import chain

from wildwood.kernel.errors import InputError
from wildwood.kernel.extras import requires_extra
from wildwood.kernel.interruption import Progress, no_progress
from wildwood.kernel.settings import Config
from wildwood.nep.issue_report import IssueReport, Reports
from wildwood.nep.job import Job, job_of, lost_decisions
from wildwood.nep.outcome import Outcome, Run, omissions_of
from wildwood.nep.plausibility import doubts, leftovers, night_doubts
from wildwood.nep.session import writing_store
from wildwood.nep.status import Waiting, waiting_dates
from wildwood.nep.store import Store


def run_latest(run: Run, *, with_stale: bool) -> None:
    """Process every issue that waits for a run, oldest first; on an empty store, rebuild.

    An issue that fails is reported and left out; `with_stale` adds the issues with stale ps rifs.
    Without any rifs, as in a directory that is not mounted, `RifError` is raised.
    """
    job, store, outcome = run.job, run.store, run.outcome
    if not store.issues():
        from wildwood.nep.rebuild import RebuildOptions, rebuild
        from wildwood.nep.workers import processors

        rebuild(run, RebuildOptions(workers=processors()))
        return
    rifs = job.us.listing()
    outcome.add_unread(rifs)
    if not rifs.paths:
        raise job.us.no_rifs_error()
    store.check_punctuation(job.punctuation)
    with run.stale_warnings() as stale:
        dates = {*waiting_dates(job, store.issues(), rifs)}
        if with_stale:
            dates |= stale.keys() & rifs.paths.keys()
        waiting = Waiting(rifs, sorted(dates), with_stale)
        if waiting.dates:
            from wildwood.nep.runs import run_waiting

            run_waiting(run, waiting)
    outcome.omit(chain.from_iterable(map(omissions_of, store.issues())))
    omitted = {omission.date for omission in store.omissions.all()} - outcome.failed.keys()
    if omitted:
        store.omissions.remove(omitted - run.stale().keys())


def run_date(config: Config, date: datetime.date, outcome: Outcome, wait_s: float) -> None:
    """Compare the issue of a date, write its ps rif and store it.

    The outcome gets figures and messages even if the run fails, which changes nothing else.
    """
    from wildwood.nep.runs import run_issue

    job = job_of(config)
    rifs = job.us.listing()
    outcome.add_unread(rifs)
    rifs.path(date)  # fails before anything is created if there is none
    job.ps.prepare()
    with writing_store(config, f"wildwood {date}", wait_s) as store:
        run = checked_run(config, job, store, outcome)
        run_issue(run, rifs, date)
        outcome.omit(doubts(run.job, store, [date]))


def run_all_that_wait(
    config: Config,
    outcome: Outcome,
    progress: Progress = no_progress,
    *,
    with_stale: bool,
    wait_s: float,
) -> None:
    """Run every issue that needs it, oldest first; on an empty store, rebuild.

    The outcome gets figures and messages even if the run breaks off; the next run repairs it.
    """
    job = job_of(config)
    job.us.listing()  # fails before anything is created if the directory cannot be read
    job.ps.prepare()
    with writing_store(config, "wildwood latest", wait_s) as store:
        run = replace(checked_run(config, job, store, outcome), progress=progress)
        run_latest(run, with_stale=with_stale)
        # All that a person must see to is reported: after a silent night, status is well.
        rifs = job.us.listing()
        left = leftovers(store.issues(), rifs, job.ps.listing(), outcome.failed)
        outcome.omit(left.sentences())
        outcome.omit(night_doubts(run.job, store, rifs))


def checked_run(config: Config, job: Job, store: Store, outcome: Outcome) -> Run:
    """Make a run that marks languages; `InputError` if decisions that counted before are gone."""
    job = add_language_marks(job, config, store)
    if lost := lost_decisions(job, store):
        raise InputError(lost)
    reports = Reports(config.report, _page_of) if config.report else None
    return Run(job, store, outcome, reports=reports)


def _page_of(report: IssueReport) -> bytes:
    from wildwood.page.page import rendered

    return rendered("issue", is_stored=False, title=report.title, report=report)


def add_language_marks(job: Job, config: Config, store: Store) -> Job:
    """Add an annotator that marks each paper's language, if configured."""
    if not config.language.mark:
        return job
    with requires_extra("language"):
        from wildwood.screening.annotator import language_annotator
    return replace(job, annotate=language_annotator(config.language, store))
