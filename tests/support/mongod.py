"""Real mongods for tests. They keep their data in memory if possible, and have a small journal."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from port_for import get_port

from wildwood.nep.mongod import find_mongod

from tests.support.waiting import TIMEOUT_S

MONGOD = find_mongod()
_SMALL_JOURNAL = "log=(file_max=1MB,prealloc=false),session_max=1000"
"""Without this, mongod fills 100 MB of journal and 33,000 sessions with zeros when it starts."""
USUAL_JOURNAL = "log=(file_max=100MB)"
"""The journal of a server without options."""
_WITH_JOURNAL = """#!/bin/sh
for argument; do
    shift
    case $argument in log=*) argument='{journal}' ;; esac
    set -- "$@" "$argument"
done
exec '{mongod}' "$@"
"""

_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 2 << 30
_ATTEMPTS = 10


@dataclass(frozen=True)
class Mongod:
    """A mongod that runs on this machine."""

    port: int
    host: str = "127.0.0.1"


def memory_folder() -> Path | None:
    """Return a folder in memory, where no commit waits for a disk; None if there is no room."""
    with suppress(OSError):
        if shutil.disk_usage(_MEMORY).free >= _ROOM_BYTES:
            return _MEMORY
    return None


def free_port() -> int:
    """Return a free port that the kernel does not give to outgoing connections."""
    port = get_port(None)
    assert port is not None
    return port


def is_listening(port: int) -> bool:
    """Return whether a server accepts connections on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def mongod_command(data: Path, port: int, *options: str | Path) -> list[str | Path]:
    """Return the command line of a mongod with this data directory."""
    return [
        *(MONGOD, "--dbpath", data, "--bind_ip", "127.0.0.1", "--port", str(port)),
        *("--nounixsocket", "--setParameter", "diagnosticDataCollectionEnabled=false"),
        *("--wiredTigerEngineConfigString", _SMALL_JOURNAL, *options),
    ]


@contextmanager
def running_mongod() -> Iterator[Mongod]:
    """Start a mongod with an empty database; kill it afterwards."""
    with tempfile.TemporaryDirectory(prefix="mongod", dir=memory_folder()) as folder:
        server, port = _started(Path(folder))
        with server:
            try:
                yield Mongod(port)
            finally:
                server.kill()


def _started(data: Path) -> tuple["subprocess.Popen[bytes]", int]:
    """Start a mongod; try another port if another process has just taken the first."""
    for _ in range(_ATTEMPTS):
        port = free_port()
        command = mongod_command(data, port, "--logpath", data / "log")
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        if _answers(server, port):
            return server, port
        server.wait()
    raise RuntimeError((data / "log").read_text(encoding="utf-8"))


def _answers(server: "subprocess.Popen[bytes]", port: int) -> bool:
    """Wait until the server takes connections; return False if it exits instead."""
    deadline = time.monotonic() + TIMEOUT_S
    while server.poll() is None and time.monotonic() < deadline:
        if is_listening(port):
            return True
        time.sleep(0.01)
    server.kill()
    return False


def use_small_journals(folder: Path) -> None:
    """Put a mongod on PATH that does not write 100 MB of zeros each time it starts."""
    folder.mkdir(parents=True)
    write_mongod(folder / "mongod", _SMALL_JOURNAL)
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"


def write_mongod(program: Path, journal: str) -> None:
    """Write a program that runs mongod with this journal in place of the one that it is given."""
    program.write_text(_WITH_JOURNAL.format(mongod=MONGOD, journal=journal), encoding="utf-8")
    program.chmod(0o755)
