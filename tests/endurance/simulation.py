"""Simulate nights in this process, with faults drawn from a seed, and check each of them.

usage: python -m tests.endurance.simulation NIGHTS [--seed N]

A history is some nights on a small installation, whose database is mongomock's and whose files are
in memory. Before a night, rifs arrive, change, break or come late, or a ps rif is spoilt. During
it, at a step drawn at random, the command is killed, the server is out of reach for a while or for
good, or the disk is full; a step is an operation on the database or the disk. After each night,
what is in ps must be whole, and if status is well, ps rifs and documents must be those of a fresh
rebuild. Two nights without a fault heal everything. The same seed gives the same history:
`--seed N` with 1 night plays it again.
"""

import argparse
import contextlib
import errno
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mongomock_ng
from lxml import etree
from pymongo.errors import AutoReconnect, OperationFailure

import wildwood
from wildwood.biblio.entry import Record
from wildwood.kernel.errors import WildwoodError
from wildwood.kernel.settings import load_config
from wildwood.nep import connection, workers
from wildwood.nep.job import job_of
from wildwood.nep.session import open_store
from wildwood.nep.status import read_status
from wildwood.nep.store import Store

from tests.support.amf import rif

NIGHTS = 8
"""The nights of a history, before those that heal."""
_STEPS = 80
_DATES = [f"2015-{month:02}-{day:02}" for month in (1, 2, 3) for day in (5, 12, 19, 26)]
_COLLECTION = mongomock_ng.Collection
_OPERATIONS = (
    "aggregate", "bulk_write", "count_documents", "create_index", "create_indexes", "delete_many",
    "delete_one", "distinct", "drop", "find", "find_one", "find_one_and_update", "insert_many",
    "insert_one", "rename", "replace_one", "update_many", "update_one",
)  # fmt: skip
_UNKNOWN_COLLECTION, _NAMESPACE_NOT_FOUND = 10026, 26
"""The codes of mongomock and of a server."""
_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Killed(BaseException):
    """The process has ended; nothing that it does afterwards has an effect."""


class ViolationError(AssertionError):
    """What must never be the case."""


class Kind(Enum):
    NONE = "no fault"
    KILLED = "killed"
    ANSWER_LOST = "killed after the operation"
    OUTAGE = "the server is out of reach for a while"
    GONE = "the server is gone"
    DISK_FULL = "the disk is full"


@dataclass
class Fault:
    """What happens at a step of a night, and how long."""

    kind: Kind = Kind.NONE
    step: int = 0
    length: int = 1
    folder: str = ""
    """Changes outside are no steps."""
    count: int = 0

    def operate(self, operation: Callable[[], Any]) -> Any:
        """Count an operation on the database; run it unless the fault prevents it."""
        self.count += 1
        since = self.count - self.step
        if self.kind in {Kind.KILLED, Kind.ANSWER_LOST} and since > 0:
            raise Killed
        if self.kind is Kind.KILLED and since == 0:
            raise Killed
        is_out = self.kind is Kind.GONE or (self.kind is Kind.OUTAGE and since < self.length)
        if is_out and since >= 0:
            raise AutoReconnect("simulated")
        result = operation()
        if self.kind is Kind.ANSWER_LOST and since == 0:
            raise Killed
        return result

    def change(self, path: str) -> None:
        """Count a change of a file below the folder."""
        if not path.startswith(self.folder):
            return
        self.count += 1
        if self.count >= self.step:
            if self.kind in {Kind.KILLED, Kind.ANSWER_LOST}:
                raise Killed
            if self.kind is Kind.DISK_FULL:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


_current: list[Fault] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if not _current:
        return
    is_write = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITE_FLAGS
    if (is_write or event == "os.rename") and isinstance(arguments[0], str | os.PathLike):
        _current[-1].change(os.fspath(arguments[0]))


@contextlib.contextmanager
def _during(fault: Fault) -> Iterator[None]:
    _current.append(fault)
    try:
        yield
    finally:
        _current.pop()


def _rename_as_a_server(rename: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function that refuses an unknown collection with the code of a server."""

    def run(*arguments: Any, **options: Any) -> Any:
        try:
            return rename(*arguments, **options)
        except OperationFailure as error:
            code = _NAMESPACE_NOT_FOUND if error.code == _UNKNOWN_COLLECTION else error.code
            raise OperationFailure(str(error), code) from error

    return run


def _counted(operation: Callable[..., Any]) -> Callable[..., Any]:
    def run(collection: Any, *arguments: Any, **options: Any) -> Any:
        if not _current or threading.current_thread() is not threading.main_thread():
            return operation(collection, *arguments, **options)
        fault = _current.pop()  # what it calls itself is no step
        try:
            return fault.operate(lambda: operation(collection, *arguments, **options))
        finally:
            _current.append(fault)

    return run


@dataclass
class _Clock:
    """Time passes by waiting alone."""

    now: float = 0

    def monotonic(self) -> float:
        self.now += 0.001
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@contextlib.contextmanager
def simulated() -> Iterator[None]:
    """Put faults between Wildwood and its database, and a clock that does not wait."""
    usual = {name: getattr(_COLLECTION, name) for name in _OPERATIONS if hasattr(_COLLECTION, name)}
    clock = _Clock()
    real = vars(connection)["time"], workers.processors
    figures = Store.figures
    real_codes = {**usual, "rename": _rename_as_a_server(usual["rename"])}
    for name, operation in real_codes.items():
        setattr(_COLLECTION, name, _counted(operation))
    vars(connection)["time"] = SimpleNamespace(monotonic=clock.monotonic, sleep=clock.sleep)
    vars(workers)["processors"] = lambda: 1
    # The figures are those of a server: sizes, and migrations that have run.
    Store.figures = lambda _store: SimpleNamespace(bytes=0)  # type: ignore[method-assign,assignment,return-value]
    _install_audit_hook()
    try:
        yield
    finally:
        for name, operation in usual.items():
            setattr(_COLLECTION, name, operation)
        vars(connection)["time"], vars(workers)["processors"] = real
        Store.figures = figures  # type: ignore[method-assign]


def _install_audit_hook() -> None:
    """Watch changes of files; a hook cannot be removed, and does nothing between nights."""
    if not vars(sys).get("_wildwood_simulation"):
        vars(sys)["_wildwood_simulation"] = True
        sys.addaudithook(_audit)


_NAMES = ("Paul Krugman", "Anna Smith", "Krugman, P.", "Bob Smith", "Zoë Müller")
_WORDS = ("trade", "and", "growth", "in", "the", "long", "run", "tariffs")


@dataclass
class History:
    """The nights of a seed, on an installation of its own."""

    seed: int
    home: Path
    client: Any = field(default_factory=mongomock_ng.MongoClient)
    told: list[str] = field(default_factory=list)
    """What has happened, to be printed with a violation."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        (self.home / "us").mkdir()
        self.config = self._configured("wildwood.toml", "ps")
        self._arrive()

    def _configured(self, name: str, ps: str) -> Path:
        file = self.home / name
        text = f'[paths]\nus = "us"\nps = "{ps}"\ndb = "db"\n[alarm]\nlate_days = 9999\n'
        file.write_text(text, encoding="utf-8")
        return file

    def play(self) -> int:
        """Play all nights; return how many. Raises `ViolationError`."""
        try:
            self._play()
        except Exception as error:
            happened = "\n  ".join(self.told)
            raise ViolationError(f"seed {self.seed}: {error!r}\n  {happened}") from error
        return NIGHTS + len("12")

    def _play(self) -> None:
        for _ in range(NIGHTS):
            self._day()
            self._night(self._drawn_fault())
        for date in self._dates():
            self._write(date)
        for _ in "12":
            self._night(Fault())
        if not self._is_well():
            raise ViolationError("not well after two nights without a fault")

    def _dates(self) -> list[str]:
        return sorted(path.name[:10] for path in (self.home / "us").iterdir())

    def _day(self) -> None:
        """Let something happen to the files."""
        acts = (self._arrive, self._arrive, self._change, self._break, self._spoil)
        for _ in range(self.chance.randint(1, 2)):
            self.chance.choice(acts)()

    def _arrive(self) -> None:
        missing = sorted({*_DATES} - {*self._dates()})
        if missing:
            self._write(self.chance.choice(missing[:3]))

    def _change(self) -> None:
        if dates := self._dates():
            self._write(self.chance.choice(dates))

    def _break(self) -> None:
        if dates := self._dates():
            date = self.chance.choice(dates)
            self.told.append(f"{date} breaks")
            (self.home / "us" / f"{date}.xml").write_text("<amf", encoding="utf-8")

    def _spoil(self) -> None:
        if there := sorted((self.home / "ps").glob("*.xml")):
            path = self.chance.choice(there)
            self.told.append(f"ps {path.name} is lost")
            path.unlink()

    def _write(self, date: str) -> None:
        self.told.append(f"{date} is written")
        own = Record(f"RePEc:its:own:{len(self.told)}", (_NAMES[0],), (f"issue {date}",))
        papers = [own, *(self._paper() for _ in range(self.chance.randint(1, 3)))]
        (self.home / "us" / f"{date}.xml").write_bytes(rif(*papers))

    def _paper(self) -> Record:
        handle = f"RePEc:nbr:nberwo:{self.chance.randint(1, 9)}"
        words = self.chance.choices(_WORDS, k=self.chance.randint(2, 5))
        return Record(handle, (self.chance.choice(_NAMES),), (" ".join(words),))

    def _drawn_fault(self) -> Fault:
        kind = self.chance.choice([*Kind, Kind.NONE, Kind.KILLED])
        step, length = self.chance.randint(1, _STEPS), self.chance.randint(1, 4)
        return Fault(kind, step, length, str(self.home))

    def _night(self, fault: Fault) -> None:
        """Run `wildwood latest --stale`, and check what it leaves."""
        try:
            with _during(fault):
                wildwood.Store(self.config, client=self.client).run_latest(stale=True)
            end = "done"
        except WildwoodError as error:
            end = str(error)
        except Killed:
            end = "killed"
        self.told.append(f"night with {fault.kind.value} at {fault.step}: {self._plain(end)}")
        for path in sorted((self.home / "ps").glob("*.xml")):
            etree.parse(path)
        self._is_well()

    def _plain(self, message: str) -> str:
        """Return a message without what differs when its seed is played again."""
        return re.sub(r"[-_][0-9a-f]{8}\b", "", message.replace(str(self.home), ""))

    def _is_well(self) -> bool:
        """Return whether status is well; if so, all must be as a fresh rebuild makes it."""
        config = replace(load_config(self.config), client=self.client)
        try:
            with open_store(config) as store:
                status = read_status(job_of(config), store, reads_all=False)
        except WildwoodError as error:
            self.told.append(f"status: {error}")
            return False
        if not status.is_well:
            self.told.append(f"status: {status.waiting} wait, {status.changed}, {status.doubts}")
        elif difference := self._difference():
            raise ViolationError(f"status is well, but {difference}")
        return status.is_well

    def _difference(self) -> str:
        """Return what a fresh rebuild makes otherwise; empty if nothing."""
        with tempfile.TemporaryDirectory(dir=self.home) as folder:
            fresh: Any = mongomock_ng.MongoClient()
            config = self._configured("fresh.toml", f"{Path(folder).name}/ps")
            wildwood.Store(config, client=fresh).run_latest()
            made = {path.name: path.read_bytes() for path in Path(folder, "ps").iterdir()}
        there = {path.name: path.read_bytes() for path in (self.home / "ps").iterdir()}
        if made != there:
            names = sorted(name for name in {*made, *there} if made.get(name) != there.get(name))
            return f"ps has another {', '.join(names)}"
        for name in ("handles", "similar"):
            stored = (
                client["wildwood"][name].find().sort("_id") for client in (self.client, fresh)
            )
            if len({repr(list(documents)) for documents in stored}) > 1:
                return f"the collection {name} differs"
        return ""


def play(seed: int) -> int:
    """Play the history of a seed; return its nights. Raises `ViolationError`."""
    with _history(seed) as history:
        return history.play()


def told(seed: int) -> list[str]:
    """Return what happens in the history of a seed."""
    with _history(seed) as history:
        history.play()
        return history.told


@contextlib.contextmanager
def _history(seed: int) -> Iterator[History]:
    """Make a history in a folder in memory."""
    memory = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder,
        simulated(),
    ):
        yield History(seed, Path(folder))


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate nights.")
    parser.add_argument("nights", type=int, metavar="NIGHTS")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed")
    chosen = parser.parse_args()
    begun, nights, seed, violations = time.perf_counter(), 0, chosen.seed, 0
    while nights < chosen.nights:
        try:
            nights += play(seed)
        except ViolationError as error:
            nights += NIGHTS
            violations += 1
            print(error, flush=True)
        seed += 1
    seconds = time.perf_counter() - begun
    seeds = seed - chosen.seed
    print(f"{nights:,} nights of {seeds} seeds in {seconds:.0f} s: {violations} violations")
    sys.exit(bool(violations))


if __name__ == "__main__":
    main()
