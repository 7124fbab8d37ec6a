"""The writer's lock: a document in MongoDB that is renewed while its holder lives.

A holder is gone if its process is; if that cannot be told from here, once its document stays the
same for `LIFETIME_S`. A holder stops writing earlier than that. No two clocks are compared.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Self

import pymongo
from pymongo.errors import DuplicateKeyError, PyMongoError

from wildwood.kernel import interruption
from wildwood.kernel.errors import LockedError, StoreError
from wildwood.nep.connection import Connection, Document, translated

_PROC = Path("/proc")
_STATE, _START = 0, 19  # places in `/proc/PID/stat` after the program's name, which can have spaces
_ENDED = "ZX"  # states of a process that has ended, but for which its parent has not waited


class Life(Enum):
    RUNS = "runs"
    GONE = "gone"
    UNKNOWN = "unknown"  # it belongs to another host, boot or namespace, or is hidden


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """A process, distinct from every other one of the same number."""

    host: str
    boot: str  # random number for the time since the boot; empty if unknown
    namespaces: str  # where the process number and start time are valid; containers have their own
    pid: int
    ticks: int  # start time in clock ticks since the boot, whatever the clock is set to

    @classmethod
    def current(cls) -> Self:
        stat = _stat("self")
        ticks = int(stat[_START]) if stat else 0
        return cls(socket.gethostname(), _boot(), _namespaces(), os.getpid(), ticks)

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Self | None:
        """Return the identity in a record; None if it is incomplete."""
        with suppress(KeyError):
            return cls(**{name: record[name] for name in cls.__slots__})
        return None

    def record(self) -> dict[str, Any]:
        return asdict(self)

    def life(self) -> Life:
        """Return whether the process runs; `UNKNOWN` unless it belongs to this host and boot."""
        if not self._is_of_here() or not _numbers_are_ours():
            return Life.UNKNOWN
        if not _exists(self.pid):
            return Life.GONE
        stat = _stat(str(self.pid))
        if stat is None:
            return Life.UNKNOWN
        is_another = int(stat[_START]) != self.ticks
        return Life.GONE if is_another or stat[_STATE] in _ENDED else Life.RUNS

    def _is_of_here(self) -> bool:
        here = ProcessIdentity.current()
        place = (here.host, here.boot, here.namespaces)
        return bool(here.boot) and (self.host, self.boot, self.namespaces) == place


def _boot() -> str:
    with suppress(OSError):
        return (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


def _namespaces() -> str:
    """Return the PID namespace, and the time namespace where the kernel has them."""
    namespaces = []
    for kind in ("pid", "time"):
        with suppress(OSError):
            namespaces.append(str((_PROC / "self/ns" / kind).readlink()))
    return " ".join(namespaces)


def _numbers_are_ours() -> bool:
    """Return whether /proc shows this PID namespace; it can be that of an outer one."""
    with suppress(OSError):
        return (_PROC / "self").readlink().name == str(os.getpid())
    return False


def _exists(pid: int) -> bool:
    """Return whether a process has this number, even one that /proc hides."""
    try:
        os.kill(pid, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True


def _stat(process: str) -> list[str] | None:
    """Return the fields of `/proc/PID/stat` after the name; None if unreadable."""
    with suppress(OSError):
        text = (_PROC / process / "stat").read_text(encoding="utf-8", errors="replace")
        return text.rpartition(")")[2].split()
    return None


LIFETIME_S = 30.0  # how long to spare a lock that is not renewed, whose holder may be alive

_VALID_S = 25.0  # how long a holder writes without a renewal; its last write ends in time
_RENEWAL_S = 5.0
_RETRY_S = 0.2
_JOIN_S = 1.0  # how long to wait for a renewal in progress after releasing the lock
_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # on Linux, counts suspended time

_NEVER = float("-inf")
_ID = "lock"

_held_here: set[str] = set()  # the tokens of the locks that this process holds, or tries to take


@dataclass(slots=True)
class _Hold:
    token: str = field(default_factory=lambda: secrets.token_hex(8))
    renewed_s: float = _NEVER
    released: threading.Event = field(default_factory=threading.Event)


class WriterLock:
    """A lock that keeps other writers out; a background thread renews it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._meta = connection.collection("meta")
        self._hold: _Hold | None = None

    @contextmanager
    def held(self, purpose: str, wait_s: float = 0.0) -> Iterator[None]:
        """Hold the lock; `LockedError` names who still holds it after `wait_s` seconds.

        `purpose` is for messages. A holder that may run is watched for `LIFETIME_S` at most.
        """
        hold = _Hold()
        _held_here.add(hold.token)
        try:
            self._acquire(hold, purpose, _now_s() + wait_s)
            self._hold = hold
            with self._kept(hold):
                yield
        finally:
            self._hold = None
            _held_here.discard(hold.token)

    def check(self) -> None:
        """Raise `LockedError` if another command can hold the lock; called before each write."""
        interruption.check()
        hold = self._hold
        if hold is None:
            raise LockedError("The writer's lock was released.")
        while _now_s() - hold.renewed_s > _VALID_S:
            try:
                renewed = self._renew(hold)
            except PyMongoError as error:
                fault = "The writer's lock was lost: MongoDB was out of reach too long."
                raise LockedError(fault) from error
            if not renewed:
                raise LockedError(
                    "The writer's lock was lost: this command was stopped or cut off from MongoDB"
                    " for so long that another one took the lock; run it again."
                )

    @contextmanager
    def _kept(self, hold: _Hold) -> Iterator[None]:
        renewal = threading.Thread(target=self._renew_until_released, args=(hold,), daemon=True)
        renewal.start()
        try:
            yield
        except StoreError:
            # If MongoDB is out of reach, others take the lock when this process has ended.
            with suppress(StoreError), self.connection.short_timeout():
                self._release(hold)
            raise
        except BaseException:
            self._release(hold)
            raise
        self._release(hold)
        renewal.join(_JOIN_S)

    @translated
    def _release(self, hold: _Hold) -> None:
        """Delete the lock; a renewal in progress will not find it."""
        hold.released.set()
        self._hold = None
        self._meta.delete_one({"_id": _ID, "token": hold.token})

    @translated
    def _acquire(self, hold: _Hold, purpose: str, deadline_s: float) -> None:
        ours = ProcessIdentity.current().record()
        ours |= {"purpose": purpose, "token": hold.token, "renewals": 0}
        watch = _Watch()
        while not self._insert(hold, ours):
            interruption.check()
            holder = self._meta.find_one({"_id": _ID})
            if holder is None:
                continue
            watch.look(holder)
            if watch.shows_end():
                if self._replace(hold, holder, ours):
                    return
            elif (watch.life is Life.RUNS or watch.has_changed) and _now_s() >= deadline_s:
                raise LockedError(
                    f"Another command is writing: {holder['purpose']}, process {holder['pid']} on"
                    f" {holder['host']}; run this one again when it has finished."
                )
            else:
                time.sleep(_RETRY_S)

    def _insert(self, hold: _Hold, ours: Document) -> bool:
        hold.renewed_s = _now_s()
        try:
            result = self._meta.update_one({"_id": _ID}, {"$setOnInsert": ours}, upsert=True)
        except DuplicateKeyError:
            return False
        return result.upserted_id is not None

    def _replace(self, hold: _Hold, holder: Document, ours: Document) -> bool:
        """Take the lock unless it has changed, which means that its holder lives."""
        hold.renewed_s = _now_s()
        return bool(self._meta.replace_one(holder, ours).matched_count)

    def _renew(self, hold: _Hold) -> bool:
        """Renew the lock; return False if another command has it."""
        now_s = _now_s()
        with pymongo.timeout(_RENEWAL_S):
            query = {"_id": _ID, "token": hold.token}
            renewed = self._meta.update_one(query, {"$inc": {"renewals": 1}})
        hold.renewed_s = now_s if renewed.matched_count else _NEVER
        return bool(renewed.matched_count)

    def _renew_until_released(self, hold: _Hold) -> None:
        pause_s = _RENEWAL_S
        while not hold.released.wait(pause_s):
            try:
                self._renew(hold)
                pause_s = _RENEWAL_S
            except PyMongoError:
                pause_s = _RETRY_S


@dataclass(slots=True)
class _Watch:
    """What a waiting command has seen of a lock that another one holds."""

    document: Document | None = None
    since_s: float = _NEVER
    has_changed: bool = False
    life: Life = Life.UNKNOWN

    def look(self, document: Document) -> None:
        self.life = _life(document)
        if document != self.document:
            self.has_changed = self.document is not None
            self.document, self.since_s = document, _now_s()

    def shows_end(self) -> bool:
        """Return whether the holder is gone, or must have stopped writing."""
        if self.life is Life.UNKNOWN:
            return _now_s() - self.since_s > LIFETIME_S
        return self.life is Life.GONE


def _life(holder: Document) -> Life:
    """Return whether the holder of a lock runs; one that this process failed to release is gone."""
    identity = ProcessIdentity.read(holder)
    if identity is None:
        return Life.UNKNOWN
    life = identity.life()
    is_left = identity.pid == os.getpid() and holder.get("token") not in _held_here
    return Life.GONE if life is Life.RUNS and is_left else life


def _now_s() -> float:
    """Return seconds that setting the clock does not change."""
    return time.clock_gettime(_CLOCK)
