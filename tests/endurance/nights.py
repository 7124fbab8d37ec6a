"""Runs night after night, and sees that nothing grows.

usage: python -m tests.endurance.nights FOLDER [NIGHTS] [--way "in one process"|"as commands"]

Every night one of a month's rifs has changed, and `wildwood latest` runs it; so the memory of past
papers stays as large as it is, and what grows nevertheless is a leak. The nights pass twice: in one
process beside one private server, where that process and the server are measured; and each as a
command that starts a server of its own, as cron would. Status 1 where something grew.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path

import psutil
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.model import Record
from wildwood.store.private_server import private_server

from tests.support.amf import rif

MONTH = 30
PAPERS = 20
SLACK = 1.1
"""By how much one half of the nights may differ from the other."""
WARM_UP = 0.2
"""The share of the nights after which every cache has what it will have."""
COMMAND = """
import atexit, re
from pathlib import Path
from wildwood.cli.program import main
status = Path("/proc/self/status")
atexit.register(lambda: print(re.search("VmHWM:\\s+(\\d+)", status.read_text())[1]))
main()
"""
"""Says in the end how many kB it had at its peak; the `ru_maxrss` of a child has its parent's."""


@dataclass(frozen=True)
class Sample:
    """What there is after a night."""

    night: int
    rss_mb: float
    """Of the process that runs the commands; of a command, its peak."""
    descriptors: int
    threads: int
    server_rss_mb: float
    server_descriptors: int
    server_threads: int
    servers: int
    """The mongods on our database."""
    temporary: int
    """Files and directories below the temporary directory, and hidden ones in ps."""


@dataclass(frozen=True)
class Home:
    """A wildwood below a folder, with a temporary directory of its own."""

    folder: Path

    @property
    def config(self) -> Path:
        return self.folder / "wildwood.toml"

    @property
    def db(self) -> Path:
        return self.folder / "db"

    def prepare(self) -> None:
        """Make the directories, and the month's first rifs with all that is stored of them."""
        for name in ("us", "ps", "tmp"):
            (self.folder / name).mkdir(parents=True)
        names = {name: str(self.folder / name) for name in ("us", "ps", "db")}
        lines = "".join(f'{name} = "{path}"\n' for name, path in names.items())
        self.config.write_text(f"[paths]\n{lines}", encoding="utf-8")
        for day in range(MONTH):
            self.write(day)
        self.run("rebuild")

    def write(self, night: int) -> None:
        """Give the night's day of the month a rif that it never had before."""
        papers = (
            Record(
                f"RePEc:a:{night % MONTH}:{number}",
                ("Anna Smith", f"Bob Number{number}"),
                (f"On the Growth of Series {number} in the Night {night}",),
            )
            for number in range(PAPERS)
        )
        (self.folder / "us" / f"2015-03-{night % MONTH + 1:02}.amf.xml").write_bytes(rif(*papers))

    def run(self, *arguments: str) -> None:
        """Run a command in this process.

        Raises:
            RuntimeError: it failed.
        """
        done = CliRunner().invoke(group, [*arguments, "-q", "--config", str(self.config)])
        if done.exit_code:
            raise RuntimeError(done.output) from done.exception

    def servers(self) -> list[psutil.Process]:
        data = str(self.db / "data")
        running = psutil.process_iter(["cmdline"])
        return [process for process in running if data in (process.info["cmdline"] or [])]

    def temporary(self) -> int:
        left = [*(self.folder / "tmp").rglob("*"), *(self.folder / "ps").glob(".*")]
        return len(left)


def in_one_process(home: Home, nights: int) -> Iterator[Sample]:
    """The nights in this process, beside a server that runs all the time."""
    me = psutil.Process()
    with private_server(home.db):
        for night in range(nights):
            home.write(MONTH + night)
            home.run("latest")
            servers = home.servers()
            yield Sample(
                night,
                me.memory_info().rss / 2**20,
                me.num_fds(),
                me.num_threads(),
                servers[0].memory_info().rss / 2**20,
                servers[0].num_fds(),
                servers[0].num_threads(),
                len(servers),
                home.temporary(),
            )


def as_commands(home: Home, nights: int) -> Iterator[Sample]:
    """The nights as commands; nothing is to be left when one has ended."""
    me = psutil.Process()
    for night in range(nights):
        home.write(2 * MONTH + night)
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "latest", "-q", "--config", home.config],
            stdout=subprocess.PIPE,
            check=True,
        )
        yield Sample(
            night,
            int(done.stdout) / 2**10,
            me.num_fds(),
            me.num_threads(),
            0,
            0,
            0,
            len(home.servers()),
            home.temporary(),
        )


def grown(samples: Sequence[Sample], servers: int) -> list[str]:
    """What grew from the first half of the nights, caches filled, to the second."""
    settled = samples[int(len(samples) * WARM_UP) :]
    halves = settled[: len(settled) // 2], settled[len(settled) // 2 :]
    found = []
    for name in ("rss_mb", "server_rss_mb"):
        first, second = (sum(getattr(s, name) for s in half) / len(half) for half in halves)
        if second > first * SLACK:
            found.append(f"{name} grew from {first:.1f} to {second:.1f}")
    for name in ("descriptors", "threads", "server_descriptors", "server_threads"):
        # A client that was closed has its threads and connections for a moment longer.
        first, second = (min(getattr(s, name) for s in half) for half in halves)
        if second > first * SLACK:
            found.append(f"{name} grew from {first} to {second}")
    for name, most in (("servers", servers), ("temporary", 0)):
        highest = max(getattr(s, name) for s in samples)
        if highest > most:
            found.append(f"{name}: {highest}")
    return found


@contextmanager
def temporary_directory(folder: Path) -> Iterator[None]:
    """What this process and its children make in the temporary directory goes here."""
    before = {name: os.environ.get(name) for name in ("TMPDIR", "XDG_RUNTIME_DIR")}
    os.environ.update(dict.fromkeys(before, str(folder)))
    tempfile.tempdir = None
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
        tempfile.tempdir = None


WAYS: dict[str, tuple[Callable[[Home, int], Iterator[Sample]], int]] = {
    "in one process": (in_one_process, 1),
    "as commands": (as_commands, 0),
}
"""How the nights are run, and how many servers there may be after each."""


def main() -> int:
    """Run the nights both ways, show a tenth of the samples, and say what grew."""
    parser = argparse.ArgumentParser(description="Run night after night.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("nights", type=int, nargs="?", default=1000)
    parser.add_argument("--way", choices=WAYS)
    given = parser.parse_args()
    home = Home(given.folder.absolute())
    home.prepare()
    found: list[str] = []
    with temporary_directory(home.folder / "tmp"):
        for name in [given.way] if given.way else WAYS:
            nights, servers = WAYS[name]
            began = time.monotonic()
            samples = []
            print(f"{name}:", *Sample.__dataclass_fields__, flush=True)
            for sample in nights(home, given.nights):
                samples.append(sample)
                if len(samples) % max(given.nights // 10, 1) == 0:
                    print(*(f"{value:8.6g}" for value in astuple(sample)), flush=True)
            print(f"{given.nights:,} nights in {time.monotonic() - began:.0f} s", flush=True)
            found += [f"{name}: {what}" for what in grown(samples, servers)]
    print("\n".join(found) or "nothing grew")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
