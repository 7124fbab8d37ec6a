"""A replica set of three real mongods on this machine; its members can be killed and cut off."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from pymongo import MongoClient
from pymongo.errors import PyMongoError

from tests.support.mongod import free_port, is_listening, mongod_command
from tests.support.waiting import wait_for

_NAME = "rs0"
_SETTINGS = {
    "electionTimeoutMillis": 500,
    "heartbeatIntervalMillis": 100,
    "heartbeatTimeoutSecs": 1,
}
"""Settings for an election within a second; with the defaults it takes about ten."""
_PAUSE_S = 0.1  # to ask all members for their state takes them time


@dataclass
class Member:
    """One mongod of the set; it keeps its port and its data."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        options = ("--replSet", _NAME, "--logpath", self.folder / "log")
        tests = ("--setParameter", "enableTestCommands=1", "--wiredTigerCacheSizeGB", "0.25")
        self.process = subprocess.Popen(
            mongod_command(self.folder, self.port, *options, *tests), stdout=subprocess.DEVNULL
        )

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def runs(self) -> bool:
        """Return whether the process runs and is not stopped."""
        if self.process is None or self.process.poll() is not None:
            return False
        return psutil.Process(self.pid).status() != psutil.STATUS_STOPPED

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def resume(self) -> None:
        """Start the member again if it was killed; continue it if it was stopped."""
        if self.process is None or self.process.poll() is not None:
            self.start()
        else:
            self.process.send_signal(signal.SIGCONT)

    def command(self, *words: Any, **arguments: Any) -> dict[str, Any]:
        """Send a command to this member."""
        options: dict[str, Any] = {"directConnection": True, "timeoutMS": 2000}
        with MongoClient[dict[str, Any]](self.address, **options) as client:
            return client.admin.command(*words, **arguments)

    def state(self) -> str:
        """Return what the member says it is: PRIMARY, SECONDARY, …; empty if it does not answer."""
        if not self.runs() or not is_listening(self.port):
            return ""
        with suppress(PyMongoError):
            status = self.command("replSetGetStatus")
            return next(str(m["stateStr"]) for m in status["members"] if m.get("self"))
        return ""


@dataclass
class ReplicaSet:
    """Three members."""

    members: list[Member] = field(default_factory=list)

    @property
    def uri(self) -> str:
        hosts = ",".join(member.address for member in self.members)
        return f"mongodb://{hosts}/?replicaSet={_NAME}"

    def primary(self) -> Member:
        """Wait for a primary that the others follow, and return it."""
        return wait_for(self._primary, _PAUSE_S)

    def heal(self) -> None:
        """Start or continue all members, and wait until they form the set again."""
        for member in self.members:
            member.resume()
        wait_for(self._is_whole, _PAUSE_S)

    def _primary(self) -> Member | None:
        primaries = [member for member in self.members if member.state() == "PRIMARY"]
        return primaries[0] if len(primaries) == 1 else None

    def _is_whole(self) -> bool:
        states = sorted(member.state() for member in self.members)
        return states == ["PRIMARY", "SECONDARY", "SECONDARY"]


@contextmanager
def replica_set(folder: Path) -> Iterator[ReplicaSet]:
    """Start a set; kill all its members afterwards."""
    made = ReplicaSet([Member(folder / f"member{n}", free_port()) for n in range(3)])
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
        "settings": _SETTINGS,
        "members": [{"_id": n, "host": member.address} for n, member in enumerate(made.members)],
    }

    def initiated() -> bool:
        with suppress(PyMongoError):
            made.members[0].command("replSetInitiate", config)
            return True
        return False

    wait_for(initiated)
