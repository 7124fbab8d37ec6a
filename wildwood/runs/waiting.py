"""Tell which issues need a run."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from wildwood import interruption
from wildwood.errors import RifError
from wildwood.model import Issue
from wildwood.rif import Listing, known_digests
from wildwood.runs.job import Job


@dataclass(frozen=True, slots=True)
class Waiting:
    """The issues to run."""

    rifs: Listing
    """The rifs of the us directory."""
    dates: Collection[datetime.date]
    """The dates of the issues to run."""
    with_stale: bool = False
    """Whether the issues with stale ps rifs run, too."""


def waiting_dates(
    job: Job, issues: Iterable[Issue], rifs: Listing, *, reads_all: bool = False
) -> list[datetime.date]:
    """List the dates of rifs that need a run, oldest first.

    A rif needs a run if it was never stored whole, if its name or content has changed since, or
    if its ps rif is not as it was written.

    Args:
        job: what to work with.
        issues: the stored issues.
        rifs: the rifs of the us directory.
        reads_all: whether to read files again that have not changed since they were read.
    """
    stored = {issue.date: issue for issue in issues}
    if reads_all:
        return _not_done(job, stored, rifs)
    with known_digests(job.us.path) as us, known_digests(job.ps.path) as ps:
        us_folder, ps_folder = replace(job.us, digest_of=us), replace(job.ps, digest_of=ps)
        return _not_done(replace(job, us=us_folder, ps=ps_folder), stored, rifs)


def _not_done(
    job: Job, stored: Mapping[datetime.date, Issue], rifs: Listing
) -> list[datetime.date]:
    return [
        date
        for date in interruption.checked(rifs.dates())
        if not is_done(job, rifs, date, stored.get(date))
    ]


def is_done(job: Job, rifs: Listing, date: datetime.date, issue: Issue | None) -> bool:
    """Return whether an issue is stored as its rif is now, and its ps rif is as it was written."""
    if issue is None or issue.digest is None or issue.ps is None or issue.ps.file is None:
        return False
    if issue.size > job.us.max_bytes or not job.ps.holds(issue.ps.file):
        return False
    try:
        path = rifs.path(date)
        return issue.rif == path.name and issue.digest == job.us.digest(path)
    except RifError:
        return False  # its run will report it


def incomplete_dates(issues: Iterable[Issue]) -> set[datetime.date]:
    """Return the dates of issues that are stored in part."""
    return {issue.date for issue in issues if issue.digest is None}
