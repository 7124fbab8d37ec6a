"""Report on an issue: its figures, and what makes it implausible."""

import datetime
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from statistics import median_low

from wildwood.biblio.entry import plain_handle
from wildwood.kernel.errors import InputError, RifError
from wildwood.kernel.files import write_file
from wildwood.kernel.model import Issue, Similar, SimilarityType
from wildwood.kernel.relation import Decision
from wildwood.kernel.text import counted, listed, one_line
from wildwood.nep.folders import Listing, shape
from wildwood.nep.job import Job, lost_decisions
from wildwood.nep.records import earlier_copies
from wildwood.nep.rif import read_rif
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
            yield (
                f"No issue that is stored has written {names} in {self.stray[0].parent}; move it"
                " elsewhere."
            )


def leftovers(
    issues: Iterable[Issue], rifs: Listing, presorted: Listing, waiting: Collection[datetime.date]
) -> Leftovers:
    """Find leftovers; a waiting run replaces the file with the name of its rif."""
    stored = list(issues)
    written = {issue.ps_name for issue in stored}
    shapes = {*map(shape, written), *_SHAPES}
    waiting_paths = rifs.only(waiting).paths.values()
    ours = written.union(path.name for path in chain.from_iterable(waiting_paths))
    return Leftovers(
        sorted({issue.date for issue in stored} - rifs.paths.keys()),
        [
            path
            for date in presorted.dates()
            for path in presorted.files(date)
            if path.name not in ours and shape(path.name) in shapes
        ],
    )


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
        yield (
            f"The clock of this machine says {today()}, before the date of {listed(future)}; set"
            " it, or rename the rif or move it away, then run wildwood forget with its date."
        )
    for issue in chosen:
        yield from _issue_doubts(issue, copied.get(issue.date))
        usual = usual_papers(whole, issue.date) if issue.date in (dates or past[-1:]) else 0
        if 0 < issue.papers * _SMALL < usual:
            yield (
                f"{issue.rif} has only {counted(issue.papers, 'paper')}, where {usual:,} are usual;"
                " fetch it again if papers are missing. The next issue ends this message."
            )


def _issue_doubts(issue: Issue, copied: Issue | None) -> Iterator[str]:
    settled = f"then run wildwood forget {issue.date}"
    if not issue.papers:
        yield (
            f"{issue.rif} has no papers in the namespace of AMF; fetch it again, or move it away,"
            f" {settled}."
        )
    if copied:
        yield (
            f"{issue.rif} has the same papers as {copied.rif}; fetch it again, or move it away,"
            f" {settled}."
        )


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
        yield (
            f"The next issue is late: the newest is of {past[-1]}, {days} days ago, and the next"
            f" was expected within {counted(expected, 'day')}; bring it to {job.us.path}, or set"
            " alarm.late_days."
        )


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


_MADE_BY = "Made by Wildwood."  # tells our files from those of others
_ALL_TENTHS = 10

Papers = Sequence[tuple[str, Sequence[Similar]]]  # handles, each with its similar papers


@dataclass(frozen=True, slots=True)
class IssueReport:
    date: datetime.date
    groups: Mapping[str, Sequence[tuple[str, str]]]  # rows by heading

    @property
    def title(self) -> str:
        return f"Issue of {self.date}"

    @property
    def command(self) -> str:
        return f"wildwood show {self.date} --html pairs.html"

    def text(self) -> str:
        """Return lines that fit on the screen of a phone."""
        lines = [self.title]
        for heading, rows in self.groups.items():
            lines += ["", heading] if heading else [""]
            lines += [f"{label:<20}{value}" for label, value in rows]
        return "\n".join([*lines, "", "All pairs:", self.command, "", _MADE_BY, ""])


def issue_report(job: Job, store: Store, issue: Issue, papers: Papers) -> IssueReport:
    """Count what is in an issue before it is stored, and what differs from its last ps rif."""
    repeats = [(handle, similars) for handle, similars in papers if similars]
    strengths = Counter(int(10 * float(similars[0].printed)) for _, similars in repeats)
    repeated = Counter(_repeated(handle, similars) for handle, similars in repeats)
    usual = usual_papers(store.issues(), issue.date)
    groups = {
        "": [
            ("papers", f"{issue.papers:,}" + (f" (usually {usual:,})" if usual else "")),
            ("likely repeats", f"{len(repeats):,}"),
            *_counts({**_decided(job, papers), "left out": len(issue.omissions)}),
        ],
        "Strength": _counts({_band(n): strengths[n] for n in sorted(strengths, reverse=True)}),
        "They repeat": _counts(dict(sorted(repeated.items(), reverse=True))),
        "Since the last version": _since(_last_version(job, store, issue.date), papers),
    }
    return IssueReport(issue.date, {heading: rows for heading, rows in groups.items() if rows})


def _counts(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    return [(name, f"{count:,}") for name, count in counts.items() if count]


def _band(tenths: int) -> str:
    return "1.0" if tenths == _ALL_TENTHS else f"0.{tenths} and above"


def _decided(job: Job, papers: Papers) -> dict[str, int]:
    pairs = {
        (frozenset((handle, counterpart)), decision)
        for handle, _ in papers
        for counterpart, decision in job.decisions.decided(handle)
    }
    counts = Counter(decision for _, decision in pairs)
    return {f"decided {name.value}": counts[name] for name in (Decision.SAME, Decision.DIFFERENT)}


def _repeated(handle: str, similars: Sequence[Similar]) -> str:
    """Return what a paper repeats: itself, or else its strongest similar paper."""
    external = [similar.handle for similar in similars if similar.type is SimilarityType.EXTERNAL]
    if handle in external:
        return "the same handle"
    if similars[0].type is SimilarityType.INTERNAL:
        return "the same issue"
    series, own = (plain_handle(name).split(":")[:3] for name in (external[0], handle))
    return "its own series" if series == own else "another series"


def _last_version(job: Job, store: Store, date: datetime.date) -> Papers | None:
    """Return the papers of the ps rif that is there, or None without one that can be read."""
    for name in (issue.ps_name for issue in store.issues() if issue.date == date):
        with suppress(RifError):
            rif = read_rif(date, job.ps.path / name).rif
            return list(zip((record.handle for record in rif.records), rif.similars(), strict=True))
    return None


def _since(before: Papers | None, papers: Papers) -> list[tuple[str, str]]:
    if before is None:
        return []
    (old, old_pairs), (new, new_pairs) = map(_handles_and_pairs, (before, papers))
    changes = {
        "papers added": len(new - old),
        "papers withdrawn": len(old - new),
        "pairs added": len(new_pairs - old_pairs),
        "pairs gone": len(old_pairs - new_pairs),
    }
    return _counts(changes) or [("papers and pairs", "the same")]


def _handles_and_pairs(papers: Papers) -> tuple[set[str], set[tuple[str, str]]]:
    pairs = {(handle, similar.handle) for handle, similars in papers for similar in similars}
    return {handle for handle, _ in papers}, pairs


@dataclass(frozen=True, slots=True)
class Reports:
    """The folder of reports; other files in it are never touched."""

    folder: Path
    page: Callable[[IssueReport], bytes]

    def are_there(self, date: datetime.date) -> bool:
        return all(map(_is_ours, self._paths(date)))

    def write(self, report: IssueReport) -> None:
        """Write both files; `InputError` if they cannot be written or are not ours."""
        page, text = self._paths(report.date)
        for path in (page, text):
            if path.exists() and not _is_ours(path):
                raise InputError(f"Cannot write {path}: Wildwood has not made it; move it away.")
        write_file(page, self.page(report), makes_folder=True, keeps_decisions=False)
        write_file(text, report.text().encode(), keeps_decisions=False)

    def remove(self, date: datetime.date) -> None:
        with suppress(OSError):
            for path in filter(_is_ours, self._paths(date)):
                path.unlink()

    def _paths(self, date: datetime.date) -> tuple[Path, Path]:
        return self.folder / f"{date}.html", self.folder / f"{date}.txt"


def _is_ours(path: Path) -> bool:
    try:
        return _MADE_BY.encode() in path.read_bytes()
    except OSError:
        return False
