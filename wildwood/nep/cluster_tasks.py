"""The tasks of a rebuild on a cluster of Dask, and the files of their results."""

import datetime
import os
import pickle
import secrets
import struct
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, pairwise
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import bson
import numpy as np
from distributed import Client, Future, KilledWorker

from wildwood.kernel import interruption, past
from wildwood.kernel.candidate_index import bytes_while_made
from wildwood.kernel.errors import IssueError, WorkerError
from wildwood.kernel.feature_columns import stable_hash
from wildwood.kernel.interruption import Progress, Result
from wildwood.kernel.model import Issue
from wildwood.kernel.relation import values_by_key
from wildwood.kernel.settings import MongoSettings
from wildwood.nep import documents
from wildwood.nep.connection import Document
from wildwood.nep.folders import Listing
from wildwood.nep.fresh import fresh_stores
from wildwood.nep.issue import IssuePapers, compare_in_past, issue_papers
from wildwood.nep.job import Job
from wildwood.nep.outcome import IssueNotes, Outcome, contained
from wildwood.nep.rebuild import reread_and_write, write_staged
from wildwood.nep.workers import CODE

_CONNECT_S = 10
_LOOK_S = 0.5  # how often a wait for results looks whether to go on
_ALONE_S = 60  # how long to wait while there is no worker, or while the scheduler does not answer
_UNLIMITED = 2_000_000_000  # the bytes of memory to count on if a worker has no limit
_UNCHANGED = "nothing was changed; run the command again"


def worker_state(files: Sequence[Path]) -> tuple[str, list[str]]:
    """Return `workers.CODE` of this machine, and those of some files that it does not see."""
    return CODE, [str(file) for file in files if not os.access(file, os.R_OK)]


@dataclass(frozen=True, slots=True)
class Cluster:
    address: str
    client: Client

    def threads(self) -> int:
        return sum(self.client.nthreads().values())

    def memory(self) -> int:
        """Return the bytes that the worker with the least memory may use."""
        workers = self.client.scheduler_info()["workers"].values()
        return min((worker["memory_limit"] or _UNLIMITED for worker in workers), default=_UNLIMITED)

    def check(self, files: Sequence[Path]) -> None:
        """Raise `WorkerError` unless there are workers with the same code that see all files."""
        states = self.client.run(worker_state, files, on_error="return")
        if not states:
            fault = f"The Dask scheduler at {self.address} has no workers"
            raise WorkerError(f"{fault}; start some: dask worker {self.address} --nthreads 1.")
        for worker, state in states.items():
            _check_worker(worker, state)

    def results(
        self, calls: Sequence[Callable[[], Result]], what: str, progress: Progress
    ) -> list[Result]:
        """Return results in order; run functions of dead workers again. Can raise `WorkerError`."""
        mark = secrets.token_hex(4)
        keyed = ((f"{what}-{mark}-{number}", call) for number, call in enumerate(calls))
        futures = [self.client.submit(call, key=key, pure=False) for key, call in keyed]
        try:
            results = dict(progress(self._done(futures), len(futures), what))
        finally:
            interruption.uninterrupted(self._cancel, futures)
        return [results[number] for number in range(len(futures))]

    def _done(self, futures: "Sequence[Future[Any]]") -> Iterator[tuple[int, Any]]:
        done: SimpleQueue[int] = SimpleQueue()
        for number, future in enumerate(futures):
            future.add_done_callback(lambda _, number=number: done.put(number))
        for _ in futures:
            number = self._next(done)
            yield number, self._result(futures[number])
            # The result is here, so the cluster need not keep it or run its task again.
            futures[number].release()

    def _next(self, done: "SimpleQueue[int]") -> int:
        """Wait for a result; `WorkerError` if there is no worker for long."""
        seen_s = time.monotonic()
        while True:
            interruption.check()
            with suppress(Empty):
                return done.get(timeout=_LOOK_S)
            if self.client.status == "running" and self.client.scheduler_info()["workers"]:
                seen_s = time.monotonic()
            elif time.monotonic() - seen_s > _ALONE_S:
                fault = f"The Dask scheduler at {self.address} has had no worker for {_ALONE_S} s"
                raise WorkerError(f"{fault}; {_UNCHANGED}.")

    def _result(self, future: "Future[Any]") -> Any:
        try:
            return future.result(timeout=_ALONE_S)
        except KilledWorker as error:
            fault = "Several workers were killed at the same task, perhaps because memory ran out"
            raise WorkerError(f"{fault}; {_UNCHANGED}, with workers of more memory.") from error
        except (CancelledError, TimeoutError) as error:
            fault = f"The Dask scheduler at {self.address} does not answer any more; {_UNCHANGED}."
            raise WorkerError(fault) from error

    def _cancel(self, futures: "Sequence[Future[Any]]") -> None:
        if self.client.status == "running":
            self.client.cancel(list(futures), force=True)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to a Dask scheduler; `WorkerError` if none answers."""
    try:
        client = Client(address, timeout=_CONNECT_S, name="wildwood")
    except (OSError, ValueError, ImportError) as error:
        cure = "start one with dask scheduler, and give its address, such as tcp://scheduler:8786."
        raise WorkerError(f"No Dask scheduler answers at {address}; {cure}") from error
    with client:
        yield Cluster(address, client)


def _check_worker(worker: str, state: tuple[str, list[str]] | BaseException) -> None:
    if isinstance(state, BaseException):
        fault = f"The worker {worker} cannot run Wildwood ({state})"
        raise WorkerError(f"{fault}; install it there, with the extra cluster.")
    code, missing = state
    if code != CODE:
        fault = f"The worker {worker} runs other code than this command, or another Python or lxml"
        raise WorkerError(f"{fault}; install the same there, and start it again.")
    if missing:
        raise WorkerError(
            f"The worker {worker} does not see {missing[0]}; the directories of the"
            " configuration must be on storage that all workers share, under the same paths."
        )


READ, STORED, SEARCHED = "read", "stored", "searched"  # names of plans, in the order they are made
_PLAN = "plan"


@dataclass(frozen=True, slots=True)
class Work:
    job: Job
    mongodb: MongoSettings
    mark: str  # the attempt; see `swap.fresh_name`
    folder: Path  # where tasks leave what other tasks read
    ranges: int  # how many ranges of handles there are

    def spill(self, task: str) -> past.Spill:
        """Return files that no other attempt at a task has."""
        return past.Spill(self.folder, f"{task}-{secrets.token_hex(4)}")

    def write_plan(self, plan: "Plan") -> None:
        pickled = np.frombuffer(pickle.dumps(plan), dtype=np.uint8)
        past.Spill(self.folder, plan.name).write(_PLAN, pickled)

    def read_plan(self, name: str) -> "Plan":
        """Return a plan; `WorkerError` if its file is gone or damaged."""
        pickled = past.Spill(self.folder, name).read(_PLAN)
        plan: Plan = pickle.loads(pickled.data)  # noqa: S301 - this command wrote it
        return plan


class Files(NamedTuple):
    first: int  # the number of the first paper of the part, or of the first part of the section
    spill: past.Spill


@dataclass(frozen=True, slots=True)
class Plan:
    """Results of earlier tasks; in a file, because they grow with the number of tasks."""

    name: str
    parts: Sequence[Files]  # the papers of each part
    unstored: Collection[tuple[datetime.date, str]] = frozenset()  # papers that are not targets
    targets: Sequence[Files] = ()  # the targets in each section

    def papers(self, part: int) -> past.Papers:
        first, spill = self.parts[part]
        return past.read_papers(spill, first).exclude(self.unstored)


@dataclass(frozen=True, slots=True)
class PartRead:
    rifs: Sequence[IssueNotes | IssueError]  # in date order; an error for a rif that cannot be read
    index_bytes: int  # about how much memory an index of the papers takes
    stem: str  # the files; see `Spill`

    @property
    def notes(self) -> list[IssueNotes]:
        return [read for read in self.rifs if isinstance(read, IssueNotes)]

    @property
    def issues(self) -> list[Issue]:
        return [read.issue for read in self.notes]

    @property
    def papers(self) -> int:
        return sum(issue.papers for issue in self.issues)


_RANGE = struct.Struct("<QQI")  # begin and end of a range in the file, and its checksum
_FIRST = 1  # the checksum of no versions, so that zeros are not taken for an empty range

Versions = dict[str, list[Document]]  # by handle; see `documents.version_document`


def write_versions(path: Path, issues: Iterable[dict[str, Document]], ranges: int) -> None:
    encoded: list[list[bytes]] = [[] for _ in range(ranges)]
    for versions in issues:
        for handle, document in versions.items():
            version = bson.encode({"_id": handle, "is": document})
            encoded[stable_hash(handle) % ranges].append(version)
    data = list(map(b"".join, encoded))
    cuts = accumulate(map(len, data), initial=_RANGE.size * ranges)
    with path.open("xb") as stream:
        for (start, end), content in zip(pairwise(cuts), data, strict=True):
            stream.write(_RANGE.pack(start, end, zlib.crc32(content, _FIRST)))
        stream.writelines(data)


def read_versions(paths: Sequence[Path], number: int) -> Versions:
    """Return the versions in one range of handles; can raise `WorkerError`."""
    read = chain.from_iterable(_decoded(path, number) for path in paths)
    return values_by_key((document["_id"], document["is"]) for document in read)


def _decoded(path: Path, number: int) -> Iterator[Document]:
    try:
        with path.open("rb") as stream:
            stream.seek(_RANGE.size * number)
            start, end, checksum = _RANGE.unpack(stream.read(_RANGE.size))
            stream.seek(start)
            data = stream.read(min(end - start, path.stat().st_size))
    except (OSError, ValueError, struct.error) as error:
        raise past.damaged(path) from error
    if zlib.crc32(data, _FIRST) != checksum:
        raise past.damaged(path)
    return iter(bson.decode_all(data))


_VERSIONS = "versions"


def read_part(work: Work, rifs: Listing) -> PartRead:
    """Read the rifs of a part; write the features and versions of their papers to files."""
    read = [_read(work, rifs, date) for date in rifs.dates()]
    issues = [issue for issue in read if isinstance(issue, IssuePapers)]
    spill, job = work.spill("read"), work.job
    versions = (documents.version_documents(issue.notes.issue, issue.papers) for issue in issues)
    write_versions(spill.path(_VERSIONS), versions, work.ranges)
    formula = job.settings.formula
    past_issues = past.PastIssues(with_words=formula.compares_words, hash_of=stable_hash)
    for issue in issues:
        past_issues.add_issue(issue.notes.issue.date, issue.papers)
    papers = past_issues.papers()
    past.write_papers(spill, papers)
    notes = [issue.notes if isinstance(issue, IssuePapers) else issue for issue in read]
    return PartRead(notes, bytes_while_made(papers.columns, formula), spill.stem)


def _read(work: Work, rifs: Listing, date: datetime.date) -> IssuePapers | IssueError:
    try:
        with contained(date, rifs.name(date)):
            return issue_papers(work.job, work.job.us.read_listed(rifs, date))
    except IssueError as error:
        return error


def store_range(work: Work, number: int) -> list[tuple[datetime.date, str]]:
    """Store the papers of a range of handles; return those that are too large."""
    read = work.read_plan(READ).parts
    versions = read_versions([part.spill.path(_VERSIONS) for part in read], number)
    with fresh_stores(work.mongodb, work.mark) as (handles, _):
        return handles.write_all_versions(versions)


def search_section(work: Work, section: range) -> str:
    """Look up these and all later issues in the index of a section; return their targets' files."""
    plan, spill = work.read_plan(STORED), work.spill("search")
    papers = past.joined([plan.papers(number) for number in section])
    parts = map(plan.papers, range(section.start, len(plan.parts)))
    later = (issue for part in parts for issue in part.issues().items())
    with past.new_targets(spill) as targets:
        past.search(papers, later, work.job.settings, targets)
    return spill.stem


def compare_part(
    work: Work, part: tuple[int, Sequence[Issue]]
) -> tuple[list[Issue], Outcome] | IssueError:
    """Compare the issues of a part, given with its number, and write their ps rifs."""
    number, issues = part
    plan = work.read_plan(SEARCHED)
    write = partial(write_staged, work.job.ps, work.mark)
    figures, done = Outcome(), list[Issue]()
    with ExitStack() as stack:
        _, stored = stack.enter_context(fresh_stores(work.mongodb, work.mark))
        spills = [section.spill for section in plan.targets if section.first <= number]
        targets = [stack.enter_context(past.opened_targets(spill)) for spill in spills]
        comparable = past.ComparableIssues(
            plan.papers(number).issues(),
            lambda date: chain.from_iterable(section.read(date) for section in targets),
        )
        for issue in issues:
            try:
                with contained(issue.date, issue.rif):
                    similars = compare_in_past(work.job, issue, comparable)
                written = reread_and_write(work.job, write, (issue, similars))
            except IssueError as error:
                return error
            stored.insert(written.pairs)
            done.append(written.issue)
            figures.count(similars)
    return done, figures
