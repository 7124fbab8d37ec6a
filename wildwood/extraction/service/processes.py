"""Work on documents, in processes of their own with limits of time and memory."""

import resource
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

from wildwood.extraction.errors import BusyError, LimitExceededError

_TASKS = 500
"""After so many a process is replaced, so that nothing it may leak adds up."""


@dataclass(frozen=True, slots=True)
class WorkLimits:
    """What the work on documents may take."""

    processes: int
    waiting: int
    """How many documents may wait for a process."""
    seconds: float
    memory_bytes: int


class Workers:
    """A pool of processes; a document that is too much for its process costs that one alone."""

    def __init__(self, pool: ProcessPool, limits: WorkLimits) -> None:
        self._pool = pool
        self._limits = limits
        self._places = threading.BoundedSemaphore(limits.processes + limits.waiting)
        self._end: Future[None] = Future()

    def stop(self) -> None:
        """Let go of everyone who waits for a result, and of everyone who comes."""
        if not self._end.done():
            self._end.set_result(None)

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives, from another process.

        Raises:
            BusyError: every place is taken, or the pool ends before the work does.
            HeldUpError: it took more than the limits allow.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError("All places are taken; try again in a moment.")
        try:
            return self._result(function, arguments)
        except OverdueError as error:
            raise LimitExceededError(
                f"The document takes more than {self._limits.seconds:g} s of work."
            ) from error
        except (ProcessExpired, MemoryError) as error:
            raise LimitExceededError(
                f"The document takes more than {self._limits.memory_bytes >> 20} MB of memory,"
                " or ends the program that reads it."
            ) from error
        finally:
            self._places.release()

    def _result(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if not self._end.done():
            future = self._pool.schedule(function, args=arguments, timeout=self._limits.seconds)
            # A pool that is stopped never completes some of its futures, and breaks others.
            wait([future, self._end], return_when=FIRST_COMPLETED)
            if not self._end.done():
                return future.result()
        raise BusyError("The service is ending; try again in a moment.")


@contextmanager
def workers(limits: WorkLimits) -> Iterator[Workers]:
    """A pool that ends with the block."""
    begin = partial(_begin, limits.memory_bytes)
    # The parent has threads and open connections, which a forked child must not inherit.
    with ProcessPool(
        limits.processes, max_tasks=_TASKS, initializer=begin, context=get_context("spawn")
    ) as pool:
        made = Workers(pool, limits)
        try:
            yield made
        finally:
            made.stop()
            pool.stop()  # type: ignore[no-untyped-call]


def _begin(memory_bytes: int) -> None:
    """Hold this process, and what it starts, to its memory; a file may be as large."""
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
        resource.setrlimit(limit, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
