"""What the tasks of a rebuild work on, and what they return. All else is in files of a folder."""

import json
import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wildwood.errors import IssueError
from wildwood.matching.part_history import Archive
from wildwood.matching.parts import Part
from wildwood.matching.spilled_columns import Spill, damaged
from wildwood.model import Issue
from wildwood.runs.job import Job
from wildwood.runs.outcome import IssueNotes, Outcome
from wildwood.settings import MongoSettings

_MARK_BYTES = 4
_PLAN = "plan.json"

READ, COMMON, TITLES, PAIRS = "read", "common", "titles", "pairs"
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
    """How many ranges there are, of keys and of handles."""

    def spill(self, task: str) -> Spill:
        """Return files for an attempt at a task; no other attempt has the same."""
        return Spill(self.folder, f"{task}-{secrets.token_hex(_MARK_BYTES)}")

    def write_plan(self, plan: "Plan") -> None:
        """Write what later tasks must know of the earlier ones."""
        record = {
            "parts": [(part.first, part.papers, part.spill.stem) for part in plan.archive.parts],
            "issues": plan.archive.issues,
            "unstored": list(plan.archive.unstored),
            "titles": [spill.stem for spill in plan.titles],
            "pairs": plan.pairs,
        }
        content = json.dumps(record).encode()
        self._plan(plan.name).write_bytes(b"%d\n%b" % (zlib.crc32(content), content))

    def read_plan(self, name: str) -> "Plan":
        """Return what `write_plan` has written under a name.

        Raises:
            WorkerError: the file is gone or damaged.
        """
        record = self._plan_record(name)
        parts = [
            Part(first, papers, Spill(self.folder, stem)) for first, papers, stem in record["parts"]
        ]
        unstored = {(first, handle) for first, handle in record["unstored"]}
        return Plan(
            name,
            Archive(parts, record["issues"], unstored),
            [Spill(self.folder, stem) for stem in record["titles"]],
            record["pairs"],
        )

    def _plan_record(self, name: str) -> dict[str, Any]:
        try:
            checksum, _, content = self._plan(name).read_bytes().partition(b"\n")
        except OSError as error:
            raise damaged(self._plan(name)) from error
        if checksum != b"%d" % zlib.crc32(content):
            raise damaged(self._plan(name))
        record: dict[str, Any] = json.loads(content)
        return record

    def _plan(self, name: str) -> Path:
        return self.folder / f"{name}-{_PLAN}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What tasks must know of earlier ones; in a file, because it grows with their number."""

    name: str
    archive: Archive
    titles: Sequence[Spill] = ()
    """The title keys of each part, or the common title features of each range."""
    pairs: Sequence[str] = ()
    """The files with pairs of papers that share a key."""


@dataclass(frozen=True, slots=True)
class PartRead:
    """What was read of the rifs of one part."""

    rifs: Sequence[IssueNotes | IssueError]
    """In date order; of a rif that cannot be read, the error."""
    has_wide: bool
    stem: str
    """The files; see `Spill`."""

    @property
    def issues(self) -> list[IssueNotes]:
        """The issues that could be read."""
        return [read for read in self.rifs if isinstance(read, IssueNotes)]


@dataclass(frozen=True, slots=True)
class Compared:
    """The issues of a part with the records of their ps rifs, and figures of their pairs."""

    issues: Sequence[Issue]
    figures: Outcome


@dataclass(frozen=True, slots=True)
class PartIssues:
    """The issues of a part that are to be compared."""

    number: int
    """The number of the part."""
    issues: Sequence[tuple[int, Issue]]
    """Each with the number of its first paper."""
