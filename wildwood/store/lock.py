"""The writer's lock: a document in MongoDB that is renewed while its holder lives."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

import psutil
import pymongo
from pymongo.errors import DuplicateKeyError, PyMongoError

from wildwood import interruption
from wildwood.errors import LockedError, StoreError
from wildwood.store.connection import Connection, Document, translated

LIFETIME_S = 30
"""How long the lock is valid after its last renewal."""

_RENEWAL_S = 5.0
_RETRY_S = 0.2
_JOIN_S = 1.0
"""How long to wait for a renewal in progress after releasing the lock."""
_CLOCK_SLACK_S = 10.0
"""A process's start time is computed from the boot time, which moves when the clock is set."""

_NEVER = float("-inf")
_ID = "lock"


@cache
def _this_process() -> Document:
    """Identify this process, to distinguish it from a later one with the same number."""
    process = psutil.Process()
    return {
        "host": socket.gethostname(),
        "pid": process.pid,
        "started": process.create_time(),
    }


class WriterLock:
    """A lock that keeps other writers out; a background thread renews it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._meta = connection.collection("meta")
        self._renewed = _NEVER

    @contextmanager
    def held(self, purpose: str, wait_s: float = 0.0) -> Iterator[None]:
        """Hold the lock in the block.

        Args:
            purpose: the command that writes, for messages to other commands.
            wait_s: how long to wait for the lock, in seconds.

        Raises:
            LockedError: another command still holds it; the message names that command.
        """
        self._acquire(purpose, time.monotonic() + wait_s)
        released = threading.Event()
        renewal = threading.Thread(target=self._renew_until, args=(released,), daemon=True)
        renewal.start()
        try:
            yield
        except StoreError:
            # If MongoDB is out of reach, the lock expires by itself.
            with suppress(StoreError), self.connection.short_timeout():
                self._release(released)
            raise
        except BaseException:
            self._release(released)
            raise
        self._release(released)
        renewal.join(_JOIN_S)

    def check(self) -> None:
        """Check that the lock is still valid; called before each write.

        Raises:
            KeyboardInterrupt: see `interruption.check`.
            LockedError: it was not renewed in time, so another command can hold it now.
        """
        interruption.check()
        if time.monotonic() - self._renewed > LIFETIME_S:
            raise LockedError("The writer's lock was lost: MongoDB was out of reach too long.")

    @translated
    def _release(self, released: threading.Event) -> None:
        """Delete the lock; a renewal in progress will not find it."""
        released.set()
        self._renewed = _NEVER
        self._meta.delete_one({"_id": _ID, **_this_process()})

    @translated
    def _acquire(self, purpose: str, deadline: float) -> None:
        while not self._try(purpose):
            interruption.check()
            holder = self._meta.find_one({"_id": _ID})
            if holder is None:
                continue
            if _is_dead(holder):
                self._meta.delete_one(holder)
            elif time.monotonic() >= deadline:
                raise LockedError(_holder_message(holder))
            else:
                time.sleep(_RETRY_S)

    def _try(self, purpose: str) -> bool:
        """Take the lock if it is free or, by the server's clock, has expired."""
        expired = {"$lt": ["$renewed", {"$subtract": ["$$NOW", LIFETIME_S * 1000]}]}
        holder = {**_this_process(), "purpose": {"$literal": purpose}, "renewed": "$$NOW"}
        taken = [{"$set": holder}]
        now = time.monotonic()
        if not self._meta.update_one({"_id": _ID, "$expr": expired}, taken).matched_count:
            free = {"_id": _ID, "pid": {"$exists": False}}
            try:
                self._meta.update_one(free, taken, upsert=True)
            except DuplicateKeyError:
                return False
        self._renewed = now
        return True

    def _renew_until(self, released: threading.Event) -> None:
        while not released.wait(_RENEWAL_S):
            now = time.monotonic()
            try:
                with pymongo.timeout(_RENEWAL_S):
                    renewed = self._meta.update_one(
                        {"_id": _ID, **_this_process()}, {"$currentDate": {"renewed": True}}
                    )
            except PyMongoError:
                continue
            if renewed.matched_count:
                self._renewed = now


def _is_dead(holder: Document) -> bool:
    """Return whether the holder ran on this host and is gone."""
    if holder["host"] != _this_process()["host"]:
        return False
    try:
        process = psutil.Process(holder["pid"])
        if process.status() == psutil.STATUS_ZOMBIE:
            return True
        started = process.create_time()
    except psutil.NoSuchProcess:
        return True
    return bool(abs(started - holder["started"]) > _CLOCK_SLACK_S)


def _holder_message(holder: Document) -> str:
    return (
        f"Another command is writing: {holder['purpose']}, process {holder['pid']} on"
        f" {holder['host']}; run this one again when it has finished."
    )
