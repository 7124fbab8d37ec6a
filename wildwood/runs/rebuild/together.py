"""Run many papers as a rebuild, where that is cheaper and loses nothing."""

from collections.abc import Sequence

from wildwood.model import Issue
from wildwood.runs.outcome import Run
from wildwood.runs.rebuild.rebuild import RebuildOptions, rebuild
from wildwood.runs.rebuild.workers import processors
from wildwood.runs.waiting import Waiting, is_done

MIN_PAPERS = 5_000
"""With fewer papers to run, the few seconds that are saved at most are not worth the disk space."""
_LATEST = 100
"""Stored issues that tell how long a paper is."""
_RUN_COST = 4
"""What a paper costs in a run, in units of what it costs in a rebuild; measured
(tests/benchmarks/README.md)."""


def ran_together(run: Run, waiting: Waiting) -> bool:
    """Run issues in a rebuild of all stored ones, or do nothing if they should run singly.

    Args:
        run: what to work with.
        waiting: the issues to run.

    Returns:
        Whether they were run.
    """
    issues = run.store.issues()
    kept = [issue for issue in issues if issue.date not in waiting.dates]
    if not (_is_cheaper(issues, kept, waiting) and _loses_nothing(run, kept, waiting)):
        return False
    reported = frozenset(waiting.dates)
    options = RebuildOptions(skip_bad=True, workers=processors(), reported=reported)
    rifs = waiting.rifs.only({*waiting.dates, *(issue.date for issue in kept)})
    rebuild(run, options, rifs)
    return True


def _is_cheaper(issues: Sequence[Issue], kept: Sequence[Issue], waiting: Waiting) -> bool:
    """Return whether a rebuild is cheaper, taking papers to be as long as the latest."""
    latest = [issue for issue in issues if issue.papers][-_LATEST:]
    latest_bytes = waiting.rifs.only({issue.date for issue in latest}).size()
    run_bytes = waiting.rifs.only(waiting.dates).size()
    new = sum(issue.papers for issue in latest) * run_bytes // latest_bytes if latest_bytes else 0
    return costs_less(new, sum(issue.papers for issue in kept))


def costs_less(run: int, kept: int) -> bool:
    """Return whether a rebuild of all papers costs less than runs of some.

    Args:
        run: the papers of the issues to run.
        kept: the papers of the others.
    """
    return run >= MIN_PAPERS and run * _RUN_COST > run + kept


def _loses_nothing(run: Run, kept: Sequence[Issue], waiting: Waiting) -> bool:
    """Return whether a rebuild changes nothing but what runs of these issues change.

    The other issues must be stored as a rebuild would store them; and older, unless those that
    become stale are to run, too.
    """
    stale = run.stale()
    return all(
        issue.date not in stale and is_done(run.job, waiting.rifs, issue.date, issue)
        for issue in kept
    ) and (waiting.with_stale or all(issue.date < min(waiting.dates) for issue in kept))
