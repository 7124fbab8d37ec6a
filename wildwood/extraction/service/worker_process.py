"""A worker, and the process that it is forked from, as the server sees them."""

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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from wildwood.extraction.service.worker import MAX_JOB_BYTES, STATUS, WorkerJob

_MAX_RESULT_BYTES = 256 << 20
_CHUNK_BYTES = 1 << 20
_TICK_S = 0.1
"""How often work looks whether it has to give way."""
PROGRAM = "from wildwood.extraction.service import worker; worker.main()"
_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PYTHONHOME", "TZ")
"""What workers see of the environment; other variables can be secret."""


class EndError(Exception):
    """The service ends."""


class DeadWorkerError(Exception):
    """A worker has ended by itself."""


class NotStartedError(Exception):
    """A worker had ended before it got a job."""


class Nursery:
    """The process that workers are forked from, seen from the server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - it is this Python
                [sys.executable, "-P", "-c", PROGRAM, str(theirs.fileno())],
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


class Worker:
    """A worker, seen from the server."""

    def __init__(self, nursery: Nursery) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            nursery.send(theirs)
        self._number = 0

    def _identify(self) -> None:
        """Wait until it has started.

        Raises:
            DeadWorkerError: it has ended.
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
            EndError: the service ends.
            NotStartedError: the worker had ended before.
            DeadWorkerError: the worker has ended by itself.
        """
        message = pickle.dumps(job)
        assert len(message) <= MAX_JOB_BYTES  # noqa: S101 - documents are passed as files
        result, theirs = os.pipe()
        with os.fdopen(result, "rb", buffering=0) as opened:
            try:
                self._identify()
                socket.send_fds(self._socket, [message], [theirs])
            except (OSError, DeadWorkerError) as error:
                raise NotStartedError from error
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
                raise EndError
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
            raise DeadWorkerError
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
