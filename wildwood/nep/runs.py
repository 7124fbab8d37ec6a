"""Run issues one by one, or all in a rebuild; what is wrong with one does not stop the others."""

import datetime
from collections.abc import Iterable, Sequence

from wildwood.kernel import interruption
from wildwood.kernel.errors import IssueError, RifError
from wildwood.kernel.model import Issue
from wildwood.kernel.text import counted
from wildwood.nep.folders import Listing
from wildwood.nep.issue import keeping_unaffected, process_issue
from wildwood.nep.outcome import Run, contained
from wildwood.nep.rebuild import RebuildOptions, rebuild
from wildwood.nep.session import remove_issue
from wildwood.nep.status import Waiting, incomplete_dates, is_done
from wildwood.nep.workers import processors

MIN_PAPERS = 5_000  # with fewer to run, a rebuild is not worth the disk space
_LATEST = 100  # stored issues that tell how long a paper is
_RUN_COST = 4  # cost of a paper in a run over that in a rebuild; see tests/benchmarks/README.md


def run_together(run: Run, waiting: Waiting) -> bool:
    """Run issues in a rebuild if that is better; return whether it was."""
    issues = run.store.issues()
    kept = [issue for issue in issues if issue.date not in waiting.dates]
    if not (_is_cheaper(issues, kept, waiting) and _loses_nothing(run, kept, waiting)):
        return False
    options = RebuildOptions(skip_bad=True, workers=processors(), reported=waiting.dates)
    rifs = waiting.rifs.only({*waiting.dates, *(issue.date for issue in kept)})
    rebuild(run, options, rifs)
    return True


def _is_cheaper(issues: Sequence[Issue], kept: Sequence[Issue], waiting: Waiting) -> bool:
    """Return whether a rebuild is cheaper, if papers are as long as the latest."""
    latest = [issue for issue in issues if issue.papers][-_LATEST:]
    latest_bytes = waiting.rifs.only({issue.date for issue in latest}).size()
    run_bytes = waiting.rifs.only(waiting.dates).size()
    new = sum(issue.papers for issue in latest) * run_bytes // latest_bytes if latest_bytes else 0
    return costs_less(new, sum(issue.papers for issue in kept))


def costs_less(run: int, kept: int) -> bool:
    """Return whether a rebuild costs less, by the papers to run and the other ones."""
    return run >= MIN_PAPERS and run * _RUN_COST > run + kept


def _loses_nothing(run: Run, kept: Sequence[Issue], waiting: Waiting) -> bool:
    """Return whether a rebuild would change no issues but those that runs would change."""
    stale, rifs = run.stale(), waiting.rifs
    are_done = (each.date not in stale and is_done(run.job, rifs, each.date, each) for each in kept)
    are_earlier = (issue.date < min(waiting.dates) for issue in kept)
    return all(are_done) and (waiting.with_stale or all(are_earlier))


def run_issue(run: Run, rifs: Listing, date: datetime.date) -> None:
    run.store.check_punctuation(run.job.punctuation)
    stored = {issue.date for issue in run.store.issues() if issue.digest is not None}
    if missing := sum(older < date for older in rifs.paths.keys() - stored):
        older = f"{counted(missing, 'older rif')} not stored yet"
        warning = f"{date} was compared without {older}; run wildwood latest."
        run.outcome.warnings.append(warning)
    with run.stale_warnings():
        run_waiting(run, Waiting(rifs, [date]))


def run_waiting(run: Run, waiting: Waiting) -> None:
    """Run waiting issues the cheaper way, then those made incomplete or (`with_stale`) stale."""
    before = incomplete_dates(run.store.issues())
    if not run_together(run, waiting):
        dates = run.progress(waiting.dates, len(waiting.dates), "running")
        _run_singly(run, waiting.rifs, dates)
    _run_reopened(run, waiting.rifs, before)
    if waiting.with_stale:
        stale = run.stale().keys() & waiting.rifs.paths.keys()
        again = sorted(stale - run.outcome.failed.keys())
        _run_singly(run, waiting.rifs, run.progress(again, len(again), "running again"))


def _run_reopened(run: Run, rifs: Listing, before: set[datetime.date]) -> None:
    """Run the issues that have become incomplete, each once."""
    done = before | run.outcome.failed.keys()
    while reopened := incomplete_dates(run.store.issues()) - done:
        _run_singly(run, rifs, sorted(reopened & rifs.paths.keys()))
        done |= reopened


def _run_singly(run: Run, rifs: Listing, dates: Iterable[datetime.date]) -> None:
    """Run issues one by one; report and leave out those that fail."""
    for date in interruption.check_each(dates):
        try:
            with contained(date, rifs.name(date), run.store.connection):
                process_issue(run, run.job.us.read_listed(rifs, date))
        except IssueError as error:
            run.outcome.fail(error)
            run.store.omissions.add(date, str(error))


def forget_issue(run: Run, date: datetime.date) -> None:
    """Remove an issue and its ps rif; `RifError` if it is not stored."""
    job, store = run.job, run.store
    if date not in {issue.date for issue in store.issues()}:
        raise RifError(f"No issue of {date} is stored.")
    before, rifs = incomplete_dates(store.issues()), job.us.listing()
    with run.stale_warnings():
        if run.reports is not None:
            run.reports.remove(date)
        with keeping_unaffected(run, date):
            remove_issue(job.ps, store, date)
        _run_reopened(run, rifs, before)
    if date in rifs.paths:
        fault = f"The rif of {date} is still in {job.us.path}"
        warning = f"{fault}, so the next wildwood latest stores it again; move the rif away."
        run.outcome.warnings.append(warning)
