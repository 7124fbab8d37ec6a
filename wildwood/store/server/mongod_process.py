"""The mongod of a private database among the processes: found by its arguments, and ended."""

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import psutil

from wildwood.errors import ServerError

with suppress(ModuleNotFoundError):  # on Windows, where no store is opened
    import fcntl

LOG = "mongod.log"
"""The name of the server's log in the directory of its database."""

_PROGRAM = re.compile(r"\.?mongod\b")
_POLL_S = 0.01
_RELEASE_LIMIT_S = 10.0
"""How long to wait for the lock on the data; mongod itself names a program that keeps it."""


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A mongod that was started on a private database."""

    pid: int
    socket: Path


def running_server(db: Path) -> ServerProcess | None:
    """Return the server of a database if it runs; the lock file of mongod has its number."""
    try:
        return _server(db, int((db / "data" / "mongod.lock").read_text(encoding="ascii")))
    except (OSError, ValueError):
        return None


def all_servers(db: Path) -> list[ServerProcess]:
    """Return every server of a database, even one that is starting or stopping.

    Raises:
        ServerError: the processes are not shown.
    """
    try:
        numbers = psutil.pids()
    except (OSError, IndexError) as error:  # psutil takes the first of the numbers
        raise ServerError(
            "Cannot see the processes of this machine: mount /proc, or set mongodb.uri."
        ) from error
    found = (_server(db, pid) for pid in numbers)
    return [server for server in found if server is not None]


def end(db: Path, server: ServerProcess, number: signal.Signals, timeout_s: float) -> bool:
    """Send a signal to a server, and wait for its end; return whether it has ended.

    The server is compared once more after a descriptor of its process is open. The descriptor
    means the same process even if the number is given to another one.
    """
    with _descriptor(server.pid) as descriptor:
        if _server(db, server.pid) != server:
            return True
        try:
            process = psutil.Process(server.pid)
            if descriptor is None:
                process.send_signal(number)
            else:
                signal.pidfd_send_signal(descriptor, number)
        except (psutil.NoSuchProcess, ProcessLookupError):
            return True
        except (psutil.AccessDenied, PermissionError):
            return False
        return _ends(process, timeout_s)


def wait_for_release(db: Path) -> None:
    """Wait until no server has the data of a database locked, or for ten seconds.

    A server that was killed can still have it although its number and arguments are gone: the
    kernel ends the threads of a process one by one, and the lock with the last.
    """
    deadline = time.monotonic() + _RELEASE_LIMIT_S
    with suppress(FileNotFoundError), (db / "data" / "mongod.lock").open("rb") as file:
        while time.monotonic() < deadline:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(_POLL_S)
            else:
                return


@contextmanager
def _descriptor(pid: int) -> Iterator[int | None]:
    """Open a descriptor of a process; None if that is not possible, as outside Linux."""
    try:
        descriptor = os.pidfd_open(pid)
    except (AttributeError, OSError):
        yield None
        return
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _server(db: Path, pid: int) -> ServerProcess | None:
    """Return a process as the server of a database if it is a mongod that was started on it."""
    try:
        process = psutil.Process(pid)
        arguments = process.cmdline()
        options = dict(pairwise(arguments))
        data, log = Path(options["--dbpath"]), Path(options["--logpath"])
        sock = Path(options["--bind_ip"])
        is_ours = log.name == LOG and _is_same(data, db / "data") and _is_same(log.parent, db)
        return ServerProcess(pid, sock) if is_ours and _is_mongod(process) else None
    except (KeyError, psutil.Error):
        return None


def _is_same(given: Path, folder: Path) -> bool:
    """Return whether a path means a directory, even by a link or by another mount."""
    with suppress(OSError):
        return given.is_absolute() and given.samefile(folder)
    return False


def _is_mongod(process: psutil.Process) -> bool:
    """Return whether a process runs mongod, or a script of that name which is about to."""
    if _PROGRAM.match(process.name()):
        return True
    with suppress(psutil.AccessDenied):
        return _PROGRAM.match(Path(process.exe()).name) is not None
    return False


def _ends(process: psutil.Process, timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while _is_alive(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_S)
    return True


def _is_alive(process: psutil.Process) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
