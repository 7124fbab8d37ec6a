"""Run Wildwood, and signal other processes when it sends a given command to MongoDB.

A step is "before update 2" or "after find 7": the second `update` of the run is about to be sent,
or the seventh `find` has been answered.
"""

import os
import sys
import threading
from collections import Counter
from collections.abc import Sequence

from pymongo import monitoring

from wildwood.cli.program import main

LIST = "list"
"""In place of a step: print all steps, and signal nothing."""

_ONLY_READS = "getMore"
"""What other threads ask for, too, when they read target sets."""


class _StepListener(monitoring.CommandListener):
    """Waits for a step."""

    def __init__(self, step: str, signal: int, pids: Sequence[int]) -> None:
        self._step, self._signal, self._pids = step, signal, pids
        self._counts = Counter[str]()

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        self._count(f"before {event.command_name}")

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        self._count(f"after {event.command_name}")

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        pass

    def _count(self, name: str) -> None:
        """Count a command, except those that renew the lock, at no particular step."""
        is_main = threading.current_thread() is threading.main_thread()
        if not is_main and not name.endswith(_ONLY_READS):
            return
        self._counts[name] += 1
        step = f"{name} {self._counts[name]}"
        if self._step == LIST:
            sys.stdout.write(f"{step}\n")
        if step == self._step:
            for pid in self._pids:
                os.kill(pid, self._signal)


def run_with_signals(step: str, signal: int, pids: Sequence[int], arguments: list[str]) -> None:
    """Run `wildwood ARGUMENTS` in this process; send a signal to processes at a step."""
    monitoring.register(_StepListener(step, signal, pids))
    sys.argv = ["wildwood", *arguments]
    main()
