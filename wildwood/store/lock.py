"""One writer at a time, on every host: a lock that is a document and is kept alive."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

import psutil
import pymongo
from pymongo.errors import DuplicateKeyError, PyMongoError

from wildwood.errors import LockedError, StoreError
from wildwood.store.connection import Connection, Document

LIFETIME_S = 30
"""How long the lock counts after its last renewal."""

_RENEWAL_S = 5.0
_RETRY_S = 0.2
_HURRY_S = 1.0
"""What a run that is done waits for a renewal that is under way."""
_CLOCK_SLACK_S = 10.0
"""A process's start is reckoned from the boot time, which moves when the clock is set."""

_NEVER = float("-inf")
_ID = "lock"


@cache
def _me() -> Document:
    """This process, so named that a later one of the same number is told apart."""
    process = psutil.Process()
    return {
        "host": socket.gethostname(),
        "pid": process.pid,
        "started": process.create_time(),
    }


class WriterLock:
    """Held while writing; renewed by a thread of its own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._meta = connection.collection("meta")
        self._renewed = _NEVER

    @contextmanager
    def held(self, purpose: str, wait_s: float = 0.0) -> Iterator[None]:
        """Hold the lock, waiting up to `wait_s` for it.

        Raises:
            LockedError: another command holds it; the sentence names it.
        """
        self._acquire(purpose, time.monotonic() + wait_s)
        released = threading.Event()
        keeper = threading.Thread(target=self._keep, args=(released,), daemon=True)
        keeper.start()
        try:
            yield
        except StoreError:
            # Where MongoDB is out of reach, the lock runs out by itself.
            with suppress(StoreError), self._connection.briefly():
                self._release(released)
            raise
        except BaseException:
            self._release(released)
            raise
        self._release(released)
        keeper.join(_HURRY_S)

    def _release(self, released: threading.Event) -> None:
        """Give the lock back; a renewal that is under way finds it gone."""
        released.set()
        self._renewed = _NEVER
        with self._connection.speaking():
            self._meta.delete_one({"_id": _ID, **_me()})

    def check(self) -> None:
        """See that the lock still counts; called before each write.

        Raises:
            LockedError: it could not be renewed in time, so another may hold it now.
        """
        if time.monotonic() - self._renewed > LIFETIME_S:
            raise LockedError("The writer's lock was lost: MongoDB was out of reach too long.")

    def _acquire(self, purpose: str, deadline: float) -> None:
        with self._connection.speaking():
            while not self._try(purpose):
                holder = self._meta.find_one({"_id": _ID})
                if holder is None:
                    continue
                if _is_dead(holder):
                    self._meta.delete_one(holder)
                elif time.monotonic() >= deadline:
                    raise LockedError(_who(holder))
                else:
                    time.sleep(_RETRY_S)

    def _try(self, purpose: str) -> bool:
        """Take the lock where it is free or has run out, by the server's clock."""
        run_out = {"$lt": ["$renewed", {"$subtract": ["$$NOW", LIFETIME_S * 1000]}]}
        taken = [{"$set": {**_me(), "purpose": {"$literal": purpose}, "renewed": "$$NOW"}}]
        now = time.monotonic()
        if not self._meta.update_one({"_id": _ID, "$expr": run_out}, taken).matched_count:
            nobodys = {"_id": _ID, "pid": {"$exists": False}}
            try:
                self._meta.update_one(nobodys, taken, upsert=True)
            except DuplicateKeyError:
                return False
        self._renewed = now
        return True

    def _keep(self, released: threading.Event) -> None:
        while not released.wait(_RENEWAL_S):
            now = time.monotonic()
            try:
                with pymongo.timeout(_RENEWAL_S):
                    renewed = self._meta.update_one(
                        {"_id": _ID, **_me()}, {"$currentDate": {"renewed": True}}
                    )
            except PyMongoError:
                continue
            if renewed.matched_count:
                self._renewed = now


def _is_dead(holder: Document) -> bool:
    """Whether the holder ran on this host and is gone."""
    if holder["host"] != _me()["host"]:
        return False
    try:
        process = psutil.Process(holder["pid"])
        if process.status() == psutil.STATUS_ZOMBIE:
            return True
        started = process.create_time()
    except psutil.NoSuchProcess:
        return True
    return bool(abs(started - holder["started"]) > _CLOCK_SLACK_S)


def _who(holder: Document) -> str:
    return (
        f"Another command is writing: {holder['purpose']}, process {holder['pid']} on"
        f" {holder['host']}; run this one again when it is done."
    )
