"""Run worker processes that read and write rifs, and tell whether they have the same code."""

import hashlib
import multiprocessing
import os
import platform
import signal
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import Protocol

from wildwood.kernel import files, interruption
from wildwood.kernel.errors import WorkerError
from wildwood.kernel.interruption import Item, Result


def _digest() -> str:
    digest = hashlib.sha256()
    for path in sorted(files.PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(files.PACKAGE)}\n".encode())
        digest.update(path.read_bytes())
    platforms = platform.python_version_tuple()[:2], unicodedata.unidata_version, version("lxml")
    digest.update(repr(platforms).encode())
    return digest.hexdigest()


CODE = _digest()  # of the files, Python, Unicode and lxml, as this process loaded them


def call_with_same_code(code: str, function: Callable[[Item], Result], item: Item) -> Result:
    """Call a function; `WorkerError` if this process has other code."""
    if code != CODE:
        raise WorkerError("Wildwood was updated while it ran; run the command again.")
    return function(item)


class OrderedMap(Protocol):
    """A `map` whose results come in the order of the items."""

    def __call__(
        self, function: Callable[[Item], Result], items: Iterable[Item], /
    ) -> Iterator[Result]: ...


_TASKS_PER_PROCESS = 4  # items submitted ahead for each process
_RIFS_PER_PROCESS = 50  # with fewer rifs, another process costs more than it gains


def processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS lends a process all


def processes_for(rifs: int, most: int) -> int:
    return min(most, 1 + rifs // _RIFS_PER_PROCESS)


@contextmanager
def workers(processes: int) -> Iterator[OrderedMap]:
    """Yield a map over worker processes; for one process, the built-in `map`."""
    if processes == 1:
        yield map
        return
    # The parent has threads and open connections, which a forked child must not inherit.
    context = multiprocessing.get_context("spawn")
    cure = "; make /dev/shm writable, or run wildwood_all --workers 1"
    with files.input_errors("start worker processes", cure, WorkerError):
        pool = ProcessPoolExecutor(processes, context, initializer=_set_up_worker)

    def ordered_map(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        # A pool that is interrupted while it starts a process never ends that process.
        checked = partial(call_with_same_code, CODE, function)
        tasks = (interruption.uninterrupted(_submit, pool, checked, item) for item in items)
        watch = _Watch()
        try:
            yield from interruption.results_of(tasks, _TASKS_PER_PROCESS * processes, watch.look)
        except BrokenProcessPool as error:
            for child in multiprocessing.active_children():
                child.kill()  # the pool waits for the others, even if they wait for it
            interruption.check()  # a signal to this process may have stopped the workers, too
            raise WorkerError(
                "A worker process was killed, perhaps because memory ran out; nothing was changed."
                " Run the command again, with fewer --workers."
            ) from error

    try:
        yield ordered_map
    finally:
        pool.shutdown(cancel_futures=True)


class _Watch:
    """Notices that a worker has died, which Python's pool can miss while it starts another one."""

    def __init__(self) -> None:
        self._seen: set[int | None] = set()

    def look(self) -> None:
        """Raise `BrokenProcessPool` for a dead worker, `KeyboardInterrupt` if asked to stop."""
        interruption.check()
        alive = {child.pid for child in multiprocessing.active_children()}
        if not self._seen <= alive:
            raise BrokenProcessPool("A worker has died.")
        self._seen = alive


def _submit(
    pool: ProcessPoolExecutor, function: Callable[[Item], Result], item: Item
) -> "Future[Result]":
    """Submit a task; the pool can start a process for it."""
    try:
        with out_of_reach():
            return pool.submit(function, item)
    except (OSError, ValueError) as error:
        # When a worker has died, the pool closes a pipe that the process it starts would inherit.
        # It cannot be passed on (OSError without errno), or its number now belongs to another pipe.
        if isinstance(error, ValueError) or error.errno is None:
            # Its frames would keep the queues of the pool, and their semaphores, to the end.
            raise BrokenProcessPool("A worker has died.") from error.with_traceback(None)
        fault = f"Cannot start worker processes: {error.strerror}; run wildwood_all --workers 1."
        raise WorkerError(fault) from error


def _set_up_worker() -> None:
    """Leave Ctrl-C to the parent, and exit with the parent even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with, args=(parent.sentinel,), daemon=True).start()


def _exit_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Start processes or their threads with SIGINT blocked, as Ctrl-C would end one too early."""
    resource_tracker.ensure_running()  # multiprocessing starts it when needed, and unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
