"""How to start worker processes that a terminal's Ctrl-C does not reach."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Start processes in the block, or threads that start them, with SIGINT blocked.

    Ctrl-C goes to all processes of a terminal. One that is still starting would end with a
    traceback, before it could set its own handler.
    """
    resource_tracker.ensure_running()  # multiprocessing starts it when needed, and unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
