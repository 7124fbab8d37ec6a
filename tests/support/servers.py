"""Find and kill private servers in the process list."""

import time
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
    """Kill a process and wait until it has ended, even if nobody asks for its exit status."""
    with suppress(psutil.NoSuchProcess):
        process.kill()
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.005)
