"""Run work on documents in confined processes that have limits of time and memory."""

import json
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from wildwood.extraction import errors
from wildwood.extraction.confinement.landlock import Access
from wildwood.extraction.confinement.process import ProcessLimits, support
from wildwood.extraction.errors import (
    BusyError,
    ExtractionError,
    LimitExceededError,
    WorkerKilledError,
)
from wildwood.extraction.service.current_request import CLIENT
from wildwood.extraction.service.turns import Turn, Turns
from wildwood.extraction.service.worker import WorkerJob
from wildwood.extraction.service.worker_process import (
    DeadWorkerError,
    EndError,
    NotStartedError,
    Nursery,
    Worker,
)

_LOG = logging.getLogger(__name__)
_FROM_OUTSIDE = frozenset((-signal.SIGHUP, -signal.SIGKILL, -signal.SIGTERM))
"""How a process ends that an operator has ended, or the kernel's OOM killer, whose cause is the
memory of the machine and not of one process."""
_NOTHING = Access()


class WorkError(Exception):
    """The work failed with an error of its own; the message is its traceback."""


@dataclass(frozen=True, slots=True)
class WorkLimits:
    """The limits of the work on documents."""

    processes: int
    waiting: int
    """The number of documents that can wait for a process."""
    seconds: float
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class Load:
    """What the workers do at one moment."""

    running: int
    waiting: int
    """With those that are paused."""
    paused: int
    killed: int
    """Workers that were ended with their job, since the start."""


class Workers:
    """Workers, each with a confined process for one document at a time."""

    def __init__(self, limits: WorkLimits) -> None:
        self._limits = limits
        self._turns = Turns(limits.processes, limits.waiting)
        self._end = os.eventfd(0)
        self._lock = threading.Lock()
        self._nursery = Nursery()
        self._idle = [Worker(self._nursery) for _ in range(limits.processes)]
        self._paused: dict[Worker, int] = {}
        """The memory of the processes of paused workers, in bytes."""
        self._killed = 0
        self._is_closed = False

    def stop(self) -> None:
        """Make all calls of `run` raise `BusyError`, those that wait and those to come."""
        self._turns.stop()
        if not self._is_closed:
            os.eventfd_write(self._end, 1)

    def close(self) -> None:
        """Stop, and end the workers."""
        self.stop()
        with self._lock:
            self._is_closed = True
            while self._idle:
                self._idle.pop().kill()
        self._nursery.close()

    @property
    def load(self) -> Load:
        """What the workers do now."""
        return Load(self._turns.running, self._turns.waiting, len(self._paused), self._killed)

    def run(self, function: Callable[..., Any], *arguments: Any, access: Access = _NOTHING) -> Any:
        """Call a function in a process of its own and return its result.

        The result is plain data: what JSON can represent.

        Raises:
            BusyError: all workers are busy and no further document can wait, or the service ends
                before the function returns.
            LimitExceededError: the function exceeds a limit, or its process crashes.
            WorkerKilledError: something from outside ends the process.
            WorkError: the function fails.
        """
        answer, status = self._done(function, arguments, access)
        self._check(status)
        try:
            described = json.loads(answer)
        except (ValueError, RecursionError, MemoryError) as error:
            raise self._crashed() from error
        if "result" in described:
            return described["result"]
        raise self._error(str(described.get("error")), str(described.get("message")))

    def run_program(self, function: Callable[..., Any], *arguments: Any, access: Access) -> int:
        """Call a function that replaces its process by a program; return the exit status.

        Raises:
            ExtractionError: as `run`.
        """
        answer, status = self._done(function, arguments, access)
        if answer:
            described = json.loads(answer)
            raise self._error(described["error"], described["message"])
        if status < 0:
            self._check(status)
        return status

    def turn(self) -> AbstractContextManager[Turn]:
        """Take a turn for the block, for work that something else does.

        Raises:
            BusyError: as `run`.
        """
        return self._turn()

    @contextmanager
    def _turn(self) -> Iterator[Turn]:
        taken = self._turns.take(CLIENT.get())
        try:
            yield taken
        except BaseException:
            self._turns.end(taken, in_vain=True)
            raise
        self._turns.end(taken)

    def _done(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], access: Access
    ) -> tuple[bytes, int]:
        limits = ProcessLimits(self._limits.seconds, self._limits.memory_bytes)
        job = WorkerJob(function, arguments, access, limits)
        with self.turn() as turn:
            try:
                return self._done_by(self._taken(), job, turn)
            except NotStartedError:
                pass
            try:  # an idle worker had ended: another one does the job
                return self._done_by(Worker(self._nursery), job, turn)
            except NotStartedError as error:
                raise _killed() from error

    def _done_by(self, worker: Worker, job: WorkerJob, turn: Turn) -> tuple[bytes, int]:
        is_reusable = False
        try:
            done = worker.do(job, self._end, lambda: self._give_way(worker, turn))
            is_reusable = True
        except TimeoutError as error:
            raise LimitExceededError(
                f"The document takes more than {job.limits.seconds:g} s to process."
            ) from error
        except EndError as error:
            raise BusyError("The service is shutting down; try again in a moment.") from error
        except DeadWorkerError as error:
            raise _killed() from error
        finally:
            self._give_back(worker, is_reusable=is_reusable)
        return done

    def _give_way(self, worker: Worker, turn: Turn) -> float:
        """Pause a worker while clients that have had less time need its place; return how long.

        Raises:
            BusyError: what is paused would take too much memory, or the service ends.
        """
        began = time.monotonic()
        try:
            if not self._turns.give_way(turn, lambda: self._pause(worker)):
                return 0.0
        finally:
            with self._lock:
                self._paused.pop(worker, None)
        worker.go_on()
        return time.monotonic() - began

    def _pause(self, worker: Worker) -> None:
        worker.pause()
        with self._lock:
            self._paused[worker] = worker.memory_bytes()
            if sum(self._paused.values()) > self._limits.processes * self._limits.memory_bytes:
                raise BusyError("Other documents need the memory; try again in a moment.")

    def _taken(self) -> Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return Worker(self._nursery)

    def _give_back(self, worker: Worker, *, is_reusable: bool) -> None:
        with self._lock:
            if is_reusable and not self._is_closed and len(self._idle) < self._limits.processes:
                self._idle.append(worker)
                return
            self._killed += not is_reusable
        worker.kill()

    def _check(self, status: int) -> None:
        if status in _FROM_OUTSIDE:
            raise _killed()
        if status:
            raise self._crashed()

    def _crashed(self) -> LimitExceededError:
        return LimitExceededError(
            f"The document takes more than {self._limits.memory_bytes >> 20} MB of memory"
            " to process, or crashes the process that reads it."
        )

    def _error(self, name: str, message: str) -> Exception:
        """Return the error that a process describes; it can only be one of these."""
        kind = getattr(errors, name, None)
        if isinstance(kind, type) and issubclass(kind, ExtractionError):
            return kind(message)
        if name == FileNotFoundError.__name__:
            return FileNotFoundError(message)
        if name == MemoryError.__name__:
            return self._crashed()
        return WorkError(message)


def _killed() -> WorkerKilledError:
    return WorkerKilledError(
        "The process that read the document was killed; try again in a moment."
    )


@contextmanager
def workers(limits: WorkLimits) -> Iterator[Workers]:
    """Start workers, and end them at the end of the block."""
    for shortcoming in support().shortcomings:
        _LOG.warning(shortcoming)
    started = Workers(limits)
    try:
        yield started
    finally:
        started.close()
