"""Run many papers as a rebuild, where that is cheaper and has the same result."""

from collections.abc import Sequence

from wildwood.model import Issue
from wildwood.progress import Progress, no_progress
from wildwood.runs.job import Job
from wildwood.runs.outcome import Outcome
from wildwood.runs.rebuild import RebuildOptions, rebuild
from wildwood.runs.staleness import differing_dates, stale_dates
from wildwood.runs.waiting import Waiting, is_done
from wildwood.runs.workers import processors
from wildwood.store import Store

MIN_PAPERS = 5_000
"""With fewer new papers, the few seconds that are saved at most are not worth the disk space."""
_LATEST = 100
"""Stored issues that tell how long a paper is."""
_RUN_COST = 4
"""What a paper costs in a run, in units of what it costs in a rebuild; measured
(tests/benchmarks/README.md)."""


def ran_together(
    job: Job,
    store: Store,
    outcome: Outcome,
    waiting: Waiting,
    progress: Progress = no_progress,
) -> bool:
    """Run issues in a rebuild of all stored ones, or do nothing if they should run singly.

    Args:
        job: what to work with.
        store: the store, whose writer's lock is held.
        outcome: gets the figures and messages of these issues.
        waiting: the issues to run.
        progress: shows how far the work is.

    Returns:
        Whether they were run.
    """
    if not waiting.dates:
        return False
    kept = [issue for issue in store.issues() if issue.date not in waiting.dates]
    if not (_is_cheaper(kept, waiting) and _has_same_result(job, kept, waiting)):
        return False
    options = RebuildOptions(
        skip_bad=waiting.skip_bad,
        workers=processors(),
        progress=progress,
        reported=frozenset(waiting.dates),
    )
    rifs = waiting.rifs.only({*waiting.dates, *(issue.date for issue in kept)})
    rebuild(job, store, outcome, options, rifs)
    return True


def _is_cheaper(kept: Sequence[Issue], waiting: Waiting) -> bool:
    """Return whether a rebuild is cheaper, taking new papers to be as long as the latest ones."""
    known = sum(issue.papers for issue in kept)
    latest = kept[-_LATEST:]
    latest_bytes = waiting.rifs.only({issue.date for issue in latest}).size()
    new_bytes = waiting.rifs.only(waiting.dates).size()
    new = sum(issue.papers for issue in latest) * new_bytes // latest_bytes if latest_bytes else 0
    return new >= MIN_PAPERS and new * _RUN_COST > new + known


def _has_same_result(job: Job, kept: Sequence[Issue], waiting: Waiting) -> bool:
    """Return whether a rebuild changes nothing but what runs of these issues change.

    The stored issues must be older than them and as a rebuild would make them. How languages are
    marked depends on what was learned since, so ps rifs with marks are left alone.
    """
    return (
        not job.settings.marks_languages
        and all(issue.date < min(waiting.dates) for issue in kept)
        and not stale_dates(kept)
        and not differing_dates(kept, job.settings)
        and all(is_done(job, waiting.rifs, issue.date, issue) for issue in kept)
    )
