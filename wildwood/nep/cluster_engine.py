"""Run tasks on the workers of a Dask cluster."""

import os
import platform
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from distributed import Client, Future, KilledWorker

from wildwood.kernel import interruption
from wildwood.kernel.errors import WorkerError
from wildwood.kernel.interruption import Progress
from wildwood.nep.workers import CODE

Result = TypeVar("Result")

_CONNECT_S = 10
_LOOK_S = 0.5  # how often a wait for results looks whether to go on
_ALONE_S = 60  # how long to wait while there is no worker, or while the scheduler does not answer
_UNLIMITED = 2_000_000_000  # the bytes of memory to count on if a worker has no limit
_UNCHANGED = "nothing was changed; run the command again"


@dataclass(frozen=True, slots=True)
class WorkerState:
    """What must be the same on all machines of a cluster."""

    wildwood: str
    python: str
    code: str  # see `workers.CODE`. One version of Wildwood can have been changed.
    missing: Sequence[str]  # of some files, those that the machine does not see


def worker_state(files: Sequence[Path]) -> WorkerState:
    missing = [str(file) for file in files if not os.access(file, os.R_OK)]
    python = ".".join(platform.python_version_tuple()[:2])
    return WorkerState(version("nep-wildwood"), python, CODE, missing)


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
            raise WorkerError(
                f"The Dask scheduler at {self.address} has no workers; start some:"
                f" dask worker {self.address} --nthreads 1."
            )
        for worker, state in states.items():
            _check_worker(worker, state, worker_state(files))

    def results(
        self, calls: Sequence[Callable[[], Result]], what: str, progress: Progress
    ) -> list[Result]:
        """Return results in order; run functions of dead workers again. Can raise `WorkerError`."""
        mark = secrets.token_hex(4)
        futures = [
            self.client.submit(call, key=f"{what}-{mark}-{number}", pure=False)
            for number, call in enumerate(calls)
        ]
        try:
            done = self._done(futures)
            results = dict(progress(done, len(futures), what))
        finally:
            interruption.uninterrupted(self._cancel, futures)
        return [results[number] for number in range(len(futures))]

    def _done(self, futures: "Sequence[Future[Any]]") -> Iterator[tuple[int, Any]]:
        done: SimpleQueue[int] = SimpleQueue()
        for number, future in enumerate(futures):
            future.add_done_callback(lambda _, number=number: done.put(number))
        watch = _Watch(self)
        for _ in futures:
            number = self._next(done, watch)
            yield number, self._result(futures[number])
            # A result that is here needs no second copy, nor its task a second run.
            futures[number].release()

    @staticmethod
    def _next(done: "SimpleQueue[int]", watch: "_Watch") -> int:
        while True:
            interruption.check()
            with suppress(Empty):
                return done.get(timeout=_LOOK_S)
            watch.look()

    def _result(self, future: "Future[Any]") -> Any:
        try:
            return future.result(timeout=_ALONE_S)
        except KilledWorker as error:
            raise WorkerError(
                "Several workers were killed at the same task, perhaps because memory ran out;"
                f" {_UNCHANGED}, with workers of more memory."
            ) from error
        except (CancelledError, TimeoutError) as error:
            raise WorkerError(
                f"The Dask scheduler at {self.address} does not answer any more; {_UNCHANGED}."
            ) from error

    def _cancel(self, futures: "Sequence[Future[Any]]") -> None:
        if self.client.status == "running":
            self.client.cancel(list(futures), force=True)


class _Watch:
    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._seen_s = time.monotonic()

    def look(self) -> None:
        """Raise `WorkerError` if there was no worker for long."""
        client = self._cluster.client
        if client.status == "running" and client.scheduler_info()["workers"]:
            self._seen_s = time.monotonic()
        elif time.monotonic() - self._seen_s > _ALONE_S:
            raise WorkerError(
                f"The Dask scheduler at {self._cluster.address} has had no worker for"
                f" {_ALONE_S} s; {_UNCHANGED}."
            )


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to a Dask scheduler; `WorkerError` if none answers."""
    try:
        client = Client(address, timeout=_CONNECT_S, name="wildwood")
    except (OSError, ValueError, ImportError) as error:
        raise WorkerError(
            f"No Dask scheduler answers at {address}; start one with dask scheduler, and give its"
            " address, such as tcp://scheduler:8786."
        ) from error
    with client:
        yield Cluster(address, client)


def _check_worker(worker: str, state: WorkerState | BaseException, ours: WorkerState) -> None:
    if isinstance(state, BaseException):
        raise WorkerError(
            f"The worker {worker} cannot run Wildwood ({state}); install it there, with the extra"
            " cluster."
        )
    if (state.wildwood, state.python) != (ours.wildwood, ours.python):
        raise WorkerError(
            f"The worker {worker} has Wildwood {state.wildwood} on Python {state.python}, but this"
            f" command is {ours.wildwood} on Python {ours.python}; install the same versions."
        )
    if state.code != ours.code:
        raise WorkerError(
            f"The worker {worker} runs other code than this command, or another lxml; install the"
            " same there, and start it again."
        )
    if state.missing:
        raise WorkerError(
            f"The worker {worker} does not see {state.missing[0]}; the directories of the"
            " configuration must be on storage that all workers share, under the same paths."
        )
