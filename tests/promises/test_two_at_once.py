"""Two commands that write at once: one waits, or says who is at it, and none spoils anything.

Both are real processes; the first is stopped in the midst of its work (see faults.py).
"""

import datetime
import signal
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import psutil
import pytest

from wildwood.model import Record

from tests.support.faults import END, Ending, Launcher, Order
from tests.support.installation import Installation

FIRST, SECOND, THIRD = "2015-03-05", "2015-03-12", "2015-03-19"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, ("Trade and Growth in Open Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))

LOCK_S = 2.0
"""How long a lock counts where a test waits for that."""

HOST = socket.gethostname()
REBUILD = ["rebuild", "--workers", "1"]
PAIRS = [
    pytest.param([SECOND], [THIRD], id="two nightly runs"),
    pytest.param([SECOND], REBUILD, id="a nightly run, then a rebuild"),
    pytest.param(REBUILD, [SECOND], id="a rebuild, then a nightly run"),
    pytest.param(REBUILD, REBUILD, id="two rebuilds"),
]
PURPOSES = {SECOND: f"wildwood {SECOND}", "rebuild": "wildwood_all"}

State = tuple[dict[str, list[dict[str, Any]]], dict[str, bytes]]


@pytest.fixture(scope="module")
def launchers() -> Iterator[tuple[Launcher, Launcher]]:
    with Launcher() as first, Launcher() as second:
        yield first, second


@pytest.fixture
def wildwood(installation: Installation) -> Installation:
    """One issue is stored, and two wait."""
    installation.issue(FIRST, TRADE)
    assert installation.run("rebuild").exit_code == 0
    installation.issue(SECOND, TRADE_AGAIN, MONEY)
    installation.issue(THIRD, TRADE, MONEY)
    return installation


def order(wildwood: Installation, arguments: list[str], **how: Any) -> Order:
    return Order([*arguments, "--config", str(wildwood.config)], str(wildwood.home), **how)


def state(wildwood: Installation) -> State:
    """All documents but the lock and the time, and all ps files with those that are hidden."""
    database, ps = wildwood.database, wildwood.ps
    return (
        {
            name: list(database[name].find({"_id": {"$nin": ["lock", "last_run"]}}).sort("_id"))
            for name in sorted(database.list_collection_names())
        },
        {str(path.relative_to(ps)): path.read_bytes() for path in ps.rglob("*") if path.is_file()},
    )


def of_the_same(found: State, other: State) -> State:
    """What is found of the collections and files that another state has."""
    documents, files = found
    return (
        {name: documents[name] for name in documents if name in other[0]},
        {name: files[name] for name in files if name in other[1]},
    )


def rebuilt(wildwood: Installation, *limit: str) -> State:
    """The state that a rebuild leaves, by itself."""
    assert wildwood.run("rebuild", *limit).exit_code == 0
    return state(wildwood)


def lock(wildwood: Installation) -> dict[str, Any]:
    found = wildwood.database["meta"].find_one({"_id": "lock"})
    assert found is not None
    return found


def backdate_lock(wildwood: Installation, seconds: float) -> None:
    then = datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=seconds)
    wildwood.database["meta"].update_one({"_id": "lock"}, {"$set": {"renewed": then}})


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def is_stopped(wildwood: Installation) -> bool:
    found = wildwood.database["meta"].find_one({"_id": "lock"})
    return found is not None and psutil.Process(found["pid"]).status() == psutil.STATUS_STOPPED


def first_at(
    wildwood: Installation, launcher: Launcher, begun: Order, operation: str, work: str = END
) -> psutil.Process:
    """Begin a command; it stops before the last operation of a kind before some work."""
    before = state(wildwood)
    steps = launcher.run(begun).steps
    until = next(number for number, step in enumerate(steps) if step.startswith(work))
    numbers = [number for number, step in enumerate(steps[:until], 1) if step.startswith(operation)]
    bring_back(wildwood, before)
    launcher.begin(replace(begun, step=numbers[-1], number=signal.SIGSTOP))
    assert eventually(lambda: is_stopped(wildwood))
    return psutil.Process(lock(wildwood)["pid"])


def bring_back(wildwood: Installation, wanted: State) -> None:
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
    def test_says_who_holds_the_lock_and_changes_nothing(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        other: list[str],
    ) -> None:
        first, second = launchers
        holder = first_at(wildwood, first, order(wildwood, one), "os.rename")
        before = state(wildwood)
        refused = second.run(order(wildwood, other))
        assert refused.said == (
            f"Error: Another command is writing: {PURPOSES[one[0]]}, process {holder.pid}"
            f" on {HOST}; run this one again when it has finished.\n"
        )
        assert refused.status == 1
        assert state(wildwood) == before
        holder.resume()
        assert first.ending().status == 0
        wildwood.run("latest")
        assert state(wildwood) == rebuilt(wildwood)

    @pytest.mark.parametrize(("one", "other"), PAIRS)
    def test_waits_for_the_first_where_it_is_told_to(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        other: list[str],
    ) -> None:
        first, second = launchers
        holder = first_at(wildwood, first, order(wildwood, one), "os.rename")
        second.begin(order(wildwood, [*other, "--wait", "60"]))
        time.sleep(0.5)
        assert lock(wildwood)["pid"] == holder.pid
        holder.resume()
        assert [first.ending().status, second.ending().status] == [0, 0]
        wildwood.run("latest")
        assert state(wildwood) == rebuilt(wildwood)

    @pytest.mark.parametrize(("one", "other"), PAIRS)
    def test_that_comes_at_the_same_moment_waits(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        other: list[str],
    ) -> None:
        for _ in range(3):
            for launcher, arguments in zip(launchers, (one, other), strict=True):
                launcher.begin(order(wildwood, [*arguments, "--wait", "60"]))
            endings = [launcher.ending() for launcher in launchers]
            assert [ended.status for ended in endings] == [0, 0], endings
        wildwood.run("latest")
        assert state(wildwood) == rebuilt(wildwood)


class TestTheLockOfADeadProcess:
    @staticmethod
    def killed_holder(
        wildwood: Installation, launcher: Launcher, host: str | None = None
    ) -> Ending:
        """Kill a nightly run in the midst of its work."""
        begun = order(wildwood, [SECOND], host=host)
        holder = first_at(wildwood, launcher, begun, "os.rename")
        holder.kill()
        return launcher.ending()

    def test_is_taken_over_at_once_on_its_host(
        self, wildwood: Installation, launchers: tuple[Launcher, Launcher]
    ) -> None:
        first, second = launchers
        assert self.killed_holder(wildwood, first).status == -signal.SIGKILL
        began = time.monotonic()
        assert second.run(order(wildwood, REBUILD)).status == 0
        assert time.monotonic() - began < 20, "sooner than the lock runs out"
        assert state(wildwood) == rebuilt(wildwood)

    def test_is_taken_over_after_its_time_on_another_host(
        self, wildwood: Installation, launchers: tuple[Launcher, Launcher]
    ) -> None:
        first, second = launchers
        self.killed_holder(wildwood, first, host="elsewhere")
        refused = second.run(order(wildwood, REBUILD))
        assert "on elsewhere; run this one again when it has finished." in refused.said
        assert refused.status == 1
        backdate_lock(wildwood, 28)
        assert second.run(order(wildwood, [*REBUILD, "--wait", "60"])).status == 0
        assert state(wildwood) == rebuilt(wildwood)


class TestAWriterThatSleptForLongerThanItsLockCounts:
    """Its processor was taken away, and another writer took the lock over meanwhile."""

    @pytest.mark.parametrize(
        ("one", "work"),
        [
            pytest.param([SECOND], "open ps/.wildwood-", id="a nightly run"),
            pytest.param(["forget", FIRST], "os.remove ps/", id="forget"),
            pytest.param(REBUILD, "mongodb listIndexes", id="a rebuild"),
        ],
    )
    def test_touches_nothing_that_the_other_makes(
        self,
        wildwood: Installation,
        launchers: tuple[Launcher, Launcher],
        one: list[str],
        work: str,
    ) -> None:
        first, second = launchers
        sleeper = first_at(
            wildwood, first, order(wildwood, one, lock_s=LOCK_S), "mongodb find", work
        )
        time.sleep(LOCK_S)
        backdate_lock(wildwood, 31)
        second.begin(order(wildwood, [*REBUILD, "1"], work="mongodb insert", number=signal.SIGSTOP))
        assert eventually(lambda: lock(wildwood)["pid"] != sleeper.pid and is_stopped(wildwood))
        half_way = state(wildwood)
        sleeper.resume()
        lost = first.ending()
        assert (
            lost.said == "Error: The writer's lock was lost: MongoDB was out of reach too long.\n"
        )
        assert lost.status == 1
        assert of_the_same(state(wildwood), half_way) == half_way
        psutil.Process(lock(wildwood)["pid"]).resume()
        assert second.ending().status == 0
        made = state(wildwood)
        again = rebuilt(wildwood, "1")
        assert of_the_same(made, again) == again
