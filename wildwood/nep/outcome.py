"""Collect the figures and messages of a run for the operator, and contain errors to an issue."""

import datetime
import errno
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from wildwood.kernel import errors
from wildwood.kernel.interruption import Progress, no_progress
from wildwood.kernel.model import Issue, Similar, SimilarityType
from wildwood.kernel.text import defect, listed, quoted
from wildwood.nep.connection import Connection
from wildwood.nep.folders import Listing
from wildwood.nep.issue_report import Reports
from wildwood.nep.job import HISTORY, Job, described_parts, stale_ps_rifs
from wildwood.nep.plausibility import SEE, unread_rifs
from wildwood.nep.store import Store

_FATAL = (errors.DiskFullError, errors.LockedError, errors.WorkerError)
"""Errors that the next issue would have, too."""
_FATAL_ERRNOS = (*errors.DISK_FULL, errno.EMFILE, errno.ENFILE)  # of temporary files

_LOG = logging.getLogger(__name__)


@contextmanager
def contained(
    date: datetime.date, name: str, connection: Connection | None = None
) -> Iterator[None]:
    """Turn errors of one issue into `IssueError`; those of server, lock, worker or disk pass."""
    try:
        yield
    except (errors.IssueError, *_FATAL):
        raise
    except errors.TooManyPairsError as error:
        raise errors.IssueError(date, f"{name} {error}.") from error
    except errors.RifError as error:
        raise errors.IssueError(date, str(error)) from error
    except errors.UnansweredError as error:
        if connection is None or not connection.answers():
            raise
        raise errors.IssueError(date, f"{name}: {error}") from error
    except errors.WildwoodError as error:
        raise errors.IssueError(date, f"{name}: {error}") from error
    except MemoryError as error:
        raise errors.IssueError(date, f"{name} needs more memory than there is.") from error
    except Exception as error:
        if str(error) == errors.THREAD_ERROR or getattr(error, "errno", None) in _FATAL_ERRNOS:
            raise
        message = defect(f"{name} could not be processed", f"{type(error).__name__}: {error}")
        raise errors.IssueError(date, message) from error


Stale = Mapping[datetime.date, Sequence[str]]  # the parts that differ, by date of the ps rif


@dataclass(frozen=True, slots=True)
class IssueNotes:
    issue: Issue  # still without its ps rif and what is stored
    warnings: Sequence[str]
    decisions: str = ""  # the digest of the decisions on its papers


@dataclass(slots=True)
class Outcome:
    issues: int = 0
    papers: int = 0
    with_similar: int = 0
    similars: Counter[SimilarityType] = field(default_factory=Counter)
    written: Path | None = None  # the ps rif that was written last
    warnings: list[str] = field(default_factory=list)  # on problems; the exit status stays 0
    omissions: list[str] = field(default_factory=list)  # what was left out; the exit status is 1
    failed: dict[datetime.date, str] = field(default_factory=dict)  # by date, with the reason
    reports: dict[datetime.date, str] = field(default_factory=dict)  # texts, by date

    def count(self, similars: Sequence[Sequence[Similar]]) -> None:
        self.issues += 1
        self.papers += len(similars)
        self.with_similar += sum(map(bool, similars))
        self.similars.update(similar.type for similar in chain.from_iterable(similars))

    def add(self, part: "Outcome") -> None:
        self.issues += part.issues
        self.papers += part.papers
        self.with_similar += part.with_similar
        self.similars.update(part.similars)
        self.warnings += part.warnings
        self.omissions += part.omissions
        self.failed |= part.failed

    def add_notes(self, notes: IssueNotes) -> None:
        _LOG.info("%s: %d papers", notes.issue.rif, notes.issue.papers)
        self.warnings += notes.warnings

    def omit(self, messages: Iterable[str]) -> None:
        """Report messages that are new."""
        self.omissions += (message for message in messages if message not in self.omissions)

    def fail(self, error: errors.IssueError) -> None:
        self.failed[error.date] = str(error)
        self.omissions.append(str(error))

    def add_unread(self, rifs: Listing) -> None:
        """Report files whose names have no date, or an impossible one."""
        fault = "the date in the file name does not exist; rename the file or move it away."
        self.omissions += (f"{path}: {fault}" for path in rifs.misnamed)
        self.omit(unread_rifs(rifs))
        if rifs.undated:
            names = [path.name for path in rifs.undated]
            self.warnings.append(
                f"{listed(names, SEE)} in {rifs.folder} was not read:"
                " the name of a rif starts with its date, such as 2015-03-05, and ends in .xml"
                " or .xml.gz."
            )


@dataclass(frozen=True, slots=True)
class Run:
    job: Job
    store: Store  # its writer's lock is held
    outcome: Outcome
    progress: Progress = no_progress
    reports: Reports | None = None  # where to report on issues that run, if anywhere

    def stale(self) -> dict[datetime.date, list[str]]:
        return stale_ps_rifs(self.job, self.store)

    @contextmanager
    def stale_warnings(self) -> Iterator[Stale]:
        """Warn of ps rifs made stale in the block or by other code; yield those stale before."""
        issues, before = self.store.issues(), self.stale()
        records = {issue.date: issue.ps for issue in issues}
        yield before
        now = self.store.issues()
        stale = before if now == issues else self.stale()
        kept = {issue.date for issue in now if issue.ps == records.get(issue.date)}
        changed, old = group_by_part(stale), group_by_part(before)
        later = kept & {*changed.get(HISTORY, ())} - {*old.get(HISTORY, ())}
        if later:
            fault = f"The ps rifs of later issues are stale now: {listed(sorted(later), SEE)}"
            self.outcome.warnings.append(f"{fault}; run wildwood latest --stale.")
        for name in (HISTORY, *self.job.overridden):
            changed.pop(name, None)
        if differing := differing_dates(changed):
            parts = dict(described_parts(self.job, now, changed))
            fault = f"The ps rifs of {listed(differing, SEE)} were made with other settings or code"
            cure = f"to write them again, {cure_of(changed)}."
            self.outcome.warnings.append(f"{fault} ({'; '.join(parts)}); {cure}")


def group_by_part(stale: Stale) -> dict[str, list[datetime.date]]:
    names = dict.fromkeys(chain.from_iterable(stale.values()))
    return {name: [date for date in stale if name in stale[date]] for name in names}


def cure_of(changed: Collection[str]) -> str:
    """Return what makes ps rifs current after a change of these parts, as a clause."""
    if "punctuation" in changed:  # the features that are stored depend on it
        return "set features.punctuation as it was, or run wildwood_all"
    return "run wildwood latest --stale"


def differing_dates(changed: Mapping[str, Sequence[datetime.date]]) -> list[datetime.date]:
    """Return the dates of ps rifs of other code or settings, oldest first."""
    dates = (changed[name] for name in changed if name != HISTORY)
    return sorted({*chain.from_iterable(dates)})


def omissions_of(issue: Issue) -> list[str]:
    fault = "is too large to store and was left out."
    too_large = (f"{issue.rif}: the paper {quoted(handle)} {fault}" for handle in issue.too_large)
    return [*issue.omissions, *too_large]
