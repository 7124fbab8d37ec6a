"""What the tasks of a rebuild work on, and what they return. All else is in files of a folder."""

import datetime
import pickle
import secrets
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from wildwood.errors import IssueError
from wildwood.matching.past.papers import Papers, read_papers
from wildwood.matching.past.spill import Spill, damaged
from wildwood.model import Issue
from wildwood.runs.job import Job
from wildwood.runs.outcome import IssueNotes, Outcome
from wildwood.settings import MongoSettings

_MARK_BYTES = 4
_PLAN = "plan"

READ, STORED, SEARCHED = "read", "stored", "searched"
"""The names of plans, in the order in which they are made."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work of one attempt at a rebuild."""

    job: Job
    mongodb: MongoSettings
    mark: str
    """The attempt; see `store.swap.fresh_name`."""
    folder: Path
    """Where tasks leave what other tasks read."""
    ranges: int
    """How many ranges of handles there are."""

    def spill(self, task: str) -> Spill:
        """Return files for an attempt at a task; no other attempt has the same."""
        return Spill(self.folder, f"{task}-{secrets.token_hex(_MARK_BYTES)}")

    def write_plan(self, plan: "Plan") -> None:
        """Write what later tasks must know of the earlier ones."""
        content = pickle.dumps(plan)
        self._plan(plan.name).write_bytes(b"%d\n%b" % (zlib.crc32(content), content))

    def read_plan(self, name: str) -> "Plan":
        """Return what `write_plan` has written under a name.

        Raises:
            WorkerError: the file is gone or damaged.
        """
        try:
            checksum, _, content = self._plan(name).read_bytes().partition(b"\n")
        except OSError as error:
            raise damaged(self._plan(name)) from error
        if checksum != b"%d" % zlib.crc32(content):
            raise damaged(self._plan(name))
        plan: Plan = pickle.loads(content)  # noqa: S301 - this command wrote it
        return plan

    def _plan(self, name: str) -> Path:
        return self.folder / f"{name}-{_PLAN}"


class Files(NamedTuple):
    """The files of a part or a section."""

    first: int
    """The number of the first paper of the part, or of the first part of the section."""
    spill: Spill


@dataclass(frozen=True, slots=True)
class Plan:
    """What tasks must know of earlier ones; in a file, because it grows with their number."""

    name: str
    parts: Sequence[Files]
    """The papers of each part."""
    unstored: Collection[tuple[datetime.date, str]] = frozenset()
    """Papers that are no targets, by date and handle."""
    found: Sequence[Files] = ()
    """The targets that were found in each section."""

    def papers(self, part: int) -> Papers:
        """Return the papers of a part.

        Raises:
            WorkerError: a file is gone or damaged.
        """
        first, spill = self.parts[part]
        return read_papers(spill, first).without(self.unstored)


@dataclass(frozen=True, slots=True)
class PartRead:
    """What was read of the rifs of one part."""

    rifs: Sequence[IssueNotes | IssueError]
    """In date order; of a rif that cannot be read, the error."""
    index_bytes: int
    """About how much memory an index of the papers takes."""
    stem: str
    """The files; see `Spill`."""

    @property
    def notes(self) -> list[IssueNotes]:
        """What there is to say of the rifs that could be read."""
        return [read for read in self.rifs if isinstance(read, IssueNotes)]

    @property
    def issues(self) -> list[Issue]:
        """The issues that could be read."""
        return [read.issue for read in self.notes]

    @property
    def papers(self) -> int:
        """The number of papers."""
        return sum(issue.papers for issue in self.issues)


@dataclass(frozen=True, slots=True)
class PartIssues:
    """The issues of a part that are to be compared."""

    number: int
    """The number of the part."""
    issues: Sequence[Issue]


@dataclass(frozen=True, slots=True)
class PartCompared:
    """The issues of a part with the records of their ps rifs, and figures of their pairs."""

    issues: Sequence[Issue]
    figures: Outcome
