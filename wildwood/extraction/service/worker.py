"""The program of a worker: for each job, a confined process of its own.

`main` runs in a Python of its own, whose argument is the descriptor of a socket of the server. It
loads the models once, and forks a worker for each socket that the server sends. A worker never
reads a job itself: for each, it forks a process that does, so that no process knows anything of
another's document.
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
from wildwood.extraction.fields.labelling import sequence
from wildwood.extraction.service import confined_work

STATUS = struct.Struct("i")
"""What a worker sends: first its number, after each job the exit status of the process."""
MAX_JOB_BYTES = 128 * 1024
"""More than the longest strings that clients can send, 20,000 characters of four bytes."""
_FAILED = 70
"""The exit status of a process that could not report its result; EX_SOFTWARE."""


@dataclass(frozen=True, slots=True)
class WorkerJob:
    """What a process does."""

    function: Callable[..., Any]
    """Returns what JSON can represent, or replaces the process by a program."""
    arguments: tuple[Any, ...]
    access: Access
    limits: ProcessLimits


def main() -> None:
    """Make workers until the server closes its socket."""
    server = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries the workers
    prepare()
    confined_work.load()
    sequence.load_models()
    gc.collect()
    gc.freeze()  # the memory stays shared with the workers and the processes of the jobs
    while True:
        _, sockets, _, _ = socket.recv_fds(server, 1, 1)
        if not sockets:
            return
        nursery = os.getpid()
        if os.fork() == 0:
            server.close()
            _work(socket.socket(fileno=sockets[0]), nursery)
            os._exit(0)
        os.close(sockets[0])


def _work(server: socket.socket, nursery: int) -> None:
    """Do jobs until the server closes the socket of this worker."""
    end_with(nursery)  # a worker that is paused sees no end of the server
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()  # the server pauses the worker and its job together
    server.send(STATUS.pack(os.getpid()))
    polled = select.poll()
    polled.register(server, select.POLLIN)
    while True:
        ((_, events),) = polled.poll()
        if events & ~select.POLLIN:
            return
        worker = os.getpid()
        process = os.fork()
        if process == 0:
            os._exit(_do_next_job(server, worker))
        with suppress(BrokenPipeError):
            server.send(STATUS.pack(_exit_status(process, server)))


def _exit_status(process: int, server: socket.socket) -> int:
    """Wait for a process; kill it if the server ends meanwhile."""
    ended = os.pidfd_open(process)
    polled = select.poll()
    polled.register(ended, select.POLLIN)
    polled.register(server, 0)  # only its end
    if ended not in dict(polled.poll()):
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    os.close(ended)
    return os.waitstatus_to_exitcode(status)


def _do_next_job(server: socket.socket, worker: int) -> int:
    """Receive a job, do it in this process, and return the exit status."""
    message, (result,), _, _ = socket.recv_fds(server, MAX_JOB_BYTES, 1)
    try:
        end_with(worker)
        job: WorkerJob = pickle.loads(message)  # noqa: S301 - from the server, not from a client
        result = _keep_only(result)
        confine(job.access, job.limits)
        answer = {"result": job.function(*job.arguments)}
    except BaseException as error:  # noqa: BLE001 - it is reported
        answer = _described(error)
    try:
        with os.fdopen(result, "wb") as opened:
            opened.write(json.dumps(answer).encode("utf-8", "replace"))
    except BaseException:  # noqa: BLE001 - such as no memory; nothing is left to report it to
        return _FAILED
    return 0


def _keep_only(result: int) -> int:
    """Close all files but the result's, which the worker and its server share."""
    kept = os.dup2(result, 3, inheritable=False) if result != 3 else result  # noqa: PLR2004
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
    os.closerange(4, os.sysconf("SC_OPEN_MAX"))
    return kept


def _described(error: BaseException) -> dict[str, str]:
    if isinstance(error, ExtractionError) and hasattr(errors, type(error).__name__):
        return {"error": type(error).__name__, "message": str(error)}
    if isinstance(error, MemoryError | FileNotFoundError):
        return {"error": type(error).__name__, "message": str(error)}
    return {"error": "", "message": "".join(traceback.format_exception(error))}
