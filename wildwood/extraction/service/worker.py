"""The program that starts the process of each job, and confines it.

`main` runs in a Python of its own, whose argument is the descriptor of a socket of the server. It
loads the models once, and forks a process for each job that the server sends, so that no process
knows anything of another's document.
"""

import gc
import json
import os
import pickle
import select
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from wildwood.extraction import errors
from wildwood.extraction.confinement.landlock import Access
from wildwood.extraction.confinement.process import ProcessLimits, confine, end_with, prepare
from wildwood.extraction.errors import ExtractionError
from wildwood.extraction.service import confined_work

STATUS = struct.Struct("i")
"""What is sent for a job: first the number of its process, later the exit status."""
MAX_JOB_BYTES = 128 * 1024
"""More than the longest strings that clients can send, 20,000 characters of four bytes."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a process does."""

    function: Callable[..., Any]
    """Returns what JSON can represent, or replaces the process by a program."""
    arguments: tuple[Any, ...]
    access: Access
    limits: ProcessLimits


def main() -> None:
    """Start processes until the server closes its socket."""
    server = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    confined_work.load()
    gc.collect()
    gc.freeze()  # the memory stays shared with the processes of the jobs
    running = _Running()
    running.polled.register(server, select.POLLIN)
    while True:
        descriptor, _ = running.polled.poll()[0]  # the others can be closed with it
        if descriptor != server.fileno():
            running.go_on(descriptor)
        elif not _start_next(server, running):
            return


def _start_next(server: socket.socket, running: "_Running") -> bool:
    """Start the process of the next job; return whether there was one."""
    message, descriptors, _, _ = socket.recv_fds(server, MAX_JOB_BYTES, 2)
    if not descriptors:
        return False
    result, status = descriptors
    parent = os.getpid()
    process = os.fork()
    if process == 0:
        os._exit(_do(message, result, parent))
    os.close(result)
    running.add(process, socket.socket(fileno=status))
    return True


class _Running:
    """The running processes, each with the socket that reports its status to the server."""

    def __init__(self) -> None:
        self.polled = select.poll()
        self._ends: dict[int, tuple[int, socket.socket]] = {}
        """Process and socket, by the descriptor that shows the end of the process."""
        self._of_sockets: dict[int, int] = {}

    def add(self, process: int, status: socket.socket) -> None:
        """Add a process, and tell the server its number."""
        end = os.pidfd_open(process)
        self._ends[end] = process, status
        self._of_sockets[status.fileno()] = process
        self.polled.register(end, select.POLLIN)
        self.polled.register(status, 0)  # only its end
        with suppress(OSError):
            status.send(STATUS.pack(process))

    def go_on(self, descriptor: int) -> None:
        """Report the end of a process, or end one of which the server wants no more."""
        if descriptor in self._of_sockets:
            self.polled.unregister(descriptor)
            os.kill(self._of_sockets.pop(descriptor), signal.SIGKILL)
            return
        process, status = self._ends.pop(descriptor)
        _, code = os.waitpid(process, 0)
        with suppress(OSError):
            status.send(STATUS.pack(os.waitstatus_to_exitcode(code)))
        self.polled.unregister(descriptor)
        os.close(descriptor)
        if self._of_sockets.pop(status.fileno(), None):
            self.polled.unregister(status)
        status.close()


def _do(message: bytes, result: int, parent: int) -> int:
    """Do a job in this process, and return the exit status."""
    try:
        end_with(parent)
        job: Job = pickle.loads(message)  # noqa: S301 - from the server, not from a client
        result = _keep_only(result)
        confine(job.access, job.limits)
        answer = {"result": job.function(*job.arguments)}
    except BaseException as error:  # noqa: BLE001 - it is reported
        answer = _described(error)
    try:
        with os.fdopen(result, "wb") as opened:
            opened.write(json.dumps(answer).encode("utf-8", "replace"))
    except BaseException:  # noqa: BLE001 - such as no memory; nothing is left to report it to
        return 1
    return 0


def _keep_only(result: int) -> int:
    """Close all files but the result's."""
    kept = os.dup2(result, 3, inheritable=False) if result != 3 else result  # noqa: PLR2004
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
    os.closerange(4, os.sysconf("SC_OPEN_MAX"))
    return kept


def _described(error: BaseException) -> dict[str, str]:
    name = type(error).__name__
    is_known = isinstance(error, ExtractionError) and hasattr(errors, name)
    if is_known or isinstance(error, MemoryError | FileNotFoundError):
        return {"error": name, "message": str(error)}
    return {"error": "", "message": "".join(traceback.format_exception(error))}
