"""Whether all is well: what is stored, what waits, what is stale, what it takes on disk."""

import datetime
from dataclasses import dataclass

from wildwood.history import stale_dates
from wildwood.job import Job
from wildwood.pipeline import waiting_dates
from wildwood.store import Figures, Store


@dataclass(frozen=True, slots=True)
class Disk:
    """Bytes on disk: of the database's data and indexes, and of the rifs."""

    database: int
    us: int
    ps: int


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the store and of the directories at one time."""

    issues: int
    papers: int
    newest: datetime.date | None
    figures: Figures
    waiting: list[datetime.date]
    """Dates of rifs that want a run; see `wildwood.pipeline.waiting_dates`."""
    stale: list[datetime.date]
    """Dates whose ps rif was made from a history that has changed since."""
    gone: list[datetime.date]
    """Dates of stored issues that have no us rif any more: a rebuild would lose them."""
    disk: Disk

    @property
    def is_well(self) -> bool:
        """Whether there is nothing for the operator to do."""
        return not (self.waiting or self.stale or self.gone)


def status_of(job: Job, store: Store) -> Status:
    """Look at the store and the directories.

    Raises:
        RifError: a directory cannot be read.
        StoreError: the database cannot be read.
    """
    issues, figures = store.issues(), store.figures()
    rifs, made = job.us.listing(), job.ps.listing()
    return Status(
        issues=len(issues),
        papers=sum(issue.papers for issue in issues),
        newest=issues[-1].date if issues else None,
        figures=figures,
        waiting=waiting_dates(job, store),
        stale=stale_dates(issues),
        gone=[issue.date for issue in issues if issue.date not in rifs.paths],
        disk=Disk(figures.bytes, rifs.size(), made.size()),
    )
