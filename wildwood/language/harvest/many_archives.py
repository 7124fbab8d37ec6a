"""Harvest many archives at once: one request at a time on each host."""

import hashlib
import re
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit

from wildwood import interruption
from wildwood.errors import InputError
from wildwood.language.harvest.harvester import Order, harvest
from wildwood.language.harvest.progress_folder import HarvestFolder

_HOSTS = 8
_LOOK_S = 0.5
"""How often the wait for the next archive looks whether the program was asked to stop."""
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
_MAX_NAME_LENGTH = 80
_DIGEST_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Harvested:
    """What became of an archive."""

    order: Order
    pages: int
    """Number of pages fetched in this run."""
    error: str = ""
    """Why it could not be harvested completely, as a sentence; empty if it could."""


def folder_of(url: str, out: Path) -> HarvestFolder:
    """Return the folder of an archive, whose name has the address and a digest of it."""
    parts = urlsplit(url)
    name = _NOT_IN_NAMES.sub("-", f"{parts.netloc}{parts.path}").strip("-")[:_MAX_NAME_LENGTH]
    digest = hashlib.sha256(url.encode()).hexdigest()[:_DIGEST_LENGTH]
    return HarvestFolder(out / f"{name}-{digest}")


def harvest_archives(orders: Iterable[Order], hosts: int = _HOSTS) -> Iterator[Harvested]:
    """Harvest archives, and yield each when it is done; one that fails does not stop the others.

    Args:
        orders: what to harvest, and where to.
        hosts: number of hosts that are asked at the same time. Those of one host take turns.
    """
    waiting: SimpleQueue[Sequence[Order]] = SimpleQueue()
    groups = _by_host(orders)
    for group in groups:
        waiting.put(group)
    run = _Run(waiting)
    # They end with the program, which must not wait for a slow server.
    threads = [threading.Thread(target=run.work, daemon=True) for _ in groups[:hosts]]
    for thread in threads:
        thread.start()
    try:
        for _ in range(sum(map(len, groups))):
            yield run.next()
    finally:
        run.stop.set()


class _Run:
    """The work of the threads, and its results."""

    def __init__(self, waiting: "SimpleQueue[Sequence[Order]]") -> None:
        self.stop = threading.Event()
        self._waiting = waiting
        self._done: SimpleQueue[Harvested | BaseException] = SimpleQueue()

    def next(self) -> Harvested:
        """Wait for the next archive that is done."""
        while True:
            interruption.check()
            try:
                done = self._done.get(timeout=_LOOK_S)
            except Empty:
                continue
            if isinstance(done, BaseException):
                raise done
            return done

    def work(self) -> None:
        """Harvest one host after another, until none is left."""
        while True:
            try:
                group = self._waiting.get_nowait()
            except Empty:
                return
            try:
                for number, order in enumerate(group):
                    if number:
                        time.sleep(order.pause_s)
                    self._done.put(self._harvested(order))
            except BaseException as error:  # noqa: BLE001 - raised again by `next`
                self._done.put(error)

    def _harvested(self, order: Order) -> Harvested:
        pages = 0
        try:
            for _ in harvest(order):
                pages += 1
                if self.stop.is_set():
                    break
        except InputError as error:
            return Harvested(order, pages, str(error))
        return Harvested(order, pages)


def _by_host(orders: Iterable[Order]) -> list[list[Order]]:
    """Divide orders by their hosts; those with the most archives come first."""
    hosts: dict[str | None, list[Order]] = {}
    for order in orders:
        hosts.setdefault(urlsplit(order.url).hostname, []).append(order)
    return sorted(hosts.values(), key=len, reverse=True)
