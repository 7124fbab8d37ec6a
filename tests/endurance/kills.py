"""Kill commands, servers and workers at random moments, and check what is left.

usage: python -m tests.endurance.kills FOLDER [KILLS] [--seed 1]

Each kill has an installation of its own, in which some issues are stored, one rif has changed, one
is new and one was withdrawn. It hits `latest`, `DATE`, `wildwood_all`, `forget` or `migrate`: the
command, the private server or a worker process. `wildwood status` may say "well" only if every
ps rif is what a rebuild writes, before and after. Then one plain `latest`, or `wildwood_all` after
a killed rebuild, must leave the documents and ps rifs of a rebuild from the same rifs. FOLDER must
have a short path, for the sockets in it. The program exits with 1 if something failed.
"""

import argparse
import random
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from wildwood.model import Record
from wildwood.settings import MongoSettings
from wildwood.store import connect
from wildwood.store.private_server import private_server

from tests.support.amf import rif
from tests.support.fork_server import ForkedProcess, ForkServer, run_program
from tests.support.servers import servers

DATES = [f"2015-03-{day:02}" for day in range(1, 13)]
CHANGED, NEW, WITHDRAWN = DATES[-2], "2015-03-20", DATES[-1]
PAPERS = 30
COMMANDS = {
    "latest": ["wildwood", "latest"],
    "DATE": ["wildwood", NEW],
    "wildwood_all": ["wildwood_all", "--workers", "2"],
    "forget": ["wildwood", "forget", WITHDRAWN],
    "migrate": ["wildwood", "migrate"],
}
TARGETS = ("command", "server", "worker")
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
                for name in ("handles", "issues")
            }
        return documents, self.ps_rifs()


def main() -> int:
    """Kill as often as asked; return 1 if something failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("kills", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with ForkServer() as fork_server:
        return Kills(fork_server, options.folder.resolve(), options.seed).run(options.kills)


class Kills:
    """Kills commands on copies of one installation."""

    def __init__(self, fork_server: ForkServer, folder: Path, seed: int) -> None:
        self.fork_server = fork_server
        self.folder = folder
        self.chance = random.Random(seed)
        self.ends: Counter[str] = Counter()
        self.faults: list[str] = []

    def run(self, kills: int) -> int:
        """Kill as often as asked, and report."""
        before = self._prepared()
        expected = self._rebuilt(before)
        durations = {name: self._duration(before, name) for name in COMMANDS}
        for number in range(kills):
            name = self.chance.choice(list(COMMANDS))
            target = self.chance.choice(TARGETS if name == "wildwood_all" else TARGETS[:2])
            moment = self.chance.uniform(0, durations[name])
            home = before.copy(self.folder / str(number))
            hit = self._kill(home, name, target, moment)
            self.ends[f"{name}, {target}: {hit}"] += 1
            for fault in self._faults(home, name, expected):
                self.faults.append(f"{number}: {name}, {target} at {moment:.3f} s: {fault}")
                print(self.faults[-1], flush=True)
            shutil.rmtree(home.folder)
        for end, times in sorted(self.ends.items()):
            print(f"{times:5} {end}")
        print(f"{kills} kills, {len(self.faults)} faults")
        return 1 if self.faults else 0

    def _prepared(self) -> Home:
        """Make the installation that each kill starts from."""
        home = Home(self.folder / "before")
        home.write_configuration()
        for date in DATES:
            home.write_rif(date)
        self._run(home, "wildwood_all")
        home.write_rif(CHANGED)
        home.write_rif(NEW)
        (home.us / f"{WITHDRAWN}.amf.xml").unlink()
        return home

    def _rebuilt(self, before: Home) -> State:
        home = before.copy(self.folder / "rebuilt")
        self._run(home, "wildwood_all")
        return home.state()

    def _duration(self, before: Home, name: str) -> float:
        """Return how long a command takes when nothing is killed, in seconds."""
        home = before.copy(self.folder / "timed")
        began = time.monotonic()
        self._run(home, name)
        shutil.rmtree(home.folder)
        return time.monotonic() - began

    def _run(self, home: Home, name: str) -> None:
        done = self.fork_server.run(*home.words(COMMANDS[name]))
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    def _kill(self, home: Home, name: str, target: str, moment: float) -> str:
        """Run a command, and kill a process of its own at a moment; return what was hit."""
        words = home.words(COMMANDS[name])
        with self.fork_server.start(run_program, words) as process:
            time.sleep(moment)
            hit = _killed(process, home, target)
            process.wait()
        return hit

    def _faults(self, home: Home, name: str, expected: State) -> list[str]:
        """Return what is wrong with an installation after a kill."""
        found = self._status_faults(home, expected)
        again = "wildwood_all" if name == "wildwood_all" else "latest"
        done = self.fork_server.run(*home.words(COMMANDS[again]))
        if "Traceback" in done.stderr or done.returncode != 0:
            found.append(f"{again} afterwards: {done.stderr.strip()}")
        found += self._status_faults(home, expected)
        if again == "latest":
            self.fork_server.run(*home.words(["wildwood", "forget", WITHDRAWN]))
            self.fork_server.run(*home.words(["wildwood", "latest", "--stale"]))
        if home.state() != expected:
            found.append("the documents or ps rifs are not those of a rebuild")
        if self.fork_server.run(*home.words(["wildwood", "status"])).returncode != 0:
            found.append("status is not well in the end")
        return found

    def _status_faults(self, home: Home, expected: State) -> list[str]:
        done = self.fork_server.run(*home.words(["wildwood", "status"]))
        if "Traceback" in done.stderr:
            return [f"status: {done.stderr.strip()}"]
        if done.returncode == 0 and home.ps_rifs() != expected[1]:
            return ["status is well, but the ps rifs are not those of a rebuild"]
        return []


def _killed(process: ForkedProcess, home: Home, target: str) -> str:
    """Kill the command, its server or one worker; return whether it was there."""
    with suppress(psutil.NoSuchProcess, IndexError):
        _victims(psutil.Process(process.pid), home, target)[0].send_signal(signal.SIGKILL)
        return "killed"
    return "not there"


def _victims(command: psutil.Process, home: Home, target: str) -> list[psutil.Process]:
    if target == "command":
        return [command]
    if target == "server":
        return servers(home.db)
    children = command.children(recursive=True)
    return [child for child in children if "spawn_main" in " ".join(child.cmdline())]


if __name__ == "__main__":
    sys.exit(main())
