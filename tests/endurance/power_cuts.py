"""Cut the power of a disk at random moments, and check what is left.

usage: python -m tests.endurance.power_cuts FOLDER [CUTS] [--seed 1]

Needs root and loop devices. An installation is on an ext4 file system in a file. At a random moment
of a command, all its processes are stopped and the file is copied: what the kernel has not
written by then is lost, as in a power cut. The copy is mounted, and the checks of `kills.py` are
made there. A command that had ended must have left what it says. FOLDER must have a short path.
The program exits with 1 if something failed.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.endurance.nightly_home import (
    CHANGED,
    COMMANDS,
    NEW,
    WITHDRAWN,
    Home,
    State,
    prepared,
    rebuilt,
)
from tests.support.fork_server import ForkServer
from tests.support.mongod import use_small_journals
from tests.support.servers import kill, servers
from tests.support.signals import run_entry_point
from tests.support.waiting import wait_for

IMAGE_BYTES = 768 << 20
SLACK_S = 0.5
"""How long after its expected end a command can be cut."""
CUT = ("latest", "DATE", "wildwood_all", "forget")


def main() -> int:
    """Cut the power as often as asked; return 1 if something failed."""
    parser = argparse.ArgumentParser(description="Cut the power at random moments.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("cuts", type=int, nargs="?", default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("only root can mount a file system; run this program as root")
    folder, chance = options.folder.resolve(), random.Random(options.seed)
    use_small_journals(folder / "bin")
    with ForkServer() as fork_server:
        cuts = _Cuts(fork_server, folder)
        faults = [
            fault
            for number in range(options.cuts)
            for fault in cuts.cut(number, chance.choice(CUT), chance.random())
        ]
    print(f"{options.cuts} power cuts, {len(faults)} faults")
    return 1 if faults else 0


class _Cuts:
    """Cuts the power under copies of one image."""

    def __init__(self, fork_server: ForkServer, folder: Path) -> None:
        self.fork_server = fork_server
        self.place = folder / "m"
        self.place.mkdir()
        self.image, self.running, self.cut_off = (
            folder / name for name in ("before.img", "running.img", "cut.img")
        )
        with self.image.open("wb") as stream:
            stream.truncate(IMAGE_BYTES)
        subprocess.run(["mkfs.ext4", "-q", self.image], check=True)
        with mounted(self.image, self.place):
            before = prepared(fork_server, self.place / "h")
            self.expected: State = rebuilt(before, fork_server, folder / "rebuilt")
        self.durations = {name: self._duration(name) for name in CUT}

    def cut(self, number: int, name: str, share: float) -> list[str]:
        """Cut the power at a share of the duration of a command; return the faults."""
        moment = share * (self.durations[name] + SLACK_S)
        status = self._crash(name, moment)
        with mounted(self.cut_off, self.place):
            home = Home(self.place / "h")
            again = "wildwood_all" if name == "wildwood_all" else "latest"
            found = [] if status is None else self._lost(home, name)
            found += home.faults(self.fork_server, again, self.expected)
        self.cut_off.unlink()
        for fault in found:
            print(f"{number}: {name} cut at {moment:.3f} s: {fault}", flush=True)
        return found

    def _crash(self, name: str, moment: float) -> int | None:
        """Run a command and copy the disk at a moment; return its status if it had ended."""
        _copy(self.image, self.running)
        status = None
        with mounted(self.running, self.place):
            home = Home(self.place / "h")
            words = home.words(COMMANDS[name])
            with self.fork_server.start(run_entry_point, words) as process:
                time.sleep(moment)
                if psutil.pid_exists(process.pid):
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGSTOP)
                else:
                    status = process.wait()
                for server in servers(home.db):
                    server.suspend()
                _copy(self.running, self.cut_off)
        self.running.unlink()
        return status

    def _lost(self, home: Home, name: str) -> list[str]:
        """Return what is missing of a command that had ended."""
        done = home.run(self.fork_server, "wildwood", "status", "--json")
        status = json.loads(done.stdout)
        stored = {"latest": [CHANGED, NEW], "DATE": [NEW], "wildwood_all": [CHANGED, NEW]}
        lost = [date for date in stored.get(name, []) if date in status["waiting"]]
        if name == "forget" and WITHDRAWN in status["gone"]:
            lost.append(WITHDRAWN)
        return [f"{name} had ended, but its work on {date} is lost" for date in lost]

    def _duration(self, name: str) -> float:
        _copy(self.image, self.running)
        with mounted(self.running, self.place):
            home = Home(self.place / "h")
            began = time.monotonic()
            home.run(self.fork_server, *COMMANDS[name])
            taken = time.monotonic() - began
        self.running.unlink()
        return taken


@contextmanager
def mounted(image: Path, place: Path) -> Iterator[None]:
    """Mount an image in the block; kill what still uses it afterwards."""
    subprocess.run(["mount", "-o", "loop", image, place], check=True)
    try:
        yield
    finally:
        wait_for(lambda: _is_unmounted(place))


def _is_unmounted(place: Path) -> bool:
    for process in psutil.process_iter(["cmdline"]):
        if any(str(place) in word for word in process.info["cmdline"] or []):
            kill(process)
    return (
        subprocess.run(["umount", "-q", place], check=False, stderr=subprocess.DEVNULL).returncode
        == 0
    )


def _copy(source: Path, target: Path) -> None:
    subprocess.run(["cp", "--sparse=always", source, target], check=True)


if __name__ == "__main__":
    sys.exit(main())
