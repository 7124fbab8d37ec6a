"""Fill the collections and the ps rifs of a rebuild by tasks on a cluster.

This process holds the lock, records the issues and decides the swap. Tasks leave what others need
in a folder beside the staging directory, so a killed worker loses only the tasks that it runs.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from pathlib import Path

from wildwood.kernel.errors import IssueError, RifError
from wildwood.kernel.interruption import Item, Result
from wildwood.kernel.past import Spill, sections_of
from wildwood.kernel.relation import values_by_key
from wildwood.kernel.settings import MongoSettings
from wildwood.nep import cluster_tasks
from wildwood.nep.folders import Listing
from wildwood.nep.issue import add_provenances
from wildwood.nep.rebuild import Attempt

_TASKS_PER_THREAD = 4  # at least, if there are as many rifs, so that no worker idles long

_MEMORY_SHARE = 100  # rifs of 1/100 of a worker's memory make a part; they grow thirtyfold
_INDEX_SHARE = 8  # the index of a section takes an eighth of a worker's memory
_UNPACKED = 8  # about how many times a compressed rif grows


def fill_on_cluster(
    cluster: cluster_tasks.Cluster, mongodb: MongoSettings, attempt: Attempt
) -> None:
    job = attempt.run.job
    with _folder_of_tasks(attempt) as folder:
        cluster.check([job.us.path, attempt.staging.path, folder])
        least, memory = _TASKS_PER_THREAD * cluster.threads(), cluster.memory()
        rifs = rifs_of_parts(attempt.rifs, least, memory // _MEMORY_SHARE)
        us = replace(job.us, path=job.us.path.absolute())
        ps = replace(job.ps, path=job.ps.path.absolute())
        job = replace(job, us=us, ps=ps)
        work = cluster_tasks.Work(job, mongodb, attempt.mark, folder, len(rifs))
        _Filling(attempt, cluster, work).run(rifs, least, memory // _INDEX_SHARE)


@contextmanager
def _folder_of_tasks(attempt: Attempt) -> Iterator[Path]:
    """Make the folder for results of tasks; the next command removes what late tasks write."""
    folder = attempt.run.job.ps.staging(f"{attempt.mark}-tasks")
    folder.prepare()
    try:
        yield folder.path.absolute()
    finally:
        with suppress(RifError):
            folder.delete()


_TooLarge = Mapping[datetime.date, Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Filling:
    attempt: Attempt
    cluster: cluster_tasks.Cluster
    work: cluster_tasks.Work

    def run(self, rifs: Sequence[Listing], least: int, index_bytes: int) -> None:
        """Run all tasks with `least` sections or more, each of one part or up to `index_bytes`."""
        read = self._run_tasks(cluster_tasks.read_part, rifs, "reading")
        self._record(read)
        firsts = accumulate((part.papers for part in read), initial=0)
        parts = self._files(firsts, [part.stem for part in read])
        self.work.write_plan(cluster_tasks.Plan(cluster_tasks.READ, parts))
        stored = self._run_tasks(cluster_tasks.store_range, range(self.work.ranges), "storing")
        too_large = values_by_key(chain(*stored))
        self._report(read, too_large)
        self.attempt.fresh.begin_indexing()
        unstored = {(date, handle) for date, handles in too_large.items() for handle in handles}
        plan = cluster_tasks.Plan(cluster_tasks.STORED, parts, unstored)
        self.work.write_plan(plan)
        sizes = [part.index_bytes for part in read]
        sections = sections_of(sizes, min(index_bytes, sum(sizes) // least))
        stems = self._run_tasks(cluster_tasks.search_section, sections, "searching")
        targets = self._files([section.start for section in sections], stems)
        self.work.write_plan(replace(plan, name=cluster_tasks.SEARCHED, targets=targets))
        self._compare(read)

    def _record(self, read: Sequence[cluster_tasks.PartRead]) -> None:
        """Record the issues, report those that failed, and refuse bad rifs."""
        for notes in chain.from_iterable(part.rifs for part in read):
            if isinstance(notes, IssueError):
                self.attempt.fail(notes)
            else:
                self.attempt.fresh.record(notes.issue)
        self.attempt.refuse_bad()

    def _report(self, read: Sequence[cluster_tasks.PartRead], too_large: _TooLarge) -> None:
        """Record and report what was left out, in date order."""
        stored = []
        for notes in chain.from_iterable(part.notes for part in read):
            issue = notes.issue.drop(too_large.get(notes.issue.date, ()))
            self.attempt.report(notes, issue)
            stored.append(replace(notes, issue=issue))
        for issue in add_provenances(self.attempt.run.job, stored):
            self.attempt.fresh.record(issue)

    def _compare(self, read: Sequence[cluster_tasks.PartRead]) -> None:
        recorded = {issue.date: issue for issue in self.attempt.fresh.issues}
        parts = enumerate([recorded[issue.date] for issue in part.issues] for part in read)
        for compared in self._run_tasks(cluster_tasks.compare_part, parts, "comparing"):
            if isinstance(compared, IssueError):
                raise compared
            issues, figures = compared
            self.attempt.run.outcome.add(figures)
            for issue in issues:
                self.attempt.fresh.record(issue)

    def _run_tasks(
        self, task: Callable[[cluster_tasks.Work, Item], Result], items: Iterable[Item], what: str
    ) -> list[Result]:
        calls = [partial(task, self.work, item) for item in items]
        return self.cluster.results(calls, what, self.attempt.run.progress)

    def _files(self, firsts: Iterable[int], stems: Sequence[str]) -> list[cluster_tasks.Files]:
        spills = (Spill(self.work.folder, stem) for stem in stems)
        return list(map(cluster_tasks.Files, firsts, spills))


def rifs_of_parts(rifs: Listing, least: int, most_bytes: int) -> list[Listing]:
    """Divide rifs in date order into `least` parts or more, each one rif or up to `most_bytes`."""
    dates = rifs.dates()
    sizes = [_size(rifs, date) for date in dates]
    parts = sections_of(sizes, min(most_bytes, sum(sizes) // least))
    paths = {date: [path.absolute() for path in paths] for date, paths in rifs.paths.items()}
    listing = Listing(rifs.folder.absolute(), paths)
    return [listing.only(dates[part.start : part.stop]) for part in parts]


def _size(rifs: Listing, date: datetime.date) -> int:
    """Return about how many bytes there are to parse; 0 if unknown."""
    with suppress(OSError, RifError):
        path = rifs.path(date)
        return path.stat().st_size * (_UNPACKED if path.suffix == ".gz" else 1)
    return 0
