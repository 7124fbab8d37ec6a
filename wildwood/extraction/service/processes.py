"""Run work on documents in confined processes that have limits of time and memory."""

import json
import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from wildwood.extraction import errors
from wildwood.extraction.confinement.landlock import Access
from wildwood.extraction.confinement.process import ProcessLimits, confinement
from wildwood.extraction.errors import (
    BusyError,
    ExtractionError,
    LimitExceededError,
    WorkerKilledError,
)
from wildwood.extraction.service.current_request import CLIENT, HAS_BEGUN
from wildwood.extraction.service.turns import Turns
from wildwood.extraction.service.worker import Job
from wildwood.extraction.service.worker_process import EndedProcessError, EndError, Nursery

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
    """The number of jobs that can be before another one that waits."""
    seconds: float
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class Load:
    """What the workers do at one moment."""

    running: int
    waiting: int
    killed: int
    """Processes that were ended with their job, since the start."""


class Workers:
    """Do jobs, a number at the same time, each in a confined process of its own."""

    def __init__(self, limits: WorkLimits) -> None:
        self._limits = limits
        self._turns = Turns(limits.processes, limits.waiting)
        self._end = os.eventfd(0)
        self._nursery = Nursery()
        self._killed = 0

    def stop(self) -> None:
        """Make all calls of `run` raise `BusyError`, those that wait and those to come."""
        self._turns.stop()
        os.eventfd_write(self._end, 1)

    def close(self) -> None:
        """Stop, and end all processes."""
        self.stop()
        self._nursery.close()

    @property
    def load(self) -> Load:
        """What the workers do now."""
        return Load(*self._turns.counts, self._killed)

    def run(self, function: Callable[..., Any], *arguments: Any, access: Access = _NOTHING) -> Any:
        """Call a function in a process of its own and return its result.

        The result is plain data: what JSON can represent.

        Raises:
            BusyError: it would wait for too long, or the service ends before the function returns.
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

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Take a turn for the block, for work that something else does.

        Raises:
            BusyError: as `run`.
        """
        taken = self._turns.take(CLIENT.get(), has_begun=HAS_BEGUN.get())
        HAS_BEGUN.set(True)
        try:
            yield
        finally:
            self._turns.end(taken)

    def _done(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], access: Access
    ) -> tuple[bytes, int]:
        limits = ProcessLimits(self._limits.seconds, self._limits.memory_bytes)
        job = Job(function, arguments, access, limits)
        with self.turn(), _explained(limits.seconds):
            try:
                with self._nursery.process(job) as process:
                    return process.wait(limits.seconds, self._end)
            except BaseException:
                self._killed += 1
                raise

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


@contextmanager
def _explained(seconds: float) -> Iterator[None]:
    """Say for clients why a process was ended in the block."""
    try:
        yield
    except TimeoutError as error:
        raise LimitExceededError(
            f"The document takes more than {seconds:g} s to process."
        ) from error
    except EndError as error:
        raise BusyError("The service is shutting down; try again in a moment.") from error
    except EndedProcessError as error:
        raise _killed() from error


def _killed() -> WorkerKilledError:
    return WorkerKilledError(
        "The process that read the document was killed; try again in a moment."
    )


@contextmanager
def workers(limits: WorkLimits) -> Iterator[Workers]:
    """Start workers, and end them at the end of the block."""
    for shortcoming in confinement().shortcomings:
        _LOG.warning(shortcoming)
    started = Workers(limits)
    try:
        yield started
    finally:
        started.close()
