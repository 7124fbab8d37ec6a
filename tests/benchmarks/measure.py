"""Measure a whole command: seconds, and peak memory of its processes without mongod."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psutil

_INTERVAL_S = 0.05
_SHARE = 0.02
"""The most of the time that goes into reading sizes, which takes long for large processes."""


@dataclass(frozen=True)
class Cost:
    """The cost of one run."""

    seconds: float
    peak_mb: float
    """Peak of the summed proportional set sizes (PSS) of the command's processes."""

    def __str__(self) -> str:
        return f"{self.seconds:8.2f} s {self.peak_mb:8.0f} MB"


def run(*arguments: str) -> Cost:
    """Run a wildwood command and measure it.

    Raises:
        subprocess.CalledProcessError: the command failed.
    """
    began = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "wildwood", "-q", *arguments])
    peak = 0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        spent = 0.0
        while not done.wait(max(_INTERVAL_S, spent / _SHARE)):
            since = time.monotonic()
            peak = max(peak, sum(_sizes(process.pid)))
            spent = time.monotonic() - since

    watcher = threading.Thread(target=watch)
    watcher.start()
    status = process.wait()
    seconds = time.monotonic() - began
    done.set()
    watcher.join()
    if status:
        raise subprocess.CalledProcessError(status, arguments)
    return Cost(seconds, peak / 2**20)


def _sizes(pid: int) -> Iterator[int]:
    try:
        parent = psutil.Process(pid)
        for process in [parent, *parent.children(recursive=True)]:
            if process.name() != "mongod":
                yield process.memory_full_info().pss
    except psutil.NoSuchProcess:
        return
