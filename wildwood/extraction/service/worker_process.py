"""The processes of jobs, and the program that starts them, as the server sees them."""

import os
import pickle
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from wildwood.extraction.service.worker import MAX_JOB_BYTES, STATUS, Job

_MAX_RESULT_BYTES = 256 << 20
_CHUNK_BYTES = 1 << 20
PROGRAM = "from wildwood.extraction.service import worker; worker.main()"
_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PYTHONHOME", "TZ")
"""What processes see of the environment; other variables can be secret."""


class EndError(Exception):
    """The service ends."""


class EndedProcessError(Exception):
    """A process has ended without a status."""


class Nursery:
    """The program that starts the processes of jobs, seen from the server."""

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

    @contextmanager
    def process(self, job: Job) -> Iterator["Process"]:
        """Start the process of a job, and end it after the block if it still runs.

        Raises:
            EndedProcessError: it cannot be started.
        """
        with self._lock:
            try:
                started = self._started(job)
            except (OSError, EndedProcessError):  # the program has ended
                self._end()
                self._start()
                started = self._started(job)
        with started.status, os.fdopen(started.result, "rb", buffering=0):
            yield started

    def _started(self, job: Job) -> "Process":
        message = pickle.dumps(job)
        assert len(message) <= MAX_JOB_BYTES  # noqa: S101 - documents are passed as files
        status, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        result, written = os.pipe()
        try:
            with theirs:
                socket.send_fds(self._socket, [message], [written, theirs.fileno()])
            _received(status)
            return Process(status, result)
        except BaseException:
            os.close(result)
            status.close()
            raise
        finally:
            os.close(written)

    def _end(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End the program, and with it all processes."""
        with self._lock:
            self._end()


@dataclass(frozen=True, slots=True, eq=False)
class Process:
    """The process of a job, seen from the server."""

    status: socket.socket
    """Where its exit status comes from; it is killed when this is closed."""
    result: int
    """The descriptor to read its result from."""

    def wait(self, seconds: float, end: int) -> tuple[bytes, int]:
        """Wait for its end; return its result and its exit status.

        Args:
            seconds: how long it can take.
            end: a file that can be read when the service ends.

        Raises:
            TimeoutError: it takes longer.
            EndError: the service ends.
            EndedProcessError: it has ended without a status.
        """
        until, content = time.monotonic() + seconds, bytearray()
        polled = select.poll()
        for descriptor in (self.result, end, self.status.fileno()):
            polled.register(descriptor, select.POLLIN)
        while True:
            left = until - time.monotonic()
            if left < 0:
                raise TimeoutError
            ready = dict(polled.poll(left * 1000 + 1))
            if end in ready:
                raise EndError
            if self.status.fileno() in ready:
                # The process has ended. It can have written after `poll` looked at the result.
                return bytes(content + _rest(self.result)), _received(self.status)
            if self.result in ready:
                piece = os.read(self.result, _CHUNK_BYTES)
                content += piece
                if not piece:
                    polled.unregister(self.result)
                if len(content) > _MAX_RESULT_BYTES:
                    raise TimeoutError


def _received(status: socket.socket) -> int:
    with suppress(ConnectionError):
        if message := status.recv(STATUS.size):
            return int(STATUS.unpack(message)[0])
    raise EndedProcessError


def _rest(result: int) -> bytes:
    """Return what is left in a pipe that nothing is written to any more."""
    os.set_blocking(result, False)
    rest = bytearray()
    with suppress(BlockingIOError):  # something that the process started keeps the pipe open
        while len(rest) <= _MAX_RESULT_BYTES and (piece := os.read(result, _CHUNK_BYTES)):
            rest += piece
    return bytes(rest)
