"""The private servers that run, as the process list has them."""

from pathlib import Path

import psutil


def end_servers(db: Path) -> None:
    for server in servers(db):
        server.kill()
        server.wait()


def servers(db: Path) -> list[psutil.Process]:
    """The processes that serve a database."""
    data = str(db / "data")
    running = psutil.process_iter(["cmdline"])
    return [process for process in running if data in (process.info["cmdline"] or [])]
