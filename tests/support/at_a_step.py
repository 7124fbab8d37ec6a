"""A wildwood that ends or stops other processes when it sends a given command to MongoDB.

usage: python -m tests.support.at_a_step STEP SIGNAL PID[,PID...] ARGUMENTS OF WILDWOOD

A STEP is "before update 2" or "after find 7": when the second `update` of the run is sent, or the
seventh `find` answered. With the step "list" every step goes to stdout, and nothing is ended.
"""

import os
import sys
import threading
from collections import Counter

from pymongo import monitoring

from wildwood.cli.program import main


class AtAStep(monitoring.CommandListener):
    """Waits for a step."""

    def __init__(self, step: str, signal: int, pids: list[int]) -> None:
        self._step, self._signal, self._pids = step, signal, pids
        self._seen = Counter[str]()

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        self._see(f"before {event.command_name}")

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        self._see(f"after {event.command_name}")

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        pass

    def _see(self, what: str) -> None:
        """One of the run's own commands; the lock's renewals come when they come."""
        if threading.current_thread() is not threading.main_thread():
            return
        self._seen[what] += 1
        step = f"{what} {self._seen[what]}"
        if self._step == "list":
            sys.stdout.write(f"{step}\n")
        if step == self._step:
            for pid in self._pids:
                os.kill(pid, self._signal)


if __name__ == "__main__":
    step, signal, pids, *arguments = sys.argv[1:]
    monitoring.register(AtAStep(step, int(signal), [int(pid) for pid in pids.split(",")]))
    sys.argv = ["wildwood", *arguments]
    main()
