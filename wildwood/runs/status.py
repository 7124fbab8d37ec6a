"""Read the state of the database and the directories, and whether the operator must act."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from wildwood.model import Issue, Omission
from wildwood.rif import Listing, shape
from wildwood.runs.decided import stale_ps_rifs
from wildwood.runs.job import Job
from wildwood.runs.outcome import by_part, omissions_of
from wildwood.runs.plausibility import doubts, unread_rifs
from wildwood.runs.provenance import HISTORY, described_parts
from wildwood.runs.waiting import waiting_dates
from wildwood.store import Figures, Store

_SHAPES = (".xml", ".amf.xml")


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
    lost: list[str]
    """Validators and indexes that the database no longer has; without them it is slow or unsafe."""
    waiting: list[datetime.date]
    """Dates of rifs that need a run, or whose papers are not stored as they were."""
    changed: dict[str, list[datetime.date]]
    """What stale ps rifs were made from that is something else now, with their dates."""
    described: list[tuple[str, Sequence[datetime.date]]]
    """The same, with what it was and is now."""
    omitted: list[Omission]
    """Issues that failed when they ran last."""
    left_out: dict[datetime.date, list[str]]
    """What was left out of stored issues, as sentences."""
    gone: list[datetime.date]
    """Dates of stored issues whose us rif is gone; a rebuild would lose them."""
    stray: list[Path]
    """Files in the ps directory that are named like ps rifs, but that no stored issue wrote."""
    misnamed: list[Path]
    """Files in the us directory whose names have an impossible date."""
    undated: list[Path]
    """XML files in the us directory whose names have no date, in any form."""
    doubts: list[str]
    """What else needs a person, as sentences; see `runs.plausibility`."""
    disk: DiskUsage

    @property
    def stale(self) -> list[datetime.date]:
        """Dates whose ps rif was compared with issues that have changed since."""
        return self.changed.get(HISTORY, [])

    @property
    def differing(self) -> list[datetime.date]:
        """Dates whose ps rif was made by other code or with other settings."""
        others = (self.changed[name] for name in self.changed if name != HISTORY)
        return sorted({*chain.from_iterable(others)})

    @property
    def is_well(self) -> bool:
        """Whether every ps rif is what a rebuild would write, and the next one will be as fast."""
        return not (
            *self.waiting, *self.changed, *self.left_out, *self.gone, *self.stray, *self.misnamed,
            *self.lost, *self.doubts,
        )  # fmt: skip


def read_status(job: Job, store: Store, *, reads_all: bool) -> Status:
    """Read the state of the database and the directories.

    Args:
        job: what to work with.
        store: the store.
        reads_all: whether to read rifs again that have not changed since they were read.

    Raises:
        RifError: a directory cannot be read.
        StoreError: the database cannot be read.
    """
    issues, figures = store.issues(), store.figures()
    rifs, presorted = job.us.listing(), job.ps.listing()
    wrong = store.contents.wrong_dates(issues)
    unfinished = waiting_dates(job, issues, rifs, reads_all=reads_all)
    waiting = sorted({*unfinished, *wrong} & rifs.paths.keys())
    stale = stale_ps_rifs(job, store, issues)
    changed = by_part(stale)
    return Status(
        issues=len(issues),
        papers=sum(issue.papers for issue in issues),
        newest=issues[-1].date if issues else None,
        figures=figures,
        lost=store.schema.lost(),
        waiting=waiting,
        changed=changed,
        described=list(described_parts(job, issues, changed)),
        omitted=[
            omission
            for omission in store.omissions.all()
            if omission.date in waiting or omission.date in stale
        ],
        left_out={issue.date: said for issue in issues if (said := omissions_of(issue))},
        gone=sorted({issue.date for issue in issues}.union(wrong) - rifs.paths.keys()),
        stray=_stray(issues, rifs.only(waiting), presorted),
        misnamed=rifs.misnamed,
        undated=rifs.undated,
        doubts=[*unread_rifs(rifs), *doubts(job, store)],
        disk=DiskUsage(figures.bytes, rifs.size(), presorted.size()),
    )


def _stray(issues: Iterable[Issue], waiting: Listing, presorted: Listing) -> list[Path]:
    """Return the files that look like ps rifs, but that no stored issue wrote.

    Those are not among them that a waiting run replaces, and files of others, such as notes.
    """
    written = {issue.ps_name for issue in issues}
    shapes = {*map(shape, written), *_SHAPES}
    ours = written.union(path.name for path in chain.from_iterable(waiting.paths.values()))
    return [
        path
        for date in presorted.dates()
        for path in presorted.of(date)
        if path.name not in ours and shape(path.name) in shapes
    ]
