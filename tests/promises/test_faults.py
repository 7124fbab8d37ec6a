"""A process that is killed at any step loses nothing, and the next run repairs everything.

Each command runs once undisturbed, which lists its steps (see tests/support/faults.py), and then
once for each step after a change, before which it is killed with SIGKILL; what a loop repeats is
one step. Before each command to MongoDB, the connection is cut or the private mongod is killed.
Some of these steps are tried, from the last; all, with `pytest -m long`.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from pymongo import MongoClient
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.nep.private_server import private_server
from wildwood.nep.rif import sha256

from tests.support.databases import collections_of
from tests.support.faults import Command, Launcher, Result
from tests.support.fork_server import ForkServer
from tests.support.installation import Installation
from tests.support.mongod import memory_folder
from tests.support.servers import end_servers, servers
from tests.support.usual_papers import AUTHORS, FIRST, MONEY, SECOND, TAX, THIRD, TRADE, TRADE_AGAIN

TRADE_RENAMED = Record(TRADE.handle, AUTHORS, ("Growth and Trade in Open Economies",))

KILLED = -9
DATA = ("handles", "issues", "similar")
LANES = 5
"""Steps that are tried at the same time, because most of the time they wait."""


def some(part: int) -> pytest.MarkDecorator:
    """Try one of so many steps; all, with `pytest -m long`."""
    every = pytest.param(1, id="all", marks=pytest.mark.long)
    return pytest.mark.parametrize("part", [pytest.param(part, id="some"), every])


Documents = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class State:
    """The content of an installation: all documents except the last run's, and the ps files."""

    documents: Documents
    counted: list[dict[str, Any]] = field(compare=False)
    """How many papers the server says it has; one that was killed does not know exactly."""
    files: dict[str, bytes]

    def visible(self) -> set[tuple[str, bytes]]:
        """Return the names and contents of the ps files that are not hidden."""
        return {(name, content) for name, content in self.files.items() if name[0] != "."}

    def of(self, collection: str) -> dict[str, dict[str, Any]]:
        """Return the documents of a collection by their `_id`."""
        return {document["_id"]: document for document in self.documents.get(collection, [])}

    def swap_is_decided(self) -> bool:
        return "swap" in self.of("meta")


def state(database: Database[dict[str, Any]], ps: Path) -> State:
    names = set(collections_of(database)) - {"pymongo_migrate"}
    timeless = {"_id": {"$nin": ["last_run", "handles"]}}
    return State(
        {name: list(database[name].find(timeless).sort("_id")) for name in sorted(names)},
        list(database["meta"].find({"_id": "handles"})),
        {str(path.relative_to(ps)): path.read_bytes() for path in ps.rglob("*") if path.is_file()}
        | {f"{path.relative_to(ps)}/": b"" for path in ps.rglob("*") if path.is_dir()},
    )


def restore(database: Database[dict[str, Any]], ps: Path, wanted: State) -> None:
    """Bring a state back, except the indexes, which no command changes."""
    for name, documents in wanted.documents.items():
        database[name].delete_many({})
        if documents:
            database[name].insert_many(documents)
    if wanted.counted:
        database["meta"].insert_many(wanted.counted)
    shutil.rmtree(ps, ignore_errors=True)
    for name, content in wanted.files.items():
        (ps / name).parent.mkdir(parents=True, exist_ok=True)
        (ps / name).write_bytes(content)


@pytest.fixture
def database(unused_database: Database[dict[str, Any]]) -> Database[dict[str, Any]]:
    return unused_database


@pytest.fixture
def launcher(fork_server: ForkServer) -> Iterator[Launcher]:
    with Launcher(fork_server) as made:
        yield made


def assert_nothing_is_lost(found: State, before: State, after: State) -> None:
    """Check that each ps rif and document is the whole old or new one, and no issue is gone.

    The ps rif of a complete issue is the one that its record names.
    """
    assert found.visible() <= before.visible() | after.visible()
    lasting = {name for name in before.files if name in after.files}
    assert lasting <= set(found.files)
    if found.swap_is_decided():
        return  # The next command finishes it.
    for name in DATA:
        old, now, new = before.of(name), found.of(name), after.of(name)
        assert set(old) & set(new) <= set(now)
        for key, document in now.items():
            complete = "digest" in document or name != "issues"
            assert not complete or document in (old.get(key), new.get(key))
    for issue in found.of("issues").values():
        if "digest" in issue:
            written = issue["ps"]["file"]
            assert sha256(found.files[written["name"]]) == written["digest"]


@dataclass(frozen=True)
class Scene:
    """A command on an installation, with the state before it and the state after it."""

    wildwood: Installation
    launcher: Launcher
    arguments: list[str]
    before: State
    after: State
    undisturbed: Result

    @property
    def steps(self) -> list[str]:
        return self.undisturbed.steps

    def run(self, step: int = 0, processes: int = 1) -> Result:
        return run(self.launcher, self.wildwood, self.arguments, step, processes)

    def repair(self, where: str) -> None:
        """Run the command again; check that no trace of the kill is left."""
        result = self.run()
        is_forgotten = self.arguments[0] == "forget" and result.output.startswith(
            "Error: No issue of"
        )
        assert result.status == int(is_forgotten), (where, result.output)
        assert self.found() == self.after, where

    def found(self) -> State:
        return state(self.wildwood.database, self.wildwood.ps)

    def killed(self, part: int, first: int = 1) -> Iterator[str]:
        """Restore the state before the command and kill it, at a part of the moments in turn."""
        for number in self.undisturbed.once_each(self.undisturbed.moments(first))[::-part][::-1]:
            restore(self.wildwood.database, self.wildwood.ps, self.before)
            result = self.run(number)
            assert result.status == KILLED, result.output
            yield f"killed before step {number}, {self.steps[number - 1]}"


def run(
    launcher: Launcher,
    wildwood: Installation,
    arguments: list[str],
    step: int = 0,
    processes: int = 1,
) -> Result:
    words = [*arguments, "--config", str(wildwood.config)]
    return launcher.run(Command(words, str(wildwood.home), step, processes=processes))


def scene(launcher: Launcher, wildwood: Installation, arguments: list[str]) -> Scene:
    """Run the command undisturbed."""
    before = state(wildwood.database, wildwood.ps)
    result = run(launcher, wildwood, arguments)
    assert result.status == 0, result.output
    after = state(wildwood.database, wildwood.ps)
    assert before != after
    return Scene(wildwood, launcher, arguments, before, after, result)


@pytest.fixture
def changed(installation: Installation) -> Installation:
    """Store two issues; then replace the rif of the second, and add that of a third."""
    installation.issue(FIRST, TRADE, MONEY)
    installation.issue(SECOND, TRADE, TRADE_AGAIN)
    result = installation.run("rebuild")
    assert result.exit_code == 0, result.output
    change(installation)
    return installation


def change(installation: Installation) -> None:
    """Replace the second issue by a file of another name, and add a third issue."""
    (installation.us / f"{SECOND}.amf.xml").unlink()
    installation.issue("20150312", TRADE_RENAMED, TAX, MONEY)
    installation.issue(THIRD, TRADE_AGAIN, TAX)


class TestACommandThatIsKilled:
    @some(3)
    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param([SECOND], id="an issue"),
            pytest.param(["forget", SECOND], id="forget"),
            pytest.param(["rebuild", "--workers", "1"], id="a rebuild"),
        ],
    )
    def test_at_any_step_loses_nothing_and_is_repaired_by_another_run(
        self, changed: Installation, launcher: Launcher, arguments: list[str], part: int
    ) -> None:
        made = scene(launcher, changed, arguments)
        for where in made.killed(part):
            left = made.found()
            assert_nothing_is_lost(left, made.before, made.after)
            made.repair(where)
            if left.swap_is_decided():
                break  # Its other steps are below.

    @pytest.mark.long
    def test_at_any_step_of_a_rebuild_with_workers_is_repaired_by_another_run(
        self, changed: Installation, launcher: Launcher
    ) -> None:
        made = scene(launcher, changed, ["rebuild", "--workers", "2"])
        restore(changed.database, changed.ps, made.before)
        undisturbed = made.run(processes=2)
        steps = undisturbed.steps
        for number in undisturbed.moments():
            restore(changed.database, changed.ps, made.before)
            assert made.run(number, processes=2).status == KILLED
            assert_nothing_is_lost(made.found(), made.before, made.after)
            result = made.run(processes=2)
            assert result.status == 0, result.output
            assert made.found() == made.after, f"killed before step {number} of {steps}"

    @some(4)
    def test_at_any_step_of_a_new_database_is_repaired_by_another_run(
        self, installation: Installation, launcher: Launcher, part: int
    ) -> None:
        installation.issue(FIRST, TRADE, MONEY)
        made = scene(launcher, installation, [FIRST])
        unlocked = made.steps.index("mongodb delete") + 2
        moments = made.undisturbed.once_each(made.undisturbed.moments())
        # After it is unlocked, the schema is there.
        for number in [number for number in moments if number <= unlocked][::-part]:
            installation.database.client.drop_database(installation.database.name)
            shutil.rmtree(installation.ps)
            assert made.run(number).status == KILLED
            made.repair(f"killed before step {number}, {made.steps[number - 1]}")

    @pytest.mark.long
    def test_at_any_step_of_the_first_issue_is_repaired_by_another_run(
        self, installation: Installation, launcher: Launcher
    ) -> None:
        assert installation.run("migrate").exit_code == 0
        installation.issue(FIRST, TRADE, MONEY)
        made = scene(launcher, installation, [FIRST])
        for where in made.killed(1):
            made.repair(where)

    @some(3)
    def test_in_a_swap_is_repaired_by_one_that_only_reads(
        self, changed: Installation, launcher: Launcher, part: int
    ) -> None:
        made = scene(launcher, changed, ["rebuild", "--workers", "1"])
        decided = 0
        # What it inserts last comes before the decision.
        for where in made.killed(part, len(made.steps) - made.steps[::-1].index("mongodb insert")):
            if made.found().swap_is_decided():
                decided += 1
                assert changed.run("status").exit_code == 0, where
                assert made.found() == made.after, where
        assert decided > 5 / part

    def test_in_a_swap_is_repaired_by_the_shell(
        self,
        changed: Installation,
        launcher: Launcher,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        (tmp_path / "mongosh").symlink_to("/bin/true")
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        made = scene(launcher, changed, ["rebuild", "--workers", "1"])
        restore(changed.database, changed.ps, made.before)
        assert made.run(made.steps.index("mongodb renameCollection") + 1).status == KILLED
        assert changed.run("shell").exit_code == 0
        assert made.found() == made.after

    @pytest.mark.parametrize("arguments", [[FIRST], ["forget", FIRST], ["latest"]])
    def test_in_a_rebuild_leaves_nothing_that_another_command_does_not_remove(
        self, changed: Installation, launcher: Launcher, arguments: list[str]
    ) -> None:
        made = scene(launcher, changed, ["rebuild", "--workers", "1"])
        restore(changed.database, changed.ps, made.before)
        assert made.run(made.steps.index("mongodb insert") + 1).status == KILLED
        left = made.found()
        assert len([name for name in left.documents if name.startswith("fresh_")]) > 1
        assert [name for name in left.files if name.startswith(".wildwood_all-")]
        assert changed.run(*arguments).exit_code == 0
        repaired = made.found()
        assert set(repaired.documents) == set(made.after.documents)
        assert not [name for name in repaired.files if name.startswith(".")]


STILL_THERE = r"(Warning: The rif of [^\n]* is still in [^\n]*\n)?"
"""What `forget` says of a rif before it loses its server."""
NO_ANSWER = re.compile(
    rf"{STILL_THERE}Error: MongoDB at [\d.:]+ (did|does) not answer within [\d.]+ s[^\n]*\n"
)
LOSSES = [
    pytest.param([SECOND], id="an issue"),
    pytest.param(["forget", SECOND], id="forget", marks=pytest.mark.long),
    pytest.param(["rebuild", "--workers", "1"], id="a rebuild", marks=pytest.mark.long),
]


class TestACommandThatLosesItsServer:
    @some(5)
    @pytest.mark.parametrize("arguments", LOSSES)
    def test_at_any_step_reports_it_and_is_repaired_by_another_run(
        self, changed: Installation, launcher: Launcher, arguments: list[str], part: int
    ) -> None:
        made = scene(launcher, changed, arguments)
        undisturbed = made.undisturbed
        for number in undisturbed.once_each(undisturbed.database_steps())[::-part]:
            restore(changed.database, changed.ps, made.before)
            command = replace(command_on(changed, arguments), step=number, is_cut_off=True)
            lost = launcher.run(command)
            where = f"cut off before step {number}, {made.steps[number - 1]}"
            is_over = "mongodb endSessions" in made.steps[:number]
            assert lost.status == int(not is_over), (where, lost.output)
            assert is_over or NO_ANSWER.fullmatch(lost.output), (where, lost.output)
            if number in undisturbed.moments():
                assert_nothing_is_lost(made.found(), made.before, made.after)
                made.repair(where)


TIMEOUTS_S = [0.4 * 2**attempt for attempt in range(8)]
"""How long a command waits for its killed server, at each attempt to reach the step.

On a slow machine, a short timeout can end a run too early.
"""
UNREACHABLE = re.compile(rf"{STILL_THERE}Error: MongoDB at the private server [^\n]*\.\n")


@dataclass(frozen=True)
class Prepared:
    """A folder with two issues, rebuilt on a private server that is stopped."""

    folder: Path

    @contextmanager
    def copy(self) -> Iterator[Installation]:
        """Copy the installation to a folder whose path has room for a socket."""
        with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder:
            home = Path(folder)
            shutil.copytree(self.folder, home, dirs_exist_ok=True)
            made = private_installation(home)
            try:
                yield made
            finally:
                end_servers(home / "db")


def private_installation(home: Path) -> Installation:
    """Configure an installation on a private server."""
    paths = "".join(f'{name} = "{home}/{name}"\n' for name in ("us", "ps", "db"))
    made = Installation(home, "", MongoClient(connect=False)["unused"])
    made.config.write_text(f"[paths]\n{paths}", encoding="utf-8")
    return made


def with_timeout(private: Installation, seconds: float) -> Path:
    """Write a configuration with this timeout; return its path."""
    usual = private.config.read_text(encoding="utf-8")
    path = private.home / "timeout.toml"
    timeouts = f"connect_timeout_s = {seconds}\ntimeout_s = {seconds}\n"
    path.write_text(f"{usual}[mongodb]\n{timeouts}", encoding="utf-8")
    return path


@contextmanager
def opened(private: Installation) -> Iterator[Installation]:
    """Run the private server, and open its database."""
    with (
        private_server(private.home / "db") as path,
        MongoClient[dict[str, Any]](f"mongodb://{quote_plus(str(path))}") as client,
    ):
        yield replace(private, database=client["wildwood"])


def command_on(private: Installation, arguments: list[str], config: Path | None = None) -> Command:
    words = [*arguments, "--config", str(config or private.config)]
    return Command(words, str(private.home))


def assert_nothing_runs(wildwood: Installation) -> None:
    assert servers(wildwood.home / "db") == []
    assert not (wildwood.home / "db" / "socket").exists()


def in_lanes(check: Callable[[list[int]], None], numbers: list[int]) -> None:
    """Divide numbers among threads."""
    with ThreadPoolExecutor(LANES) as pool:
        list(pool.map(check, [numbers[lane::LANES] for lane in range(LANES)]))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    made = private_installation(tmp_path_factory.mktemp("private"))
    made.us.mkdir()
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, TRADE, TRADE_AGAIN)
    result = made.run("rebuild")
    assert result.exit_code == 0, result.output
    return Prepared(made.home)


class TestAtThePrivateServer:
    def test_a_command_that_is_killed_as_it_starts_or_stops_it_is_repaired_by_another_run(
        self, prepared: Prepared, fork_server: ForkServer
    ) -> None:
        """It is killed at each step in turn, to which it gets in spite of the kill before."""
        with prepared.copy() as private, Launcher(fork_server) as launcher:
            command = command_on(private, [SECOND])
            undisturbed = launcher.run(command)
            first = next(n for n, step in enumerate(undisturbed.steps, 1) if "db/" in step)
            for number in sorted({*undisturbed.moments(first)} & {*undisturbed.outer_steps()}):
                killed = launcher.run(replace(command, step=number))
                where = f"killed before step {number}, {undisturbed.steps[number - 1]}"
                assert killed.status == KILLED, (where, killed.output)
            again = launcher.run(command)
            assert again.status == 0, again.output
            assert_nothing_runs(private)
            assert launcher.run(command_on(private, ["status"])).status == 0

    @some(8)
    @pytest.mark.parametrize("arguments", LOSSES)
    def test_a_command_whose_server_is_killed_reports_it_and_is_repaired_by_another_run(
        self, prepared: Prepared, fork_server: ForkServer, arguments: list[str], part: int
    ) -> None:
        """It is killed after some changes; the test above loses it at every step."""

        def check(numbers: list[int]) -> None:
            with Launcher(fork_server) as launcher:
                for number in numbers:
                    assert any(is_tried(launcher, number, timeout_s) for timeout_s in TIMEOUTS_S)

        def is_tried(launcher: Launcher, number: int, timeout_s: float) -> bool:
            """Kill the server before a step; return False if a timeout ended the run earlier."""
            with prepared.copy() as private:
                change(private)
                command = command_on(private, arguments, config=with_timeout(private, timeout_s))
                data = str(private.home / "db" / "data")
                killed = launcher.run(
                    replace(command, step=number, server_data=data, clean_up_timeout_s=0.1)
                )
                assert_nothing_runs(private)
                if len(killed.steps) < number:
                    assert UNREACHABLE.fullmatch(killed.output), killed.output
                    return False
                where = f"server killed before step {number}, {undisturbed.steps[number - 1]}"
                is_over = "mongodb endSessions" in undisturbed.steps[:number]
                assert killed.status == int(not is_over), (where, killed.output)
                assert is_over or UNREACHABLE.fullmatch(killed.output), (where, killed.output)
                with opened(private) as on_server:
                    again = replace(made, wildwood=on_server, launcher=launcher)
                    assert_nothing_is_lost(again.found(), made.before, made.after)
                    again.repair(where)
                assert_nothing_runs(private)
            return True

        with prepared.copy() as private, Launcher(fork_server) as launcher:
            change(private)
            with opened(private) as on_server:
                made = scene(launcher, on_server, arguments)
        with prepared.copy() as private, Launcher(fork_server) as launcher:
            change(private)
            undisturbed = launcher.run(command_on(private, arguments))
        assert undisturbed.status == 0, undisturbed.output
        numbers = {*undisturbed.moments()} & {*undisturbed.database_steps()}
        in_lanes(check, undisturbed.once_each(numbers)[::-part])
