"""Read the state of the database and the directories, and whether the operator must act."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from wildwood.kernel import interruption
from wildwood.kernel.errors import RifError
from wildwood.kernel.model import Issue, Omission
from wildwood.nep.folders import Listing, known_digests
from wildwood.nep.job import HISTORY, Job, described_parts, stale_ps_rifs
from wildwood.nep.outcome import differing_dates, group_by_part, omissions_of
from wildwood.nep.plausibility import leftovers, night_doubts
from wildwood.nep.records import Figures
from wildwood.nep.store import Store


@dataclass(frozen=True, slots=True)
class Waiting:
    rifs: Listing  # all rifs of the us directory
    dates: Collection[datetime.date]
    with_stale: bool = False  # whether the issues with stale ps rifs run, too


def waiting_dates(
    job: Job, issues: Iterable[Issue], rifs: Listing, *, reads_all: bool = False
) -> list[datetime.date]:
    """List the dates of rifs that need a run, oldest first; `reads_all` rereads unchanged files."""
    if not reads_all:
        with known_digests(job.us.path) as us, known_digests(job.ps.path) as ps:
            us_folder, ps_folder = replace(job.us, digest_of=us), replace(job.ps, digest_of=ps)
            job = replace(job, us=us_folder, ps=ps_folder)
            return waiting_dates(job, issues, rifs, reads_all=True)
    stored = {issue.date: issue for issue in issues}
    dates = interruption.check_each(rifs.dates())
    return [date for date in dates if not is_done(job, rifs, date, stored.get(date))]


def is_done(job: Job, rifs: Listing, date: datetime.date, issue: Issue | None) -> bool:
    """Return whether an issue is stored as its rif is now, and its ps rif is as it was written."""
    if issue is None or issue.digest is None or issue.ps is None or issue.ps.file is None:
        return False
    if issue.size > job.us.max_bytes or not job.ps.holds(issue.ps.file):
        return False
    with suppress(RifError):  # its run will report it
        path = rifs.path(date)
        return path.name == issue.rif and job.us.digest_of(path, job.us.max_bytes) == issue.digest
    return False


def incomplete_dates(issues: Iterable[Issue]) -> set[datetime.date]:
    return {issue.date for issue in issues if issue.digest is None}


@dataclass(frozen=True, slots=True)
class DiskUsage:
    database: int  # bytes on disk, with indexes
    us: int
    ps: int


@dataclass(frozen=True, slots=True)
class Status:
    issues: int
    papers: int
    newest: datetime.date | None
    figures: Figures
    lost: list[str]  # validators and indexes that are gone; without them it is slow or unsafe
    waiting: list[datetime.date]  # rifs that need a run, or whose papers have changed
    changed: dict[str, list[datetime.date]]  # what makes ps rifs stale, with their dates
    described: list[tuple[str, Sequence[datetime.date]]]  # the same, with what it was and is now
    omitted: list[Omission]  # issues that failed when they ran last
    left_out: dict[datetime.date, list[str]]  # sentences on what was left out of stored issues
    gone: list[datetime.date]  # stored issues whose us rif is gone; a rebuild would lose them
    stray: list[Path]  # files in the ps directory named like ps rifs that no issue wrote
    misnamed: list[Path]  # files in the us directory whose names have an impossible date
    undated: list[Path]  # XML files in the us directory whose names have no date, in any form
    doubts: list[str]  # what else needs a person, as sentences
    disk: DiskUsage

    @property
    def stale(self) -> list[datetime.date]:
        """Dates whose ps rif was compared with issues that have changed since."""
        return self.changed.get(HISTORY, [])

    @property
    def differing(self) -> list[datetime.date]:
        """Dates whose ps rif was made by other code or with other settings."""
        return differing_dates(self.changed)

    @property
    def is_well(self) -> bool:
        """Whether every ps rif is what a rebuild would write, and the next one will be as fast."""
        return not (
            *self.waiting, *self.changed, *self.left_out, *self.gone, *self.stray, *self.misnamed,
            *self.lost, *self.doubts,
        )  # fmt: skip


def read_status(job: Job, store: Store, *, reads_all: bool) -> Status:
    """Read the state; `reads_all` rereads unchanged files."""
    issues, figures = store.issues(), store.figures()
    rifs, presorted = job.us.listing(), job.ps.listing()
    wrong = store.contents.wrong_dates(issues)
    unfinished = waiting_dates(job, issues, rifs, reads_all=reads_all)
    waiting = sorted({*unfinished, *wrong} & rifs.paths.keys())
    stale = stale_ps_rifs(job, store)
    unsettled = {*waiting, *stale}
    changed = group_by_part(stale)
    unowned = leftovers(issues, rifs, presorted, waiting)
    return Status(
        issues=len(issues),
        papers=sum(issue.papers for issue in issues),
        newest=issues[-1].date if issues else None,
        figures=figures,
        lost=store.schema.lost(),
        waiting=waiting,
        changed=changed,
        described=list(described_parts(job, issues, changed)),
        omitted=[each for each in store.omissions.all() if each.date in unsettled],
        left_out={issue.date: left for issue in issues if (left := omissions_of(issue))},
        gone=sorted({*unowned.gone, *wrong} - rifs.paths.keys()),
        stray=unowned.stray,
        misnamed=rifs.misnamed,
        undated=rifs.undated,
        doubts=list(night_doubts(job, store, rifs)),
        disk=DiskUsage(figures.bytes, rifs.size(), presorted.size()),
    )
