"""Send signals to rebuilds at random moments, and check that each ends as it should.

usage: python -m tests.endurance.signals FOLDER [SIGNALS] [--lanes 4] [--seed 1]

Each rebuild is `wildwood_all` on 300 rifs of 20 papers by one author, with one worker process or
two. It gets SIGINT (with its workers, as from a terminal) or SIGTERM between its start and its end,
and in one of five cases a second one soon after. It must then end within a minute, without a
traceback, and leave no process, neither a worker nor its private server. After each twentieth,
`wildwood latest` or `wildwood_all` must give the ps rifs and documents of an undisturbed rebuild.

One process in four is started as users start it. A fork server, which has imported the modules,
starts the others, so that more of their signals come during the work. FOLDER must have a short
path, for the sockets in it. The program exits with 1 if something failed.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from wildwood.biblio.entry import Record
from wildwood.kernel.settings import MongoSettings
from wildwood.nep.connection import connect
from wildwood.nep.private_server import private_server

from tests.support.amf import rif
from tests.support.fork_server import ForkedProcess, ForkServer
from tests.support.mongod import use_small_journals
from tests.support.servers import servers
from tests.support.signals import run_entry_point
from tests.support.state import State, differences, documents_of, files_below
from tests.support.waiting import TIMEOUT_S

RIFS = 300
PAPERS = 20
REPEATED = 0.1
BOUND_S = 60.0
"""How long a rebuild can take to end."""
SLOW_S = 10.0
STOPPING_S = 5.0
"""How long a rebuild that was finished when its signal came can take to stop its server."""
TWICE = 0.2
REAL = 0.25
CHECKED = 20
"""Rebuilds of a lane between two checks of what they leave."""
SETTLING_S = 10.0
"""How long Python's own helper of worker processes can take to notice that they have ended."""
SECOND_S = 1.5
"""The longest time between two signals."""
SETTINGS = MongoSettings("", "wildwood", connect_timeout_s=BOUND_S, timeout_s=BOUND_S)


def write_rifs(us: Path, rifs: int) -> None:
    """Write the rifs: papers by one author, of which one in ten repeats an earlier title."""
    us.mkdir(parents=True)
    chance, titles = random.Random(0), [""]
    for number in range(rifs):
        date = f"{2000 + number // 28}-01-{number % 28 + 1:02}"
        for _ in range(PAPERS):
            words = [f"word{chance.randrange(1000)}" for _ in range(8)]
            titles.append(chance.choice(titles) if chance.random() < REPEATED else " ".join(words))
        papers = (
            Record(f"{date}:{paper}", ("Anna Smith",), (title,))
            for paper, title in enumerate(titles[-PAPERS:])
        )
        (us / f"{date}.amf.xml").write_bytes(rif(*papers))


@dataclass(frozen=True)
class Trial:
    """A rebuild and its signals."""

    is_real: bool
    workers: int
    number: signal.Signals
    seconds: float
    """When the signal comes, after the start."""
    second_s: float | None
    """When a second signal comes, after the first."""

    def __str__(self) -> str:
        start = "started" if self.is_real else "forked"
        second = "" if self.second_s is None else f" and {self.second_s:.3f} s later"
        return (
            f"{start}, {self.workers} workers, {self.number.name} at {self.seconds:.3f} s{second}"
        )


@dataclass(frozen=True)
class End:
    """How a rebuild ended."""

    status: int
    errors: str
    was_signalled: bool
    seconds: float
    """The time from the signal to the end."""
    left: Sequence[str]
    """The processes that it has left."""

    @property
    def is_before_the_program(self) -> bool:
        """Whether the signal came before the first line of the program: Python itself started."""
        return "Traceback" in self.errors and "/wildwood/" not in self.errors

    @property
    def kind(self) -> str:
        """The end in a word or two."""
        if not self.was_signalled:
            return "ended before its signal"
        if self.is_before_the_program:
            return "in Python's own start"
        kinds = {0: "done", 1: "aborted", -signal.SIGINT: "loading", -signal.SIGTERM: "loading"}
        return kinds.get(self.status, f"status {self.status}")

    def delays(self) -> list[str]:
        """Say what took too long."""
        if self.seconds > BOUND_S:
            return [f"took {self.seconds:.0f} s to end"]
        if self.status == 0 and self.was_signalled and self.seconds > STOPPING_S:
            return [f"ran on for {self.seconds:.1f} s"]
        return []

    def faults(self) -> list[str]:
        """Say what is wrong with the end of the process, however long it took."""
        found = [f"left {process}" for process in self.left]
        if not self.is_before_the_program and any(
            word in self.errors for word in ("Traceback", "Exception", "Error", "leaked")
        ):
            found.append(f"printed {self.errors}")
        if self.was_signalled and self.status not in (0, 1, -signal.SIGINT, -signal.SIGTERM):
            found.append(f"status {self.status}")
        if self.status == 1 and not self.is_before_the_program and "Aborted!" not in self.errors:
            found.append(f"does not say that it was aborted, but {self.errors!r}")
        return found


class Started:
    """A process as a user starts it, or from a fork server; it leads its own group."""

    def __init__(self, server: ForkServer | None, words: list[str], errors: Path) -> None:
        self._process: ForkedProcess | subprocess.Popen[bytes]
        if server is None:
            with errors.open("wb") as file:
                self._process = subprocess.Popen(
                    [str(Path(sys.executable).parent / words[0]), *words[1:]],
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=file,
                    start_new_session=True,
                )
        else:
            errors.write_bytes(b"")
            self._process = server.start(run_entry_point, words, stdout=errors, stderr=errors)
        self.pid = self._process.pid

    def wait(self) -> int:
        """Wait for the end; return the status as `subprocess` does. Kill what does not end."""
        try:
            if isinstance(self._process, ForkedProcess):
                return self._process.wait()
            return self._process.wait(TIMEOUT_S)
        except (TimeoutError, subprocess.TimeoutExpired):
            os.killpg(self.pid, signal.SIGKILL)
            return -signal.SIGKILL

    def send(self, number: signal.Signals) -> bool:
        """Send a signal, SIGINT to the group; return whether the process still ran."""
        if isinstance(self._process, subprocess.Popen) and self._process.poll() is not None:
            return False
        with suppress(ProcessLookupError):
            if number == signal.SIGINT:
                os.killpg(self.pid, number)
            else:
                os.kill(self.pid, number)
            return True
        return False

    def group(self) -> list[str]:
        """Return the group if a process in it still runs when its leader has ended."""
        deadline = time.monotonic() + SETTLING_S
        with suppress(ProcessLookupError):
            while time.monotonic() < deadline:
                os.killpg(self.pid, 0)
                time.sleep(0.02)
            return [f"processes of the group {self.pid}"]
        return []


@dataclass
class Lane:
    """Rebuilds one after the other, in their own directories."""

    folder: Path
    us: Path
    server: ForkServer
    chance: random.Random
    duration_s: dict[bool, float] = field(default_factory=dict)
    """How long an undisturbed rebuild takes, for a started and for a forked process."""

    @property
    def db(self) -> Path:
        return self.folder / "db"

    def prepare(self) -> State:
        """Make the directories and run undisturbed rebuilds; return the state."""
        self.folder.mkdir()
        names = {"us": self.us, "ps": self.folder / "ps", "db": self.db}
        lines = "".join(f'{name} = "{path}"\n' for name, path in names.items())
        patient = f"connect_timeout_s = {BOUND_S}\ntimeout_s = {BOUND_S}\n"
        (self.folder / "wildwood.toml").write_text(
            f"[paths]\n{lines}[mongodb]\n{patient}", encoding="utf-8"
        )
        for is_real in (False, True):
            self.run_undisturbed("wildwood_all", is_real=is_real)
        return self.state()

    def start(self, words: list[str], *, is_real: bool) -> Started:
        words = [*words, "--config", str(self.folder / "wildwood.toml")]
        return Started(None if is_real else self.server, words, self.folder / "errors")

    def run_undisturbed(self, *words: str, is_real: bool = False) -> None:
        began = time.monotonic()
        status = self.start(list(words), is_real=is_real).wait()
        if status:
            raise RuntimeError((self.folder / "errors").read_text(encoding="utf-8"))
        if words == ("wildwood_all",):
            self.duration_s[is_real] = time.monotonic() - began

    def draw(self) -> Trial:
        chance = self.chance
        is_real = chance.random() < REAL
        return Trial(
            is_real,
            chance.choice([1, 2]),
            chance.choice([signal.SIGINT, signal.SIGTERM]),
            chance.uniform(0, self.duration_s[is_real]),
            chance.uniform(0, SECOND_S) if chance.random() < TWICE else None,
        )

    def run(self, trial: Trial) -> End:
        """Run a rebuild that gets signals."""
        began = time.monotonic()
        words = ["wildwood_all", "--workers", str(trial.workers)]
        process = self.start(words, is_real=trial.is_real)
        time.sleep(max(0, began + trial.seconds - time.monotonic()))
        was_signalled, signalled = process.send(trial.number), time.monotonic()
        if trial.second_s is not None:
            time.sleep(trial.second_s)
            process.send(trial.number)
        status = process.wait()
        seconds = time.monotonic() - signalled
        errors = (self.folder / "errors").read_text(encoding="utf-8")
        left = [*process.group(), *map(str, servers(self.db))]
        return End(status, errors, was_signalled, seconds, left)

    def state(self) -> State:
        """Return all documents without a time of their own, and all files below ps."""
        with private_server(self.db) as path, connect(SETTINGS, path) as connection:
            documents = documents_of(connection.database, without={"pymongo_migrate"})
        return documents, files_below(self.folder / "ps")


@dataclass
class Tally:
    """What the lanes have found so far."""

    wanted: int
    signals: int = 0
    seconds: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    checks: int = 0
    faults: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def add(self, trial: Trial, end: End) -> None:
        with self.lock:
            self.kinds[end.kind] += 1
            self.signals += end.was_signalled
            if end.was_signalled:
                self.seconds.append(end.seconds)
            self.report(f"{trial}: {fault}" for fault in [*end.faults(), *end.delays()])
            if end.seconds > SLOW_S:
                print(f"slow  {trial}: {end.kind} after {end.seconds:.0f} s", flush=True)
            if end.was_signalled and self.signals % 100 == 0:
                print(self, flush=True)

    def report(self, faults: Iterable[str]) -> None:
        for fault in faults:
            self.faults.append(fault)
            print(f"FAULT {fault}", flush=True)

    def __str__(self) -> str:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in self.kinds.most_common())
        longest = f"the longest took {max(self.seconds, default=0):.1f} s to end"
        return (
            f"{self.signals:,} signals, {len(self.faults)} faults; {kinds}; {longest};"
            f" {self.checks:,} states checked"
        )


def run_lane(lane: Lane, tally: Tally, undisturbed: State) -> None:
    """Run rebuilds until all lanes together have sent enough signals."""
    trials = 0
    while tally.signals < tally.wanted:
        trial = lane.draw()
        tally.add(trial, lane.run(trial))
        trials += 1
        if trials % CHECKED == 0:
            check = trials // CHECKED
            command = ("wildwood", "latest") if check % 2 else ("wildwood_all",)
            lane.run_undisturbed(*command, is_real=check % 4 == 2)
            with tally.lock:
                tally.checks += 1
                if different := differences(lane.state(), undisturbed):
                    tally.report([f"other {different} after {trial} and {command}"])


def main() -> int:
    """Run the lanes and print what they found."""
    parser = argparse.ArgumentParser(description="Send signals at random moments.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("signals", type=int, nargs="?", default=2000)
    parser.add_argument("--lanes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # A shell lets its background jobs ignore Ctrl-C, and their children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = options.folder.absolute()
    write_rifs(folder / "us", RIFS)
    use_small_journals(folder / "bin")
    tally = Tally(options.signals)
    with ForkServer() as server, ThreadPoolExecutor(options.lanes) as threads:
        lanes = [
            Lane(folder / str(number), folder / "us", server, random.Random(options.seed + number))
            for number in range(options.lanes)
        ]
        states = list(threads.map(Lane.prepare, lanes))
        if any(state != states[0] for state in states):
            raise RuntimeError("Undisturbed rebuilds differ.")
        durations = ", ".join(f"{lane.duration_s[False]:.1f} s" for lane in lanes)
        print(f"undisturbed rebuilds take {durations}", flush=True)
        running = [threads.submit(run_lane, lane, tally, states[0]) for lane in lanes]
        for future in running:
            future.result()
    print(tally)
    return bool(tally.faults)


if __name__ == "__main__":
    sys.exit(main())
