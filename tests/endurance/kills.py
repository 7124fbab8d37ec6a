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
from contextlib import suppress
from pathlib import Path

import psutil

from tests.endurance.nightly_home import COMMANDS, Home, prepared, rebuilt
from tests.support.fork_server import ForkedProcess, ForkServer
from tests.support.mongod import use_small_journals
from tests.support.servers import servers
from tests.support.signals import run_entry_point

TARGETS = ("command", "server", "worker")


def main() -> int:
    """Kill as often as asked; return 1 if something failed."""
    parser = argparse.ArgumentParser(description="Kill at random moments.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("kills", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = options.folder.resolve()
    use_small_journals(folder / "bin")
    with ForkServer() as fork_server:
        return Kills(fork_server, folder, options.seed).run(options.kills)


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
        before = prepared(self.fork_server, self.folder / "before")
        expected = rebuilt(before, self.fork_server, self.folder / "rebuilt")
        durations = {name: self._duration(before, name) for name in COMMANDS}
        for number in range(kills):
            name = self.chance.choice(list(COMMANDS))
            target = self.chance.choice(TARGETS if name == "wildwood_all" else TARGETS[:2])
            moment = self.chance.uniform(0, durations[name])
            home = before.copy(self.folder / str(number))
            hit = self._kill(home, name, target, moment)
            self.ends[f"{name}, {target}: {hit}"] += 1
            again = "wildwood_all" if name == "wildwood_all" else "latest"
            for fault in home.faults(self.fork_server, again, expected):
                self.faults.append(f"{number}: {name}, {target} at {moment:.3f} s: {fault}")
                print(self.faults[-1], flush=True)
            shutil.rmtree(home.folder)
        for end, times in sorted(self.ends.items()):
            print(f"{times:5} {end}")
        print(f"{kills} kills, {len(self.faults)} faults")
        return 1 if self.faults else 0

    def _duration(self, before: Home, name: str) -> float:
        """Return how long a command takes when nothing is killed, in seconds."""
        home = before.copy(self.folder / "timed")
        began = time.monotonic()
        home.run(self.fork_server, *COMMANDS[name])
        taken = time.monotonic() - began
        shutil.rmtree(home.folder)
        return taken

    def _kill(self, home: Home, name: str, target: str, moment: float) -> str:
        """Run a command, and kill a process of its own at a moment; return what was hit."""
        words = home.words(COMMANDS[name])
        with self.fork_server.start(run_entry_point, words) as process:
            time.sleep(moment)
            hit = _killed(process, home, target)
            process.wait()
        return hit


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
