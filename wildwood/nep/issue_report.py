"""Report on an issue: its figures, and what differs from its last ps rif."""

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wildwood.biblio.entry import plain_handle
from wildwood.kernel.errors import InputError, RifError
from wildwood.kernel.files import write_file
from wildwood.kernel.model import Issue, Similar, SimilarityType
from wildwood.kernel.relation import Decision
from wildwood.nep.job import Job
from wildwood.nep.plausibility import usual_papers
from wildwood.nep.rif import read_rif
from wildwood.nep.store import Store

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
            return list(zip(rif.handles, rif.similars(), strict=True))
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
    with suppress(OSError):
        return _MADE_BY.encode() in path.read_bytes()
    return False
