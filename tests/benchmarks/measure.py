"""Measure a whole command: seconds, and peak memory of its processes without mongod."""

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

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


@dataclass
class Times:
    """The times of several turns, in seconds; processor time includes children and a server."""

    server: psutil.Process
    warm_up: int = 0
    """The turns that fill caches first and do not count."""
    elapsed: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Measure a turn."""
        began, worked = time.monotonic(), self._worked()
        yield
        self.elapsed.append(time.monotonic() - began)
        self.processor.append(self._worked() - worked)

    def _worked(self) -> float:
        server = self.server.cpu_times()
        return sum(os.times()[:4]) + server.user + server.system

    def __str__(self) -> str:
        elapsed, processor = (
            statistics.median(times[self.warm_up :]) for times in (self.elapsed, self.processor)
        )
        return f"{elapsed:7.2f} s ({processor:6.2f} s processor)"


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
