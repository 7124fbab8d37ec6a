"""Find and kill private servers in the process list."""

import os
import select
from contextlib import suppress
from pathlib import Path

import psutil


def end_servers(db: Path) -> None:
    """Kill the servers of a database."""
    for server in servers(db):
        kill(server)


def servers(db: Path) -> list[psutil.Process]:
    """Return the server processes of a database."""
    data = str(db / "data")
    running = psutil.process_iter(["cmdline"])
    return [process for process in running if data in (process.info["cmdline"] or [])]


def kill(process: psutil.Process) -> None:
    """Kill a process and wait until all its threads have ended, even if nobody asks for its status.

    Before that, it is a zombie that can have files open.
    """
    with suppress(psutil.NoSuchProcess, ProcessLookupError):
        descriptor = os.pidfd_open(process.pid)
        try:
            process.kill()
            select.select([descriptor], [], [])
        finally:
            os.close(descriptor)
