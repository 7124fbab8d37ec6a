"""Run work on documents in separate processes that have limits of time and memory."""

import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures import TimeoutError as OverdueError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any

from pebble import ProcessExpired, ProcessPool

from wildwood import child_processes
from wildwood.extraction.errors import BusyError, LimitExceededError, WorkerKilledError

_TASKS_PER_PROCESS = 500
"""A process is replaced after this many, so that memory leaks do not accumulate."""
_KILLED = -signal.SIGKILL
"""The exit code of a process that something else has ended: an operator, or the kernel's OOM
killer, whose cause is the memory of the machine and not of one process."""


@dataclass(frozen=True, slots=True)
class WorkLimits:
    """The limits of the work on documents."""

    processes: int
    waiting: int
    """The number of documents that can wait for a process."""
    seconds: float
    memory_bytes: int


class Workers:
    """A pool of processes; a document that exceeds a limit ends only its own process."""

    def __init__(self, pool: ProcessPool, limits: WorkLimits) -> None:
        self._pool = pool
        self._limits = limits
        self._places = threading.BoundedSemaphore(limits.processes + limits.waiting)
        self._end: Future[None] = Future()

    def stop(self) -> None:
        """Make all calls of `run` raise `BusyError`, those that wait and those to come."""
        if not self._end.done():
            self._end.set_result(None)

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in another process and return its result.

        Raises:
            BusyError: all processes are busy and no further document can wait, or the pool is
                stopped before the function returns.
            LimitExceededError: the function exceeds a limit, or its process crashes.
            WorkerKilledError: something from outside ends the process.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError("All workers are busy; try again in a moment.")
        try:
            return self._result(function, arguments)
        except OverdueError as error:
            raise LimitExceededError(
                f"The document takes more than {self._limits.seconds:g} s to process."
            ) from error
        except (ProcessExpired, MemoryError) as error:
            if isinstance(error, ProcessExpired) and error.exitcode == _KILLED:
                raise WorkerKilledError(
                    "The process that read the document was killed; try again in a moment."
                ) from error
            raise LimitExceededError(
                f"The document takes more than {self._limits.memory_bytes >> 20} MB of memory"
                " to process, or crashes the process that reads it."
            ) from error
        finally:
            self._places.release()

    def _result(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if not self._end.done():
            with child_processes.out_of_reach():
                future = self._pool.schedule(function, args=arguments, timeout=self._limits.seconds)
            # A pool that is stopped never completes some of its futures, and breaks others.
            wait([future, self._end], return_when=FIRST_COMPLETED)
            if not self._end.done():
                return future.result()
        raise BusyError("The service is shutting down; try again in a moment.")


@contextmanager
def workers(limits: WorkLimits) -> Iterator[Workers]:
    """Start a pool of processes, and stop it at the end of the block."""
    initializer = partial(_limit_process, limits.memory_bytes)
    # The parent has threads and open connections, which a forked child must not inherit.
    with ProcessPool(
        limits.processes,
        max_tasks=_TASKS_PER_PROCESS,
        initializer=initializer,
        context=get_context("spawn"),
    ) as pool:
        started = Workers(pool, limits)
        try:
            yield started
        finally:
            started.stop()
            pool.stop()  # type: ignore[no-untyped-call]


def _limit_process(memory_bytes: int) -> None:
    """Limit the memory of this process and its children, and the size of the files they write."""
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
        resource.setrlimit(limit, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
