"""An installation with work for each command: a changed rif, a new one and a withdrawn one."""

import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wildwood.biblio.entry import Record
from wildwood.kernel.settings import MongoSettings
from wildwood.nep.connection import connect
from wildwood.nep.private_server import private_server

from tests.support.amf import rif
from tests.support.fork_server import Completed, ForkServer

DATES = [f"2015-{month:02}-{day:02}" for month in (1, 2) for day in range(1, 29)]
CHANGED, NEW, WITHDRAWN = DATES[-2], "2015-03-20", DATES[-1]
PAPERS = 12
COMMANDS = {
    "latest": ["wildwood", "latest"],
    "DATE": ["wildwood", NEW],
    "wildwood_all": ["wildwood_all", "--workers", "2"],
    "forget": ["wildwood", "forget", WITHDRAWN],
    "migrate": ["wildwood", "migrate"],
}
SETTINGS = MongoSettings("", "wildwood", connect_timeout_s=60, timeout_s=60)

State = tuple[dict[str, list[dict[str, Any]]], dict[str, bytes]]


@dataclass(frozen=True)
class Home:
    """An installation with a private server."""

    folder: Path

    @property
    def us(self) -> Path:
        return self.folder / "us"

    @property
    def ps(self) -> Path:
        return self.folder / "ps"

    @property
    def db(self) -> Path:
        return self.folder / "db"

    def words(self, command: Sequence[str]) -> list[str]:
        """Return the command line of a command, with this installation's configuration."""
        return [*command, "--config", str(self.folder / "wildwood.toml")]

    def write_configuration(self) -> None:
        """Write the configuration, whose paths are relative to it."""
        self.us.mkdir(parents=True)
        (self.folder / "wildwood.toml").write_text(
            '[paths]\nus = "us"\nps = "ps"\ndb = "db"\n', encoding="utf-8"
        )

    def write_rif(self, date: str) -> None:
        """Write a rif of papers by one author, of which some repeat others."""
        chance = random.Random(f"{date} {(self.us / f'{date}.amf.xml').exists()}")
        papers = (
            Record(
                f"RePEc:{date}:{number}",
                ("Anna Smith",),
                (" ".join(f"word{chance.randrange(12)}" for _ in range(6)),),
            )
            for number in range(PAPERS)
        )
        (self.us / f"{date}.amf.xml").write_bytes(rif(*papers))

    def copy(self, folder: Path) -> "Home":
        """Copy the installation; no server may run."""
        shutil.copytree(self.folder, folder)
        return Home(folder)

    def ps_rifs(self) -> dict[str, bytes]:
        """Return the ps rifs by name."""
        return {path.name: path.read_bytes() for path in self.ps.glob("[0-9]*")}

    def state(self) -> State:
        """Return all documents of papers and issues, and the ps rifs."""
        with private_server(self.db) as socket, connect(SETTINGS, socket) as opened:
            documents = {
                name: list(opened.database[name].find().sort("_id"))
                for name in ("handles", "issues", "similar")
            }
        return documents, self.ps_rifs()

    def run(self, fork_server: ForkServer, *command: str) -> Completed:
        """Run a command to its end."""
        return fork_server.run(*self.words(command))

    def faults(self, fork_server: ForkServer, again: str, expected: State) -> list[str]:
        """Run a plain `again` after a fault; return what is wrong before and afterwards.

        Args:
            fork_server: starts the commands.
            again: the name of a command.
            expected: what a rebuild from the same rifs leaves.
        """
        found = self._status_faults(fork_server, expected)
        done = self.run(fork_server, *COMMANDS[again])
        fails = done.returncode != 0 and f"The us rif of {WITHDRAWN} is gone" not in done.stderr
        if "Traceback" in done.stderr or fails:
            found.append(f"{again} afterwards: {done.stderr.strip()}")
        found += self._status_faults(fork_server, expected)
        if again == "latest":
            self.run(fork_server, *COMMANDS["forget"])
            self.run(fork_server, "wildwood", "latest", "--stale")
        if self.state() != expected:
            found.append("the documents or ps rifs are not those of a rebuild")
        if self.run(fork_server, "wildwood", "status").returncode != 0:
            found.append("status is not well in the end")
        return found

    def _status_faults(self, fork_server: ForkServer, expected: State) -> list[str]:
        done = self.run(fork_server, "wildwood", "status")
        if "Traceback" in done.stderr:
            return [f"status: {done.stderr.strip()}"]
        if done.returncode == 0 and self.ps_rifs() != expected[1]:
            return ["status is well, but the ps rifs are not those of a rebuild"]
        return []


def prepared(fork_server: ForkServer, folder: Path) -> Home:
    """Make the installation, with all issues stored but those that are new or changed."""
    home = Home(folder)
    home.write_configuration()
    for date in DATES:
        home.write_rif(date)
    _run(home, fork_server, "wildwood_all")
    home.write_rif(CHANGED)
    home.write_rif(NEW)
    (home.us / f"{WITHDRAWN}.amf.xml").unlink()
    return home


def rebuilt(before: Home, fork_server: ForkServer, folder: Path) -> State:
    """Return what a rebuild of a copy leaves."""
    home = before.copy(folder)
    _run(home, fork_server, "wildwood_all")
    return home.state()


def _run(home: Home, fork_server: ForkServer, name: str) -> None:
    done = home.run(fork_server, *COMMANDS[name])
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
