"""Fill the collections and the ps rifs of a rebuild by tasks on a cluster.

This process holds the lock, keeps the records of the issues, and decides the swap. The tasks leave
what other tasks need in a folder beside the staging directory, so that a worker that is killed
loses nothing but the tasks that it runs.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from pathlib import Path
from typing import TypeVar

from wildwood.cluster import tasks
from wildwood.cluster.engine import Cluster
from wildwood.cluster.partition import rifs_of_parts
from wildwood.cluster.work import (
    COMMON,
    PAIRS,
    READ,
    TITLES,
    PartIssues,
    PartRead,
    Plan,
    Work,
)
from wildwood.errors import IssueError, RifError
from wildwood.matching.part_history import Archive
from wildwood.matching.parts import Part
from wildwood.matching.spilled_columns import Spill
from wildwood.model import Issue, PsRecord
from wildwood.rif import Listing
from wildwood.runs.job import Job
from wildwood.runs.provenance import History, provenance
from wildwood.runs.rebuild.rebuild import Attempt
from wildwood.settings import MongoSettings

Item = TypeVar("Item")
Result = TypeVar("Result")

_TASKS_PER_THREAD = 4
"""There are at least so many parts, if there are as many rifs, so that no worker idles long."""

_MEMORY_SHARE = 100
"""Rifs of a hundredth of a worker's memory make a part: with their features and keys, they take
some thirty times as much."""


@dataclass(frozen=True, slots=True)
class ClusterFill:
    """Fills the attempts of a rebuild on a cluster."""

    cluster: Cluster
    mongodb: MongoSettings

    def __call__(self, attempt: Attempt) -> None:
        """Store the papers and write the ps rifs of an attempt."""
        with _folder_of_tasks(attempt) as folder:
            self.cluster.check([attempt.job.us.path, attempt.staging.path, folder])
            least = _TASKS_PER_THREAD * self.cluster.threads()
            rifs = rifs_of_parts(attempt.rifs, least, self.cluster.memory() // _MEMORY_SHARE)
            work = Work(_anywhere(attempt.job), self.mongodb, attempt.mark, folder, len(rifs))
            _Filling(attempt, self.cluster, work).run(rifs)


@contextmanager
def _folder_of_tasks(attempt: Attempt) -> Iterator[Path]:
    """Make the folder of what tasks leave for other tasks, and remove it at the end.

    A task that was cancelled can still write to it. What is left, the next command removes.
    """
    folder = attempt.job.ps.staging(f"{attempt.mark}-tasks")
    folder.prepare()
    try:
        yield folder.path.absolute()
    finally:
        with suppress(RifError):
            folder.delete()


def _anywhere(job: Job) -> Job:
    """Return the job with paths that other processes understand."""
    us, ps = job.us, job.ps
    return replace(
        job,
        us=replace(us, path=us.path.absolute()),
        ps=replace(ps, path=ps.path.absolute()),
    )


_TooLarge = Mapping[datetime.date, Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Filling:
    attempt: Attempt
    cluster: Cluster
    work: Work

    def run(self, rifs: Sequence[Listing]) -> None:
        read = self._all(tasks.read_part, rifs, "reading")
        self._record(read)
        firsts = dict(zip(_dates(read), _firsts(read), strict=True))
        archive = Archive(_parts(self.work.folder, read), list(firsts.values()))
        too_large, pairs = self._store_and_join(archive, read)
        self._report(read, too_large)
        self.attempt.fresh.begin_indexing()
        unstored = {(firsts[date], handle) for date, found in too_large.items() for handle in found}
        self.work.write_plan(Plan(PAIRS, replace(archive, unstored=unstored), pairs=pairs))
        self._compare(read, firsts)

    def _record(self, read: Sequence[PartRead]) -> None:
        """Record the issues, oldest first, and refuse bad rifs."""
        earlier = History()
        for issue in _issues(read):
            made_from = provenance(self.attempt.job, issue.rif, str(earlier))
            self.attempt.fresh.record(replace(issue, ps=PsRecord(made_from)))
            earlier.add(issue.date, issue.stamp)
        try:
            self.attempt.refuse_bad()
        except RifError:
            self._report(read, {})
            raise

    def _report(self, read: Sequence[PartRead], too_large: _TooLarge) -> None:
        """Record and report what was left out, in date order."""
        outcome, fresh = self.attempt.outcome, self.attempt.fresh
        recorded = {issue.date: issue for issue in fresh.issues}
        for found in chain.from_iterable(part.rifs for part in read):
            if isinstance(found, IssueError):
                outcome.fail(found)
                continue
            date = found.issue.date
            stored = recorded[date].without(too_large.get(date, ()))
            fresh.record(stored)
            outcome.add_notes(found)
            outcome.add_omissions(stored)

    def _store_and_join(
        self, archive: Archive, read: Sequence[PartRead]
    ) -> tuple[_TooLarge, list[str]]:
        """Store all papers; return those that are too large, and the files with all pairs."""
        self.work.write_plan(Plan(READ, archive))
        ranges = range(self.work.ranges)
        too_large: dict[datetime.date, list[str]] = {}
        for date, handle in chain(*self._all(tasks.store_range, ranges, "storing")):
            too_large.setdefault(date, []).append(handle)
        pairs = self._all(tasks.join_range, ranges, "joining")
        if any(part.has_wide for part in read):
            pairs += self._all(tasks.join_wide, range(len(read)), "joining wide papers")
        if self.attempt.job.settings.formula.finds_titles:
            pairs += self._join_titles(archive)
        return too_large, list(chain(*pairs))

    def _join_titles(self, archive: Archive) -> list[list[str]]:
        common = self._all(tasks.count_titles, range(self.work.ranges), "counting titles")
        self.work.write_plan(Plan(COMMON, archive, self._spills(common)))
        keyed = self._all(tasks.key_titles, range(len(archive.parts)), "sorting titles")
        self.work.write_plan(Plan(TITLES, archive, self._spills(keyed)))
        return self._all(tasks.join_titles, range(self.work.ranges), "joining titles")

    def _compare(self, read: Sequence[PartRead], firsts: Mapping[datetime.date, int]) -> None:
        """Compare all issues, and write their ps rifs."""
        recorded = {issue.date: issue for issue in self.attempt.fresh.issues}
        parts = [
            PartIssues(number, [(firsts[date], recorded[date]) for date in _dates([part])])
            for number, part in enumerate(read)
        ]
        for compared in self._all(tasks.compare_part, parts, "comparing"):
            if isinstance(compared, IssueError):
                raise compared
            self.attempt.outcome.add(compared.figures)
            for issue in compared.issues:
                self.attempt.fresh.record(issue)

    def _all(
        self, task: Callable[[Work, Item], Result], items: Iterable[Item], what: str
    ) -> list[Result]:
        """Run a task for each item; return the results in order."""
        calls = [partial(task, self.work, item) for item in items]
        return self.cluster.results(calls, what, self.attempt.options.progress)

    def _spills(self, stems: Iterable[str]) -> list[Spill]:
        return [Spill(self.work.folder, stem) for stem in stems]


def _issues(read: Iterable[PartRead]) -> list[Issue]:
    return [found.issue for part in read for found in part.issues]


def _dates(read: Iterable[PartRead]) -> list[datetime.date]:
    return [issue.date for issue in _issues(read)]


def _firsts(read: Iterable[PartRead]) -> list[int]:
    """Return the number of the first paper of each issue."""
    sizes = [issue.papers for issue in _issues(read)]
    return [end - size for end, size in zip(accumulate(sizes), sizes, strict=True)]


def _parts(folder: Path, read: Sequence[PartRead]) -> list[Part]:
    sizes = [sum(found.issue.papers for found in part.issues) for part in read]
    firsts = [end - size for end, size in zip(accumulate(sizes), sizes, strict=True)]
    return [
        Part(first, size, Spill(folder, part.stem))
        for first, size, part in zip(firsts, sizes, read, strict=True)
    ]
