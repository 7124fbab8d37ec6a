"""Two commands that write at the same time: one waits, or names the other; nothing is damaged.

Both are real processes; the first is stopped in the middle of its work (see
tests/support/faults.py).
"""

import signal
import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psutil
import pytest

from tests.support.databases import collections_of
from tests.support.faults import END, Command, Launcher, Result
from tests.support.fork_server import ForkServer
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.usual_papers import FIRST, MONEY, SECOND, THIRD, TRADE, TRADE_AGAIN
from tests.support.waiting import TIMEOUT_S, wait_for

HOST = socket.gethostname()
REBUILD = ["rebuild", "--workers", "1"]
TWO_ATTEMPTS = 2
"""The updates of a command that tries to take the lock twice."""
PAIRS = [
    pytest.param([SECOND], [THIRD], id="two nightly runs", marks=pytest.mark.long),
    pytest.param([SECOND], REBUILD, id="a nightly run, then a rebuild"),
    pytest.param(REBUILD, [SECOND], id="a rebuild, then a nightly run"),
    pytest.param(REBUILD, REBUILD, id="two rebuilds", marks=pytest.mark.long),
]
PURPOSES = {SECOND: f"wildwood {SECOND}", "rebuild": "wildwood_all"}

State = tuple[dict[str, list[dict[str, Any]]], dict[str, bytes]]


@pytest.fixture
def launchers(fork_server: ForkServer) -> Iterator[tuple[Launcher, Launcher]]:
    with Launcher(fork_server) as first, Launcher(fork_server) as second:
        yield first, second


def store_first(made: Installation) -> None:
    made.issue(FIRST, TRADE)
    assert made.run("rebuild").exit_code == 0
    made.issue(SECOND, TRADE_AGAIN, MONEY)
    made.issue(THIRD, TRADE, MONEY)


@pytest.fixture
def wildwood(installation: Installation) -> Installation:
    """Store one issue, and add the rifs of two more."""
    return built(installation, store_first)


def command(wildwood: Installation, arguments: list[str], **options: Any) -> Command:
    return Command([*arguments, "--config", str(wildwood.config)], str(wildwood.home), **options)


def state(wildwood: Installation) -> State:
    """Return all documents except the lock and the last run, and all ps files, even hidden ones."""
    database, ps = wildwood.database, wildwood.ps
    return (
        {
            name: list(database[name].find({"_id": {"$nin": ["lock", "last_run"]}}).sort("_id"))
            for name in collections_of(database)
        },
        {str(path.relative_to(ps)): path.read_bytes() for path in ps.rglob("*") if path.is_file()},
    )


def restricted(to_restrict: State, other: State) -> State:
    """Keep the collections and files that another state also has."""
    documents, files = to_restrict
    return (
        {name: documents[name] for name in documents if name in other[0]},
        {name: files[name] for name in files if name in other[1]},
    )


def rebuilt(wildwood: Installation, *limit: str) -> State:
    """Run a rebuild, and return the state that it leaves."""
    assert wildwood.run("rebuild", *limit).exit_code == 0
    return state(wildwood)


def lock(wildwood: Installation) -> dict[str, Any]:
    found = wildwood.database["meta"].find_one({"_id": "lock"})
    assert found is not None
    return found


def is_stopped(wildwood: Installation) -> bool:
    found = wildwood.database["meta"].find_one({"_id": "lock"})
    return found is not None and psutil.Process(found["pid"]).status() == psutil.STATUS_STOPPED


def stopped(
    wildwood: Installation, launcher: Launcher, begun: Command, operation: str, until: str = END
) -> psutil.Process:
    """Start a command that stops before its last `operation` before the step `until`.

    Both are prefixes of steps.
    """
    steps = steps_of(wildwood, launcher, begun)
    end = next(number for number, step in enumerate(steps) if step.startswith(until))
    numbers = [number for number, step in enumerate(steps[:end], 1) if step.startswith(operation)]
    launcher.begin(replace(begun, step=numbers[-1], signal=signal.SIGSTOP))
    wait_for(lambda: is_stopped(wildwood))
    return psutil.Process(lock(wildwood)["pid"])


_STEPS: dict[str, list[str]] = {}


def steps_of(wildwood: Installation, launcher: Launcher, begun: Command) -> list[str]:
    """Run a command undisturbed, the first time, and restore the state before it."""
    words = " ".join(begun.arguments[:-1])
    if words not in _STEPS:
        before = state(wildwood)
        _STEPS[words] = launcher.run(begun).steps
        restore(wildwood, before)
    return _STEPS[words]


def restore(wildwood: Installation, wanted: State) -> None:
    documents, files = wanted
    for name, found in documents.items():
        wildwood.database[name].delete_many({})
        if found:
            wildwood.database[name].insert_many(found)
    for path in wildwood.ps.iterdir():
        if path.name not in files:
            path.unlink()


class TestASecondWriter:
    @pytest.mark.parametrize(("one", "other"), PAIRS)
    def test_names_the_holder_of_the_lock_and_changes_nothing(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        other: list[str],
    ) -> None:
        first, second = launchers
        holder = stopped(wildwood, first, command(wildwood, one), "os.rename")
        before = state(wildwood)
        refused = second.run(command(wildwood, other))
        assert refused.output == (
            f"Error: Another command is writing: {PURPOSES[one[0]]}, process {holder.pid}"
            f" on {HOST}; run this one again when it has finished.\n"
        )
        assert refused.status == 1
        assert state(wildwood) == before
        holder.resume()
        assert first.result().status == 0
        wildwood.run("latest")
        assert state(wildwood) == rebuilt(wildwood)

    @pytest.mark.parametrize(("one", "other"), PAIRS)
    def test_waits_for_the_first_with_the_option_wait(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        other: list[str],
    ) -> None:
        first, second = launchers
        holder = stopped(wildwood, first, command(wildwood, one), "os.rename")
        second.begin(command(wildwood, [*other, "--wait", str(TIMEOUT_S)]))
        wait_for(lambda: second.steps().count("mongodb update") >= TWO_ATTEMPTS)
        assert lock(wildwood)["pid"] == holder.pid
        holder.resume()
        assert [first.result().status, second.result().status] == [0, 0]
        wildwood.run("latest")
        assert state(wildwood) == rebuilt(wildwood)

    @pytest.mark.parametrize(("one", "other"), PAIRS)
    def test_that_starts_at_the_same_moment_waits(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        other: list[str],
    ) -> None:
        for launcher, arguments in zip(launchers, (one, other), strict=True):
            launcher.begin(command(wildwood, [*arguments, "--wait", str(TIMEOUT_S)]))
        results = [launcher.result() for launcher in launchers]
        assert [result.status for result in results] == [0, 0], results
        wildwood.run("latest")
        assert state(wildwood) == rebuilt(wildwood)


class TestTheLockOfADeadProcess:
    @staticmethod
    def killed_holder(
        wildwood: Installation, launcher: Launcher, host: str | None = None
    ) -> Result:
        """Kill a nightly run in the middle of its work."""
        begun = command(wildwood, [SECOND], host=host)
        holder = stopped(wildwood, launcher, begun, "os.rename")
        holder.kill()
        return launcher.result()

    def test_is_taken_over_at_once_on_its_host(
        self, wildwood: Installation, launchers: tuple[Launcher, Launcher]
    ) -> None:
        first, second = launchers
        assert self.killed_holder(wildwood, first).status == -signal.SIGKILL
        assert second.run(command(wildwood, REBUILD, lock_lifetime_s=3600)).status == 0
        assert state(wildwood) == rebuilt(wildwood)

    def test_is_taken_over_after_its_time_on_another_host(
        self, wildwood: Installation, launchers: tuple[Launcher, Launcher]
    ) -> None:
        first, second = launchers
        self.killed_holder(wildwood, first, host="elsewhere")
        assert second.run(command(wildwood, REBUILD, lock_lifetime_s=0.5)).status == 0
        assert state(wildwood) == rebuilt(wildwood)


class TestAWriterThatSleptUntilItsLockExpired:
    """A writer whose lock a command on another host took while it got no processor time."""

    @pytest.mark.parametrize(
        ("one", "until"),
        [
            pytest.param([SECOND], f"open ps/.wildwood-{SECOND}", id="a nightly run"),
            pytest.param(["forget", FIRST], f"os.remove ps/{FIRST}", id="forget"),
            pytest.param(REBUILD, "mongodb listIndexes", id="a rebuild"),
        ],
    )
    def test_touches_nothing_that_the_other_makes(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        until: str,
    ) -> None:
        first, second = launchers
        sleeper = stopped(
            wildwood,
            first,
            command(wildwood, one, host="elsewhere", sleep_s=31),
            "mongodb find",
            until,
        )
        second.begin(
            command(
                wildwood,
                [*REBUILD, "1"],
                step_prefix="mongodb insert",
                signal=signal.SIGSTOP,
                lock_lifetime_s=0.5,
            )
        )
        wait_for(lambda: lock(wildwood)["pid"] != sleeper.pid and is_stopped(wildwood))
        half_way = state(wildwood)
        sleeper.resume()
        lost = first.result()
        assert lost.output == (
            "Error: The writer's lock was lost: this command was stopped or cut off from MongoDB"
            " for so long that another one took the lock; run it again.\n"
        )
        assert lost.status == 1
        assert restricted(state(wildwood), half_way) == half_way
        psutil.Process(lock(wildwood)["pid"]).resume()
        assert second.result().status == 0
        made = state(wildwood)
        again = rebuilt(wildwood, "1")
        assert restricted(made, again) == again
