"""Tell what a person must look at: doubtful issues, an issue that is late, leftover files."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from statistics import median_low

from wildwood.kernel.model import Issue
from wildwood.kernel.text import counted, listed, one_line
from wildwood.nep.folders import Listing, shape
from wildwood.nep.job import Job, lost_decisions
from wildwood.nep.records import earlier_copies
from wildwood.nep.store import Store

SEE = "(see wildwood status)"
_DAY = datetime.timedelta(days=1)
_YEAR = 365 * _DAY
_LEAST = 4  # issues of a year that tell what is usual
_ARRIVAL_DAYS = 2  # an issue arrives during its day, which ends later in other time zones
_SMALL = 10  # an issue is too small if it has less than a tenth of the usual papers
_SHAPES = (".xml", ".amf.xml")


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What a person must remove, or bring back."""

    gone: list[datetime.date]  # stored issues whose us rif is gone; a rebuild would lose them
    stray: list[Path]  # files in the ps directory named like ps rifs that no issue wrote

    def sentences(self) -> Iterator[str]:
        if self.gone:
            yield (
                f"The us rif of {listed(self.gone, SEE)} is gone, but the issue is stored; bring it"
                " back, or run wildwood forget with its date."
            )
        if self.stray:
            names = listed([one_line(path.name) for path in self.stray], SEE)
            folder = self.stray[0].parent
            yield f"No issue that is stored has written {names} in {folder}; move it elsewhere."


def leftovers(
    issues: Sequence[Issue], rifs: Listing, presorted: Listing, waiting: Collection[datetime.date]
) -> Leftovers:
    """Find leftovers; a waiting run replaces the file with the name of its rif."""
    written = {issue.ps_name for issue in issues}
    shapes = {*map(shape, written), *_SHAPES}
    waiting_paths = rifs.only(waiting).paths.values()
    ours = written.union(path.name for path in chain.from_iterable(waiting_paths))
    gone = {issue.date for issue in issues} - rifs.paths.keys()
    paths = (path for date in presorted.dates() for path in presorted.files(date))
    stray = [path for path in paths if path.name not in ours and shape(path.name) in shapes]
    return Leftovers(sorted(gone), stray)


def night_doubts(job: Job, store: Store, rifs: Listing) -> Iterator[str]:
    """Yield a sentence with a cure for all that is not plausible today."""
    yield from unread_rifs(rifs)
    yield from doubts(job, store)
    yield from _late_issue(job, {*rifs.paths, *(issue.date for issue in store.issues())})


def doubts(job: Job, store: Store, dates: Collection[datetime.date] | None = None) -> Iterator[str]:
    """Yield a sentence with a cure for each implausible issue, of these dates if given."""
    issues = store.issues()
    yield from job.bad_decisions
    if lost := lost_decisions(job, store):
        yield lost
    whole = [issue for issue in issues if issue.digest is not None]
    chosen = [issue for issue in whole if dates is None or issue.date in dates]
    copied = earlier_copies(store.connection, issues, chosen)
    past = [issue.date for issue in whole if not _is_future(issue.date)]
    if future := [issue.rif for issue in chosen if _is_future(issue.date)]:
        fault = f"The clock of this machine says {today()}, before the date of {listed(future)}"
        cure = "rename the rif or move it away, then run wildwood forget with its date."
        yield f"{fault}; set it, or {cure}"
    for issue in chosen:
        yield from _issue_doubts(issue, copied.get(issue.date))
        usual = usual_papers(whole, issue.date) if issue.date in (dates or past[-1:]) else 0
        if 0 < issue.papers * _SMALL < usual:
            papers = counted(issue.papers, "paper")
            cure = "fetch it again if papers are missing. The next issue ends this message."
            yield f"{issue.rif} has only {papers}, where {usual:,} are usual; {cure}"


def _issue_doubts(issue: Issue, copied: Issue | None) -> Iterator[str]:
    faults = ["no papers in the namespace of AMF"] * (not issue.papers)
    faults += [f"the same papers as {copied.rif}"] if copied else []
    cure = f"fetch it again, or move it away, then run wildwood forget {issue.date}."
    yield from (f"{issue.rif} has {fault}; {cure}" for fault in faults)


def _is_future(date: datetime.date) -> bool:
    return date > today() + _DAY  # tomorrow is today in some time zone


def usual_papers(issues: Iterable[Issue], date: datetime.date) -> int:
    """Return the median size of the issues in the year before a date; 0 if they are too few."""
    sizes = [issue.papers for issue in issues if issue.papers and date - _YEAR <= issue.date < date]
    return median_low(sizes) if len(sizes) >= _LEAST else 0


def _late_issue(job: Job, dates: Iterable[datetime.date]) -> Iterator[str]:
    """Yield a sentence if the newest of all issues, read or not, is too long ago."""
    past = sorted(date for date in dates if not _is_future(date))
    days = (today() - past[-1]).days if past else 0
    expected = job.late_days or _learned_days(past)
    if expected and days > expected:
        late = f"The next issue is late: the newest is of {past[-1]}, {days} days ago"
        due = f"the next was expected within {counted(expected, 'day')}"
        yield f"{late}, and {due}; bring it to {job.us.path}, or set alarm.late_days."


def _learned_days(past: Sequence[datetime.date]) -> int:
    """Return how long an issue can take, by the year before the newest; 0 if that is unknown.

    The longest wait of a whole year includes holidays; without a whole year, twice as long passes.
    Issues that ended a year ago are not expected any more.
    """
    if not past or past[-1] < today() - _YEAR:
        return 0
    year_ago = past[-1] - _YEAR
    waits = [(later - earlier).days for earlier, later in pairwise(past) if later > year_ago]
    if len(waits) < _LEAST:
        return 0
    return max(waits) * (1 if past[0] <= year_ago else 2) + _ARRIVAL_DAYS


def unread_rifs(rifs: Listing) -> Iterator[str]:
    """Yield a sentence if files in the us directory look like rifs, but are not read."""
    if rifs.unread:
        names = [one_line(str(path.relative_to(rifs.folder))) for path in rifs.unread]
        yield (
            f"Not read, though it looks like a rif: {listed(names)} in {rifs.folder}; give it a"
            f" name like 2015-03-05.xml or 2015-03-05.amf.xml.gz in {rifs.folder} itself, or move"
            " it away."
        )
