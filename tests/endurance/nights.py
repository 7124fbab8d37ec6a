"""Run night after night, and check that nothing grows.

usage: python -m tests.endurance.nights FOLDER [NIGHTS] [--way "in one process"|"as commands"]

Every night one of a month's rifs has changed, and `wildwood latest` runs it. The history of papers
therefore keeps its size, and growth is a leak. The nights pass twice: in one process with one
private server, which are both measured; and each night as a command that starts its own server,
as cron does. The program exits with 1 if something grew.
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
from typing import NamedTuple

import psutil
from click.testing import CliRunner

from wildwood.biblio.entry import Record
from wildwood.cli.program import group
from wildwood.nep.private_server import private_server

from tests.support.amf import rif
from tests.support.servers import servers

MONTH = 30
SLACK = 1.1
"""The factor by which the second half of the nights can exceed the first."""
SETTLING_S = 10.0
"""How long a client can keep its threads and connections after it was closed."""
SETTLED = 5
"""The counts wait for closed clients once in five nights; the lowest show growth."""
WARM_UP = 0.2
"""The share of the nights after which every cache is full."""
COMMAND = """
import atexit, re
from pathlib import Path
from wildwood.cli.program import main
status = Path("/proc/self/status")
atexit.register(lambda: print(re.search("VmHWM:\\s+(\\d+)", status.read_text())[1]))
main()
"""
"""Prints its peak memory in kB; the `ru_maxrss` of a child contains that of its parent."""


@dataclass(frozen=True)
class Sample:
    """The resources in use after a night."""

    night: int
    rss_mb: float
    """Memory of the process that runs the commands; for a command, its peak."""
    descriptors: int
    threads: int
    server_rss_mb: float
    server_descriptors: int
    server_threads: int
    servers: int
    """The mongods that run on the database."""
    temporary: int
    """Files and directories below the temporary directory, and hidden files in ps."""


@dataclass(frozen=True)
class Home:
    """An installation in a folder, with its own temporary directory."""

    folder: Path
    papers: int = 20
    """The papers of each issue."""

    @property
    def config(self) -> Path:
        return self.folder / "wildwood.toml"

    @property
    def db(self) -> Path:
        return self.folder / "db"

    def prepare(self) -> None:
        """Make the directories and the rifs of the month, and store the rifs."""
        for name in ("us", "ps", "tmp"):
            (self.folder / name).mkdir(parents=True)
        names = {name: str(self.folder / name) for name in ("us", "ps", "db")}
        lines = "".join(f'{name} = "{path}"\n' for name, path in names.items())
        # All papers are alike; without a limit, the pairs of a night would grow with the nights.
        settings = f"[paths]\n{lines}[limits]\nmost = 5\n"
        self.config.write_text(settings, encoding="utf-8")
        for day in range(MONTH):
            self.write(day)
        self.run("rebuild")

    def write(self, night: int) -> None:
        """Write a new rif for the night's day of the month."""
        papers = (
            Record(
                f"RePEc:a:{night % MONTH}:{number}",
                ("Anna Smith", f"Bob Number{number}"),
                (f"On the Growth of Series {number} in the Night {night}",),
            )
            for number in range(self.papers)
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

    def leftovers(self) -> int:
        """Count temporary files and directories."""
        left = [*(self.folder / "tmp").rglob("*"), *(self.folder / "ps").glob(".*")]
        return len(left)


def in_one_process(home: Home, nights: int) -> Iterator[Sample]:
    """Run the nights in this process, with a server that runs all the time."""
    me = psutil.Process()
    least: Counts | None = None
    with private_server(home.db):
        for night in range(nights):
            home.write(MONTH + night)
            home.run("latest")
            running = servers(home.db)
            wait_s = SETTLING_S if night % SETTLED == 0 else 0
            counts = settled_counts(me, running[0], least, wait_s)
            least = counts if least is None else Counts(*map(min, least, counts))
            yield Sample(
                night,
                me.memory_info().rss / 2**20,
                counts.descriptors,
                counts.threads,
                running[0].memory_info().rss / 2**20,
                counts.server_descriptors,
                counts.server_threads,
                len(running),
                home.leftovers(),
            )


class Counts(NamedTuple):
    """The descriptors and threads of a process and of its server."""

    descriptors: int
    threads: int
    server_descriptors: int
    server_threads: int


def settled_counts(
    process: psutil.Process, server: psutil.Process, least: Counts | None, wait_s: float
) -> Counts:
    """Count descriptors and threads, when closed clients and connections have released theirs."""
    deadline = time.monotonic() + wait_s
    while True:
        counts = Counts(
            process.num_fds(), process.num_threads(), server.num_fds(), server.num_threads()
        )
        has_settled = all(map(is_similar, counts, least or counts))
        if has_settled or time.monotonic() > deadline:
            return counts
        time.sleep(0.02)


def is_similar(now: float, before: float) -> bool:
    return now <= before * SLACK


def as_commands(home: Home, nights: int) -> Iterator[Sample]:
    """Run each night as a command, after which nothing may be left."""
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
            len(servers(home.db)),
            home.leftovers(),
        )


def growth(samples: Sequence[Sample], servers: int) -> list[str]:
    """Return a message for everything that grew from the first half of the nights to the second.

    The nights in which caches fill do not count.
    """
    settled = samples[int(len(samples) * WARM_UP) :]
    halves = settled[: len(settled) // 2], settled[len(settled) // 2 :]
    messages = []
    for name in ("rss_mb", "server_rss_mb"):
        first, second = (sum(getattr(s, name) for s in half) / len(half) for half in halves)
        if not is_similar(second, first):
            messages.append(f"{name} grew from {first:.1f} to {second:.1f}")
    for name in ("descriptors", "threads", "server_descriptors", "server_threads"):
        first, second = (min(getattr(s, name) for s in half) for half in halves)
        if not is_similar(second, first):
            messages.append(f"{name} grew from {first} to {second}")
    for name, most in (("servers", servers), ("temporary", 0)):
        highest = max(getattr(s, name) for s in samples)
        if highest > most:
            messages.append(f"{name}: {highest}")
    return messages


@contextmanager
def temporary_directory(folder: Path) -> Iterator[None]:
    """Make a folder the temporary directory of this process and its children."""
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
"""How the nights run, and how many servers can be left after each."""


def main() -> int:
    """Run the nights both ways, print ten samples of each, and report what grew."""
    parser = argparse.ArgumentParser(description="Run night after night.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("nights", type=int, nargs="?", default=1000)
    parser.add_argument("--way", choices=WAYS)
    options = parser.parse_args()
    home = Home(options.folder.absolute())
    home.prepare()
    messages: list[str] = []
    with temporary_directory(home.folder / "tmp"):
        for name in [options.way] if options.way else WAYS:
            nights, servers = WAYS[name]
            began = time.monotonic()
            samples = []
            print(f"{name}:", *Sample.__dataclass_fields__, flush=True)
            for sample in nights(home, options.nights):
                samples.append(sample)
                if len(samples) % max(options.nights // 10, 1) == 0:
                    print(*(f"{value:8.6g}" for value in astuple(sample)), flush=True)
            print(f"{options.nights:,} nights in {time.monotonic() - began:.0f} s", flush=True)
            messages += [f"{name}: {message}" for message in growth(samples, servers)]
    print("\n".join(messages) or "nothing grew")
    return bool(messages)


if __name__ == "__main__":
    sys.exit(main())
