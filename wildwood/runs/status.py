"""Read the state of the database and the directories, and whether the operator must act."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from wildwood.model import Issue
from wildwood.rif import Listing
from wildwood.runs.job import Job
from wildwood.runs.staleness import differing_dates, stale_dates
from wildwood.runs.waiting import waiting_dates
from wildwood.store import Figures, Store


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """Bytes on disk: of the database with its indexes, and of the rifs."""

    database: int
    us: int
    ps: int


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the database and the directories at one time."""

    issues: int
    papers: int
    newest: datetime.date | None
    figures: Figures
    waiting: list[datetime.date]
    """Dates of rifs that need a run; see `runs.waiting.waiting_dates`."""
    stale: list[datetime.date]
    """Dates whose ps rif was compared with issues that have changed since."""
    gone: list[datetime.date]
    """Dates of stored issues whose us rif is gone; a rebuild would lose them."""
    differing: list[datetime.date]
    """Dates whose ps rif was made with other settings than the configuration's."""
    stray: list[Path]
    """Files in the ps directory that are named like rifs, but that no stored issue wrote."""
    misnamed: list[Path]
    """Files in the us directory whose names have an impossible date."""
    undated: list[Path]
    """XML files in the us directory whose names have no date."""
    disk: DiskUsage

    @property
    def is_well(self) -> bool:
        """Whether every ps rif is what a rebuild with the configured settings would write."""
        return not (
            *self.waiting, *self.stale, *self.gone, *self.differing, *self.stray, *self.misnamed
        )  # fmt: skip


def read_status(job: Job, store: Store) -> Status:
    """Read the state of the database and the directories.

    Raises:
        RifError: a directory cannot be read.
        StoreError: the database cannot be read.
    """
    issues, figures = store.issues(), store.figures()
    rifs, presorted = job.us.listing(), job.ps.listing()
    waiting = waiting_dates(job, issues, rifs)
    return Status(
        issues=len(issues),
        papers=sum(issue.papers for issue in issues),
        newest=issues[-1].date if issues else None,
        figures=figures,
        waiting=waiting,
        stale=stale_dates(issues),
        gone=[issue.date for issue in issues if issue.date not in rifs.paths],
        differing=differing_dates(issues, job.settings),
        stray=_stray(issues, presorted, replaced=waiting),
        misnamed=rifs.misnamed,
        undated=rifs.undated,
        disk=DiskUsage(figures.bytes, rifs.size(), presorted.size()),
    )


def _stray(
    issues: Iterable[Issue], presorted: Listing, replaced: Collection[datetime.date]
) -> list[Path]:
    """Return the ps rifs that no stored issue wrote; runs of `replaced` dates replace theirs."""
    written = {issue.ps.file.name for issue in issues if issue.ps and issue.ps.file}
    return [
        path
        for date in presorted.dates()
        for path in presorted.of(date)
        if date not in replaced and path.name not in written
    ]
