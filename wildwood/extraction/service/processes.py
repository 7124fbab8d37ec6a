"""Run work on documents in confined processes that have limits of time and memory."""

import json
import logging
import os
import pickle
import resource
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
from pathlib import Path
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
_TICK_S = 0.1
"""How often work looks whether it has to give way."""
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


@dataclass(frozen=True, slots=True)
class Load:
    """What the workers do at one moment."""

    running: int
    waiting: int
    """With those that are paused."""
    paused: int
    killed: int
    """Workers that were ended with their job, since the start."""


class _EndError(Exception):
    """The service ends."""


class _DeadWorkerError(Exception):
    """A worker has ended by itself."""


class _NotStartedError(Exception):
    """A worker had ended before it got a job."""


class _Nursery:
    """The process that workers are forked from, seen from the server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - it is this Python
                [sys.executable, "-P", "-c", _PROGRAM, str(theirs.fileno())],
                pass_fds=[theirs.fileno()], start_new_session=True, stdin=subprocess.DEVNULL,
                env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                     "OPENBLAS_NUM_THREADS": "1"},
            )  # fmt: skip

    def send(self, worker: socket.socket) -> None:
        """Make a worker for the other end of a socket; start again if the process has ended."""
        with self._lock:
            try:
                socket.send_fds(self._socket, [b"w"], [worker.fileno()])
            except OSError:
                self._end()
                self._start()
                socket.send_fds(self._socket, [b"w"], [worker.fileno()])

    def _end(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it; workers end with their own sockets."""
        with self._lock:
            self._end()


class _Worker:
    """A worker, seen from the server."""

    def __init__(self, nursery: _Nursery) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            nursery.send(theirs)
        self._number = 0

    def _identify(self) -> None:
        """Wait until it has started.

        Raises:
            _DeadWorkerError: it has ended.
        """
        if not self._number:
            self._number = self._status()

    def pause(self) -> None:
        """Stop it with the process of its job."""
        os.killpg(self._number, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        os.killpg(self._number, signal.SIGCONT)

    def memory_bytes(self) -> int:
        """Return about how much memory the process of its job has, besides what they share."""
        try:
            children = Path(f"/proc/{self._number}/task/{self._number}/children").read_text()
            return sum(max(0, _resident(one) - _resident(self._number)) for one in children.split())
        except OSError:  # it has just ended
            return 0

    def kill(self) -> None:
        """End it and the process of its job."""
        self._socket.close()
        if self._number:
            with suppress(ProcessLookupError):
                os.kill(self._number, signal.SIGKILL)

    def do(self, job: WorkerJob, end: int, tick: Callable[[], float]) -> tuple[bytes, int]:
        """Do a job; return its result and the exit status of its process.

        Args:
            job: what to do.
            end: a file that can be read when the service ends.
            tick: called again and again; can pause the worker, and returns for how many seconds.

        Raises:
            TimeoutError: the job takes longer than its limit.
            _EndError: the service ends.
            _NotStartedError: the worker had ended before.
            _DeadWorkerError: the worker has ended by itself.
        """
        message = pickle.dumps(job)
        assert len(message) <= MAX_JOB_BYTES  # noqa: S101 - documents are passed as files
        result, theirs = os.pipe()
        with os.fdopen(result, "rb", buffering=0) as opened:
            try:
                self._identify()
                socket.send_fds(self._socket, [message], [theirs])
            except (OSError, _DeadWorkerError) as error:
                raise _NotStartedError from error
            finally:
                os.close(theirs)
            return self._wait(opened.fileno(), end, job.limits.seconds, tick)

    def _wait(
        self, result: int, end: int, seconds: float, tick: Callable[[], float]
    ) -> tuple[bytes, int]:
        until, content = time.monotonic() + seconds, bytearray()
        polled = select.poll()
        for descriptor in (result, end, self._socket.fileno()):
            polled.register(descriptor, select.POLLIN)
        while True:
            left = until - time.monotonic()
            if left < 0:
                raise TimeoutError
            ready = dict(polled.poll(min(left, _TICK_S) * 1000 + 1))
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
            until += tick()

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


def _resident(process: str | int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


class Workers:
    """Workers, each with a confined process for one document at a time."""

    def __init__(self, limits: WorkLimits) -> None:
        self._limits = limits
        self._turns = Turns(limits.processes, limits.waiting)
        self._end = os.eventfd(0)
        self._lock = threading.Lock()
        self._nursery = _Nursery()
        self._idle = [_Worker(self._nursery) for _ in range(limits.processes)]
        self._paused: dict[_Worker, int] = {}
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
            except _NotStartedError:
                pass
            try:  # an idle worker had ended: another one does the job
                return self._done_by(_Worker(self._nursery), job, turn)
            except _NotStartedError as error:
                raise _killed() from error

    def _done_by(self, worker: _Worker, job: WorkerJob, turn: Turn) -> tuple[bytes, int]:
        is_reusable = False
        try:
            done = worker.do(job, self._end, lambda: self._give_way(worker, turn))
            is_reusable = True
        except TimeoutError as error:
            raise LimitExceededError(
                f"The document takes more than {job.limits.seconds:g} s to process."
            ) from error
        except _EndError as error:
            raise BusyError("The service is shutting down; try again in a moment.") from error
        except _DeadWorkerError as error:
            raise _killed() from error
        finally:
            self._give_back(worker, is_reusable=is_reusable)
        return done

    def _give_way(self, worker: _Worker, turn: Turn) -> float:
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

    def _pause(self, worker: _Worker) -> None:
        worker.pause()
        with self._lock:
            self._paused[worker] = worker.memory_bytes()
            if sum(self._paused.values()) > self._limits.processes * self._limits.memory_bytes:
                raise BusyError("Other documents need the memory; try again in a moment.")

    def _taken(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return _Worker(self._nursery)

    def _give_back(self, worker: _Worker, *, is_reusable: bool) -> None:
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
