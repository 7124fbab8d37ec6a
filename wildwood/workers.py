"""Processes that read and write rifs while another one compares and stores."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Work(Protocol):
    """A `map` whose results come in the order of the items."""

    def __call__(
        self, function: Callable[[Item], Result], items: Iterable[Item], /
    ) -> Iterator[Result]:
        """The function of each item."""
        ...


_AHEAD = 4
"""Items under way for each process."""


def spare_processors() -> int:
    """How many processors this process may use, but for one that MongoDB keeps busy."""
    return max(len(os.sched_getaffinity(0)) - 1, 1)


@contextmanager
def workers(processes: int) -> Iterator[Work]:
    """A map over so many processes; with one, the ordinary map."""
    if processes == 1:
        yield map
        return
    # The parent has threads and open connections, which a forked child must not inherit.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, initializer=_begin)

    def mapped(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        under_way: deque[Future[Result]] = deque()
        for item in items:
            under_way.append(pool.submit(function, item))
            if len(under_way) >= _AHEAD * processes:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()

    try:
        yield mapped
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the parent, and end with it even when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        watch = threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True)
        watch.start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
