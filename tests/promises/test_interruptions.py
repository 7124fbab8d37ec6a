"""SIGINT, SIGTERM and SIGHUP: a command ends, cleans up, and says that it was aborted.

The commands are real processes. Here, signals come at chosen calls; at random moments, in
tests/endurance/signals.py.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record

from tests.endurance.signals import Lane, write_rifs
from tests.support.fork_server import Completed, ForkServer
from tests.support.installation import Installation
from tests.support.mongod import memory_folder
from tests.support.servers import end_servers, servers
from tests.support.signals import Moment, kill_a_worker, run_with_signals, signal_with_a_lock_held
from tests.support.snapshot import built
from tests.support.state import state

DATES = [f"2015-03-{day:02}" for day in range(1, 13)]
ABORTED = "\nAborted!\n"
PATIENCE = "Still stopping; this takes a moment.\n"
KILLED_WORKER = (
    "Error: A worker process was killed, perhaps because memory ran out; nothing was changed."
    " Run the command again, with fewer --workers.\n"
)
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

REBUILD = ["rebuild", "--workers", "1"]
ADD_ISSUE = "wildwood.nep.fresh:FreshStore.add_issue"
WRITE_VERSIONS = "wildwood.nep.handles:Handles.write_versions"
RELEASE_LOCK = "wildwood.nep.writer_lock:WriterLock._release"
FORGET = "wildwood.nep.store:Store.forget_issue"
TRY_LOCK = "wildwood.nep.writer_lock:WriterLock._insert"


def store_and_change(made: Installation) -> None:
    for title in ("Trade and Growth", "A Monetary History of the World"):
        for date in DATES:
            made.issue(date, Record(date, ("Anna Smith",), (f"{title} {date}",)))
        if title == "Trade and Growth":
            assert made.run("rebuild").exit_code == 0


@pytest.fixture
def wildwood(installation: Installation) -> Installation:
    """Twelve issues that are stored, and then changed."""
    return built(installation, store_and_change)


@dataclass(frozen=True)
class Private:
    """An installation whose database is on a private server."""

    home: Path

    @property
    def db(self) -> Path:
        return self.home / "db"

    def stopped_cleanly(self) -> bool:
        lock = self.db / "data" / "mongod.lock"
        return not servers(self.db) and lock.read_bytes() == b""


@pytest.fixture
def private() -> Iterator[Private]:
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder:
        made = Private(Path(folder))
        installation = Installation(made.home, "", None)  # type: ignore[arg-type] # not used
        installation.us.mkdir()
        for date in DATES:
            installation.issue(date, Record(date, ("Anna Smith",), (f"Trade and Growth {date}",)))
        installation.config.write_text(
            f'[paths]\nus = "{installation.us}"\nps = "{installation.ps}"\ndb = "{made.db}"\n'
        )
        yield made
        end_servers(made.db)


def run(
    server: ForkServer, home: Path, arguments: list[str], *moments: Moment, merged: bool = True
) -> Completed:
    """Run a command that gets signals at these moments."""
    words = ["wildwood", *arguments, "--config", str(home / "wildwood.toml")]
    return server.call(run_with_signals, words, moments, merged=merged)


@pytest.mark.parametrize(
    ("arguments", "function", "after"),
    [
        pytest.param(["rebuild", "--workers", "1"], ADD_ISSUE, 5, id="a rebuild"),
        pytest.param(
            ["rebuild", "--workers", "2"], ADD_ISSUE, 5,
            id="a rebuild with workers", marks=pytest.mark.long,
        ),
        pytest.param(
            ["rebuild", "--workers", "2"],
            "wildwood.nep.fresh:FreshStore.begin_indexing", 0,
            id="a rebuild that waits for workers and indexes",
        ),
        pytest.param(["latest"], WRITE_VERSIONS, 5, id="a nightly run"),
        pytest.param([DATES[-1]], "wildwood.nep.issue:StoredHistory", 0, id="an issue"),
        pytest.param(["forget", DATES[0]], FORGET, 0, id="forget"),
        pytest.param(
            ["screen", "learn"],
            "wildwood.screening.learning:Learner.learn_issue",
            5,
            id="learning",
        ),
    ],
)  # fmt: skip
def test_a_signal_whose_exception_is_lost_ends_the_command_at_the_next_item(
    fork_server: ForkServer,
    wildwood: Installation,
    arguments: list[str],
    function: str,
    after: int,
) -> None:
    done = run(fork_server, wildwood.home, arguments, Moment(function, after, is_lost=True))
    assert (done.returncode, done.stdout) == (1, ABORTED)


class TestARebuildThatIsInterrupted:
    @pytest.mark.parametrize(
        ("number", "workers"),
        [
            (signal.SIGINT, "1"),
            (signal.SIGTERM, "1"),
            (signal.SIGHUP, "1"),
            pytest.param(signal.SIGINT, "2", marks=pytest.mark.long),
            pytest.param(signal.SIGTERM, "2", marks=pytest.mark.long),
            pytest.param(signal.SIGHUP, "2", marks=pytest.mark.long),
        ],
    )
    def test_changes_nothing(
        self,
        fork_server: ForkServer,
        wildwood: Installation,
        number: signal.Signals,
        workers: str,
    ) -> None:
        before = state(wildwood)
        moment = Moment(ADD_ISSUE, 5, number, to_group=True)
        if workers == "2" and number is not signal.SIGINT:
            moment = Moment(ADD_ISSUE, 5, number)  # to the group, it would kill the workers
        done = run(fork_server, wildwood.home, ["rebuild", "--workers", workers], moment)
        assert (done.returncode, done.stdout) == (1, ABORTED)
        assert state(wildwood) == before

    def test_while_its_workers_start_changes_nothing(
        self, fork_server: ForkServer, wildwood: Installation
    ) -> None:
        before = state(wildwood)
        started = "multiprocessing.popen_spawn_posix:Popen._launch"
        moments = [Moment(started, after, signal.SIGINT, to_group=True) for after in (0, 1)]
        result = "wildwood.kernel.interruption:result_of"
        moments.append(Moment(result, 0, signal.SIGINT, to_group=True))
        done = run(fork_server, wildwood.home, ["rebuild", "--workers", "2"], *moments)
        assert (done.returncode, done.stdout) == (1, PATIENCE + ABORTED)
        assert state(wildwood) == before


class TestASecondSignal:
    @pytest.mark.parametrize(
        ("function", "number"),
        [
            pytest.param(
                "wildwood.nep.fresh:FreshStore.discard",
                signal.SIGINT,
                id="while it discards",
            ),
            pytest.param(RELEASE_LOCK, signal.SIGTERM, id="while it unlocks"),
            pytest.param("pymongo:MongoClient.close", signal.SIGHUP, id="while it disconnects"),
            pytest.param(
                "wildwood.nep.private_server:_leave",
                signal.SIGINT,
                id="before the server stops",
            ),
            pytest.param(
                "wildwood.nep.private_server:_stop",
                signal.SIGTERM,
                id="while the server stops",
            ),
        ],
    )
    def test_does_not_break_off_what_the_first_began(
        self, fork_server: ForkServer, private: Private, function: str, number: signal.Signals
    ) -> None:
        # A new database is locked and unlocked for its schema first.
        after = int(function == RELEASE_LOCK)
        moments = [Moment(ADD_ISSUE, 5, number), Moment(function, after, number)]
        done = run(fork_server, private.home, REBUILD, *moments)
        assert (done.returncode, done.stdout) == (1, PATIENCE + ABORTED)
        assert private.stopped_cleanly()

    def test_while_the_pool_ends_leaves_no_worker(
        self, fork_server: ForkServer, private: Private
    ) -> None:
        moments = [
            Moment(ADD_ISSUE, 5, signal.SIGINT, to_group=True),
            Moment(
                "concurrent.futures:ProcessPoolExecutor.shutdown", 0, signal.SIGINT, to_group=True
            ),
        ]
        done = run(fork_server, private.home, ["rebuild", "--workers", "2"], *moments)
        assert (done.returncode, done.stdout) == (1, PATIENCE + ABORTED)
        assert private.stopped_cleanly()

    def test_while_a_server_that_was_starting_is_killed_leaves_no_server(
        self, fork_server: ForkServer, private: Private
    ) -> None:
        moments = [
            Moment("subprocess:Popen.communicate", 0, signal.SIGINT),
            Moment("wildwood.nep.private_server:_kill_starting", 1, signal.SIGINT),
        ]
        done = run(fork_server, private.home, REBUILD, *moments)
        assert (done.returncode, done.stdout) == (1, PATIENCE + ABORTED)
        assert servers(private.db) == []

    def test_while_the_program_says_that_it_was_aborted_is_no_traceback(
        self, fork_server: ForkServer, private: Private
    ) -> None:
        moments = [
            Moment(ADD_ISSUE, 5, signal.SIGINT),
            Moment("click.core:echo", 0, signal.SIGINT),
            Moment("wildwood.kernel.interruption:ignore", 0, signal.SIGINT),
        ]
        done = run(fork_server, private.home, REBUILD, *moments)
        assert done.returncode == 1
        assert "Traceback" not in done.stdout
        assert private.stopped_cleanly()


def test_a_signal_after_the_work_while_the_server_stops_changes_nothing(
    fork_server: ForkServer, private: Private
) -> None:
    moment = Moment("wildwood.nep.private_server:_stop", 0, signal.SIGTERM)
    done = run(fork_server, private.home, REBUILD, moment)
    assert done.returncode == 0
    assert done.stdout.startswith("12 issues, 12 papers: ")
    assert private.stopped_cleanly()


def test_a_command_that_waits_for_the_lock_ends(
    fork_server: ForkServer, wildwood: Installation
) -> None:
    lock = {"host": "elsewhere", "pid": 1, "started": 0.0, "purpose": "another command"}
    update = [{"$set": {**lock, "renewed": "$$NOW"}}]
    wildwood.database["meta"].update_one({"_id": "lock"}, update, upsert=True)
    moment = Moment(TRY_LOCK, 1, is_lost=True)
    done = run(fork_server, wildwood.home, ["latest", "--wait", "3600"], moment)
    assert (done.returncode, done.stdout) == (1, ABORTED)


def test_a_signal_while_the_driver_holds_a_lock_leaves_it_free_for_the_clean_up(
    fork_server: ForkServer, private: Private
) -> None:
    words = ["wildwood", *REBUILD, "--config", str(private.home / "wildwood.toml")]
    done = fork_server.call(signal_with_a_lock_held, words, 40, merged=True)
    assert (done.returncode, done.stdout) == (1, ABORTED)
    assert private.stopped_cleanly()


def test_a_rebuild_that_gets_a_signal_at_a_random_moment_leaves_nothing_behind(
    fork_server: ForkServer,
) -> None:
    """The short form of tests/endurance/signals.py."""
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder:
        write_rifs(Path(folder, "us"), 20)
        lane = Lane(Path(folder, "lane"), Path(folder, "us"), fork_server, random.Random())
        undisturbed = lane.prepare()
        trial = lane.draw()
        assert lane.run(trial).faults() == [], trial
        lane.run_undisturbed("wildwood", "latest")
        assert lane.state() == undisturbed


class TestAWorkerThatIsKilled:
    LATER = tuple(pytest.param(after, marks=pytest.mark.long) for after in (5, 15))

    @pytest.mark.parametrize("after", [1, *LATER])
    def test_is_one_sentence_and_nothing_changes(
        self, fork_server: ForkServer, wildwood: Installation, after: int
    ) -> None:
        before = state(wildwood)
        words = ["wildwood", "rebuild", "--workers", "2", "--config", str(wildwood.config)]
        done = fork_server.call(kill_a_worker, words, after, merged=True)
        assert (done.returncode, done.stdout) == (1, KILLED_WORKER)
        assert state(wildwood) == before


class TestASignalWhileTheProgramLoads:
    """One of its libraries, which a module of the same name precedes, sends the signal."""

    @pytest.mark.parametrize("number", SIGNALS)
    @pytest.mark.parametrize("program", ["wildwood", "wildwood_all", "python -m wildwood"])
    def test_ends_it_without_a_traceback(
        self, tmp_path: Path, number: signal.Signals, program: str
    ) -> None:
        (tmp_path / "click.py").write_text(f"import os\nos.kill(os.getpid(), {number:d})\n")
        command = [sys.executable, "-m", "wildwood"]
        if program != "python -m wildwood":
            command = [str(Path(sys.executable).parent / program)]
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (-number, "", "")

    def test_that_the_caller_ignores_has_no_effect(self, tmp_path: Path) -> None:
        (tmp_path / "click.py").write_text(
            "import os, sys\n"
            "os.kill(os.getpid(), 2)\n"
            f"sys.path.remove({str(tmp_path)!r})\n"
            "del sys.modules[__name__]\n"
            "import click\n"
        )
        shell = f"trap '' INT; exec {sys.executable} -m wildwood --version"
        done = subprocess.run(
            ["/bin/sh", "-c", shell],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
