"""A replica set of three real mongods on this machine, whose members can be killed and cut off."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import psutil
from port_for import get_port
from pymongo import MongoClient
from pymongo.errors import PyMongoError

from wildwood.store.private_server import find_mongod

Result = TypeVar("Result")

_NAME = "rs0"
_PATIENCE_S = 60
_QUICK = {"electionTimeoutMillis": 500, "heartbeatIntervalMillis": 100, "heartbeatTimeoutSecs": 1}
"""Elections within a second; the defaults take ten or so."""


@dataclass
class Member:
    """One mongod of the set, which keeps its port and its data."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [
                *(find_mongod(), "--replSet", _NAME, "--dbpath", self.folder),
                *("--bind_ip", "127.0.0.1", "--port", str(self.port), "--nounixsocket"),
                *("--logpath", self.folder / "log", "--wiredTigerCacheSizeGB", "0.25"),
                *("--setParameter", "diagnosticDataCollectionEnabled=false"),
                *("--setParameter", "enableTestCommands=1"),
            ],
            stdout=subprocess.DEVNULL,
        )

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def runs(self) -> bool:
        """Whether it lives and is not stopped."""
        if self.process is None or self.process.poll() is not None:
            return False
        return psutil.Process(self.pid).status() != psutil.STATUS_STOPPED

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def mend(self) -> None:
        """Start it again where it was killed, let it go on where it was stopped."""
        if self.process is None or self.process.poll() is not None:
            self.start()
        else:
            self.process.send_signal(signal.SIGCONT)

    def command(self, *words: Any, **arguments: Any) -> dict[str, Any]:
        """Ask this member itself."""
        options: dict[str, Any] = {"directConnection": True, "timeoutMS": 2000}
        with MongoClient[dict[str, Any]](self.address, **options) as client:
            return client.admin.command(*words, **arguments)

    def state(self) -> str:
        """What it is in the set, by its own account: PRIMARY, SECONDARY, …, or nothing."""
        if not self.runs():
            return ""
        with suppress(PyMongoError):
            status = self.command("replSetGetStatus")
            return next(str(m["stateStr"]) for m in status["members"] if m.get("self"))
        return ""


@dataclass
class ReplicaSet:
    """The three members."""

    members: list[Member] = field(default_factory=list)

    @property
    def uri(self) -> str:
        hosts = ",".join(member.address for member in self.members)
        return f"mongodb://{hosts}/?replicaSet={_NAME}"

    def primary(self) -> Member:
        """The member that takes writes, once there is one that the others follow."""
        return wait_for(self._primary)

    def heal(self) -> None:
        """Start and resume whatever is not running, until all are in the set again."""
        for member in self.members:
            member.mend()
        wait_for(self._is_whole)

    def _primary(self) -> Member | None:
        found = [member for member in self.members if member.state() == "PRIMARY"]
        return found[0] if len(found) == 1 else None

    def _is_whole(self) -> bool:
        states = sorted(member.state() for member in self.members)
        return states == ["PRIMARY", "SECONDARY", "SECONDARY"]


def wait_for(condition: Callable[[], Result | None]) -> Result:
    """What a condition gives, once it gives something."""
    deadline = time.monotonic() + _PATIENCE_S
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(condition)
        time.sleep(0.02)
    return found


@contextmanager
def replica_set(folder: Path) -> Iterator[ReplicaSet]:
    """Start a set; end all its members afterwards."""
    made = ReplicaSet([Member(folder / f"member{n}", get_port(None) or 0) for n in range(3)])
    try:
        for member in made.members:
            member.start()
        _initiate(made)
        made.primary()
        made.heal()
        yield made
    finally:
        for member in made.members:
            member.end()


def _initiate(made: ReplicaSet) -> None:
    config = {
        "_id": _NAME,
        "settings": _QUICK,
        "members": [{"_id": n, "host": member.address} for n, member in enumerate(made.members)],
    }

    def initiated() -> bool:
        with suppress(PyMongoError):
            made.members[0].command("replSetInitiate", config)
            return True
        return False

    wait_for(initiated)
