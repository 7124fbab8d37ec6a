"""Run work on documents in confined processes that have limits of time and memory."""

import json
import logging
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
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
from wildwood.extraction.service.worker import MAX_JOB_BYTES, STATUS, WorkerJob

_LOG = logging.getLogger(__name__)
_MAX_RESULT_BYTES = 256 << 20
_CHUNK_BYTES = 1 << 20
_LONG_S = 2.0
"""After this time, work gives its place to others and goes on beside them."""
_FROM_OUTSIDE = frozenset((-signal.SIGHUP, -signal.SIGKILL, -signal.SIGTERM))
"""How a process ends that an operator has ended, or the kernel's OOM killer, whose cause is the
memory of the machine and not of one process."""
_PROGRAM = "from wildwood.extraction.service import worker; worker.main()"
_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PYTHONHOME", "TZ")
"""What workers see of the environment; other variables can be secret."""
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


class _EndError(Exception):
    """The service ends."""


class _DeadWorkerError(Exception):
    """A worker has ended by itself."""


class _Worker:
    """A worker, seen from the server."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - it is this Python
                [sys.executable, "-P", "-c", _PROGRAM, str(theirs.fileno())],
                pass_fds=[theirs.fileno()], start_new_session=True, stdin=subprocess.DEVNULL,
                env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                     "OPENBLAS_NUM_THREADS": "1"},
            )  # fmt: skip
        self._socket = ours

    def kill(self) -> None:
        """End it and the process of its job."""
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def do(self, job: WorkerJob, end: int, after: Callable[[], None]) -> tuple[bytes, int]:
        """Do a job; return its result and the exit status of its process.

        Args:
            job: what to do.
            end: a file that can be read when the service ends.
            after: called once if the job takes long.

        Raises:
            TimeoutError: the job takes longer than its limit.
            _EndError: the service ends.
            _DeadWorkerError: the worker has ended by itself.
        """
        message = pickle.dumps(job)
        assert len(message) <= MAX_JOB_BYTES  # noqa: S101 - documents are passed as files
        result, theirs = os.pipe()
        with os.fdopen(result, "rb", buffering=0) as opened:
            try:
                socket.send_fds(self._socket, [message], [theirs])
            except OSError as error:
                raise _DeadWorkerError from error
            finally:
                os.close(theirs)
            return self._wait(opened.fileno(), end, job.limits.seconds, after)

    def _wait(
        self, result: int, end: int, seconds: float, after: Callable[[], None]
    ) -> tuple[bytes, int]:
        began, content, is_long = time.monotonic(), bytearray(), False
        polled = select.poll()
        for descriptor in (result, end, self._socket.fileno()):
            polled.register(descriptor, select.POLLIN)
        while True:
            spent = time.monotonic() - began
            if spent > seconds:
                raise TimeoutError
            if spent > _LONG_S and not is_long:
                is_long = True
                after()
            until = seconds if is_long else min(_LONG_S, seconds)
            ready = dict(polled.poll(max(until - spent, 0) * 1000 + 1))
            if end in ready:
                raise _EndError
            if self._socket.fileno() in ready:
                # The process has ended. It can have written after `poll` looked at the result.
                return bytes(content + _rest(result)), self._status()
            if result in ready:
                piece = os.read(result, _CHUNK_BYTES)
                content += piece
                if not piece:
                    polled.unregister(result)
                if len(content) > _MAX_RESULT_BYTES:
                    raise TimeoutError

    def _status(self) -> int:
        status = b""
        with suppress(ConnectionError):
            status = self._socket.recv(STATUS.size)
        if not status:
            raise _DeadWorkerError
        return int(STATUS.unpack(status)[0])


def _rest(result: int) -> bytes:
    """Return what is left in a pipe that nothing is written to any more."""
    os.set_blocking(result, False)
    rest = bytearray()
    with suppress(BlockingIOError):  # something that the process started keeps the pipe open
        while len(rest) <= _MAX_RESULT_BYTES and (piece := os.read(result, _CHUNK_BYTES)):
            rest += piece
    return bytes(rest)


class Workers:
    """Workers, each with a confined process for one document at a time."""

    def __init__(self, limits: WorkLimits) -> None:
        self._limits = limits
        self._turns = Turns(limits.processes, limits.waiting)
        self._end = os.eventfd(0)
        self._lock = threading.Lock()
        self._idle = [_Worker() for _ in range(limits.processes)]
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
        finally:
            self._turns.end(taken)

    def _done(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], access: Access
    ) -> tuple[bytes, int]:
        limits = ProcessLimits(self._limits.seconds, self._limits.memory_bytes)
        job = WorkerJob(function, arguments, access, limits)
        with self.turn() as turn:
            worker = self._taken()
            is_reusable = False
            try:
                done = worker.do(job, self._end, lambda: self._lengthen(turn))
                is_reusable = True
            except TimeoutError as error:
                raise LimitExceededError(
                    f"The document takes more than {limits.seconds:g} s to process."
                ) from error
            except _EndError as error:
                raise BusyError("The service is shutting down; try again in a moment.") from error
            except _DeadWorkerError as error:
                raise _killed() from error
            finally:
                self._give_back(worker, is_reusable=is_reusable)
            return done

    def _lengthen(self, turn: Turn) -> None:
        self._turns.lengthen(turn)

    def _taken(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return _Worker()

    def _give_back(self, worker: _Worker, *, is_reusable: bool) -> None:
        with self._lock:
            if is_reusable and not self._is_closed and len(self._idle) < self._limits.processes:
                self._idle.append(worker)
                return
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
