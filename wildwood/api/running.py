"""Run issues: what the commands `issue` and `latest`, and a store of Python, have in common.

What compares papers is imported only if there are any; see `runs.latest`.
"""

import datetime
from dataclasses import replace

from wildwood.errors import InputError
from wildwood.extras import requires_extra
from wildwood.progress import Progress, no_progress
from wildwood.runs.decided import lost_decisions
from wildwood.runs.job import Job, job_of
from wildwood.runs.latest import run_latest
from wildwood.runs.outcome import Outcome, Run
from wildwood.runs.plausibility import doubts
from wildwood.runs.session import writing_store
from wildwood.settings import Config
from wildwood.store import Store


def run_date(config: Config, date: datetime.date, outcome: Outcome, wait_s: float) -> None:
    """Compare the issue of a date, write its ps rif and store it.

    Args:
        config: the configuration.
        date: the date.
        outcome: gets the figures and messages, also if the run fails.
        wait_s: how long to wait for another command that writes, in seconds.

    Raises:
        WildwoodError: the issue could not be run; nothing has changed.
    """
    from wildwood.runs.several import run_issue

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

    Args:
        config: the configuration.
        outcome: gets the figures and messages, also if the run fails.
        progress: shows how far it is.
        with_stale: whether to run the issues with stale ps rifs, too.
        wait_s: how long to wait for another command that writes, in seconds.

    Raises:
        WildwoodError: the run could not begin or was broken off; the next run repairs it.
    """
    job = job_of(config)
    job.us.listing()  # fails before anything is created if the directory cannot be read
    job.ps.prepare()
    with writing_store(config, "wildwood latest", wait_s) as store:
        run = replace(checked_run(config, job, store, outcome), progress=progress)
        run_latest(run, with_stale=with_stale)
        outcome.omit(doubts(run.job, store))


def checked_run(config: Config, job: Job, store: Store, outcome: Outcome) -> Run:
    """Make a run, after a check that it has the decisions that counted in earlier ones.

    Args:
        config: the configuration.
        job: what to work with, still without marks of languages.
        store: the store; its writer's lock is held.
        outcome: gets the figures and messages.

    Raises:
        InputError: decisions that count are gone.
        WildwoodError: the extra `language` is missing.
    """
    job = with_language_marks(job, config, store)
    if lost := lost_decisions(job, store):
        raise InputError(lost)
    return Run(job, store, outcome)


def with_language_marks(job: Job, config: Config, store: Store) -> Job:
    """Return the job with an annotator that marks each paper's language, if configured.

    Raises:
        WildwoodError: it is configured, but the extra `language` is missing.
    """
    if not config.language.mark:
        return job
    with requires_extra("language"):
        from wildwood.language.annotator import language_annotator
    return replace(job, annotate=language_annotator(config.language, store))
