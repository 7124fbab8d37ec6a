"""Read the state of the database and the directories, and whether the operator must act."""

import datetime
from dataclasses import dataclass

from wildwood.runs.job import Job
from wildwood.runs.latest import waiting_dates
from wildwood.runs.staleness import stale_dates
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
    """Dates of rifs that need a run; see `runs.latest.waiting_dates`."""
    stale: list[datetime.date]
    """Dates whose ps rif was compared with issues that have changed since."""
    gone: list[datetime.date]
    """Dates of stored issues whose us rif is gone; a rebuild would lose them."""
    disk: DiskUsage

    @property
    def is_well(self) -> bool:
        """Whether the operator has nothing to do."""
        return not (self.waiting or self.stale or self.gone)


def read_status(job: Job, store: Store) -> Status:
    """Read the state of the database and the directories.

    Raises:
        RifError: a directory cannot be read.
        StoreError: the database cannot be read.
    """
    issues, figures = store.issues(), store.figures()
    rifs, presorted = job.us.listing(), job.ps.listing()
    return Status(
        issues=len(issues),
        papers=sum(issue.papers for issue in issues),
        newest=issues[-1].date if issues else None,
        figures=figures,
        waiting=waiting_dates(job, store),
        stale=stale_dates(issues),
        gone=[issue.date for issue in issues if issue.date not in rifs.paths],
        disk=DiskUsage(figures.bytes, rifs.size(), presorted.size()),
    )
