"""Whatever is killed, and wherever: nothing is lost, and running it again heals it.

Each command is run once undisturbed, which counts its steps (see faults.py), and then once for
each step, before which it, or the private mongod, is killed with signal 9.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from pymongo import MongoClient
from pymongo.database import Database

from wildwood.model import Record
from wildwood.store.private_server import private_server

from tests.support.faults import Ending, Launcher, Order
from tests.support.installation import Installation
from tests.support.servers import end_servers, servers

FIRST, SECOND, THIRD = "2015-03-05", "2015-03-12", "2015-03-19"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_RENAMED = Record(TRADE.handle, AUTHORS, ("Growth and Trade in Open Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))
TAX = Record("RePEc:nbr:nberwo:3", ("Martin Feldstein",), ("Tax Policy in the 1980s",))

KILLED = -9
DATA = ("handles", "issues")

Documents = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class State:
    """All that a wildwood has: its documents, but for when something ran, and its ps files."""

    documents: Documents
    files: dict[str, bytes]

    def visible(self) -> set[tuple[str, bytes]]:
        """The ps files that a reader sees, with what is in them."""
        return {(name, content) for name, content in self.files.items() if name[0] != "."}

    def of(self, collection: str) -> dict[str, dict[str, Any]]:
        """The documents of a collection by their `_id`."""
        return {found["_id"]: found for found in self.documents.get(collection, [])}

    def swap_is_decided(self) -> bool:
        return "swap" in self.of("meta")


def state(database: Database[dict[str, Any]], ps: Path) -> State:
    names = set(database.list_collection_names()) - {"pymongo_migrate"}
    timeless = {"_id": {"$ne": "last_run"}}
    return State(
        {name: list(database[name].find(timeless).sort("_id")) for name in sorted(names)},
        {str(path.relative_to(ps)): path.read_bytes() for path in ps.rglob("*") if path.is_file()}
        | {f"{path.relative_to(ps)}/": b"" for path in ps.rglob("*") if path.is_dir()},
    )


def restore(database: Database[dict[str, Any]], ps: Path, wanted: State) -> None:
    """Bring back a state, as it was but for the indexes, which no command changes."""
    for name, documents in wanted.documents.items():
        database[name].delete_many({})
        if documents:
            database[name].insert_many(documents)
    shutil.rmtree(ps, ignore_errors=True)
    for name, content in wanted.files.items():
        (ps / name).parent.mkdir(parents=True, exist_ok=True)
        (ps / name).write_bytes(content)


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    with Launcher() as made:
        yield made


def assert_nothing_is_lost(found: State, before: State, after: State) -> None:
    """Each ps rif is whole, the old or the new one; so is each document, and no issue is gone."""
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


@dataclass(frozen=True)
class Scene:
    """A command on a wildwood, whose state before and after it are known."""

    wildwood: Installation
    launcher: Launcher
    arguments: list[str]
    before: State
    after: State
    steps: list[str]

    def run(self, step: int = 0, processes: int = 1) -> Ending:
        return run(self.launcher, self.wildwood, self.arguments, step, processes)

    def heal(self, where: str) -> None:
        """Run the command again; nothing tells afterwards that it was broken off."""
        ended = self.run()
        done_already = self.arguments[0] == "forget" and ended.said.startswith("Error: No issue of")
        assert ended.status == int(done_already), (where, ended.said)
        assert self.found() == self.after, where

    def found(self) -> State:
        return state(self.wildwood.database, self.wildwood.ps)

    def broken_off(self, first: int = 1) -> Iterator[str]:
        """The state before it and the command killed, for each step in turn."""
        for number, step in enumerate(self.steps[first - 1 :], first):
            restore(self.wildwood.database, self.wildwood.ps, self.before)
            ended = self.run(number)
            assert ended.status == KILLED, ended.said
            yield f"killed before step {number}, {step}"


def run(
    launcher: Launcher,
    wildwood: Installation,
    arguments: list[str],
    step: int = 0,
    processes: int = 1,
) -> Ending:
    line = [*arguments, "--config", str(wildwood.config)]
    return launcher.run(Order(line, str(wildwood.home), step, processes=processes))


def scene(launcher: Launcher, wildwood: Installation, arguments: list[str]) -> Scene:
    """Run the command undisturbed."""
    before = state(wildwood.database, wildwood.ps)
    ended = run(launcher, wildwood, arguments)
    assert ended.status == 0, ended.said
    after = state(wildwood.database, wildwood.ps)
    assert before != after
    return Scene(wildwood, launcher, arguments, before, after, ended.steps)


@pytest.fixture
def changed(installation: Installation) -> Installation:
    """Two issues; then the second is another one in a file of another name, and one waits."""
    installation.issue(FIRST, TRADE, MONEY)
    installation.issue(SECOND, TRADE, TRADE_AGAIN)
    result = installation.run("rebuild")
    assert result.exit_code == 0, result.output
    change(installation)
    return installation


def change(installation: Installation) -> None:
    """Let the second issue be another one in a file of another name, and a third one wait."""
    (installation.us / f"{SECOND}.amf.xml").unlink()
    installation.issue("20150312", TRADE_RENAMED, TAX, MONEY)
    installation.issue(THIRD, TRADE_AGAIN, TAX)


@contextmanager
def opened(private: Installation) -> Iterator[Database[dict[str, Any]]]:
    """The database of a private server, which runs meanwhile."""
    with (
        private_server(private.home / "db") as path,
        MongoClient[dict[str, Any]](f"mongodb://{quote_plus(str(path))}") as client,
    ):
        yield client["wildwood"]


COMMANDS = [
    pytest.param([SECOND], id="an issue"),
    pytest.param(["forget", SECOND], id="forget"),
    pytest.param(["rebuild", "--workers", "1"], id="a rebuild"),
]


class TestACommandThatIsKilled:
    @pytest.mark.parametrize("arguments", COMMANDS)
    def test_at_any_step_loses_nothing_and_is_healed_by_another_run(
        self, changed: Installation, launcher: Launcher, arguments: list[str]
    ) -> None:
        made = scene(launcher, changed, arguments)
        for where in made.broken_off():
            found = made.found()
            assert_nothing_is_lost(found, made.before, made.after)
            made.heal(where)

    @pytest.mark.long
    def test_at_any_step_of_a_rebuild_with_workers_is_healed_by_another_run(
        self, changed: Installation, launcher: Launcher
    ) -> None:
        made = scene(launcher, changed, ["rebuild", "--workers", "2"])
        restore(changed.database, changed.ps, made.before)
        steps = made.run(processes=2).steps
        for number in range(1, len(steps) + 1):
            restore(changed.database, changed.ps, made.before)
            assert made.run(number, processes=2).status == KILLED
            assert_nothing_is_lost(made.found(), made.before, made.after)
            ended = made.run(processes=2)
            assert ended.status == 0, ended.said
            assert made.found() == made.after, f"killed before step {number} of {steps}"

    def test_at_any_step_of_the_first_issue_is_healed_by_another_run(
        self, installation: Installation, launcher: Launcher
    ) -> None:
        installation.issue(FIRST, TRADE, MONEY)
        made = scene(launcher, installation, [FIRST])
        for number, step in enumerate(made.steps, 1):
            installation.database.client.drop_database(installation.database.name)
            shutil.rmtree(installation.ps)
            assert made.run(number).status == KILLED
            made.heal(f"killed before step {number}, {step}")

    def test_in_a_swap_is_healed_by_one_that_only_reads(
        self, changed: Installation, launcher: Launcher
    ) -> None:
        made = scene(launcher, changed, ["rebuild", "--workers", "1"])
        decided = 0
        for where in made.broken_off(made.steps.index("mongodb insert") + 1):
            if made.found().swap_is_decided():
                decided += 1
                assert changed.run("status").exit_code == 0, where
                assert made.found() == made.after, where
        assert decided > 5

    def test_in_a_swap_is_healed_by_the_shell(
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
        healed = made.found()
        assert set(healed.documents) == set(made.after.documents)
        assert not [name for name in healed.files if name.startswith(".")]


class TestAtThePrivateServer:
    @pytest.fixture
    def private(self, installation: Installation) -> Iterator[Installation]:
        """Two issues, rebuilt."""
        with tempfile.TemporaryDirectory(prefix="w") as home:
            made = Installation(Path(home), "", installation.database)
            made.us.mkdir()
            paths = "".join(f'{name} = "{home}/{name}"\n' for name in ("us", "ps", "db"))
            made.config.write_text(f"[paths]\n{paths}", encoding="utf-8")
            made.issue(FIRST, TRADE, MONEY)
            made.issue(SECOND, TRADE, TRADE_AGAIN)
            result = made.run("rebuild")
            assert result.exit_code == 0, result.output
            yield made
            end_servers(made.home / "db")

    @staticmethod
    def assert_nothing_runs(wildwood: Installation) -> None:
        assert servers(wildwood.home / "db") == []
        assert not (wildwood.home / "db" / "socket").exists()

    def test_a_command_that_is_killed_as_it_starts_or_stops_it_is_healed_by_another_run(
        self, private: Installation, launcher: Launcher
    ) -> None:
        order = Order([SECOND, "--config", str(private.config)], str(private.home))
        undisturbed = launcher.run(order)
        for number in undisturbed.outer_steps():
            where = f"killed before step {number}, {undisturbed.steps[number - 1]}"
            killed = launcher.run(replace(order, step=number))
            assert killed.status == KILLED, (where, killed.said)
            ended = launcher.run(order)
            assert ended.status == 0, (where, ended.said)
            self.assert_nothing_runs(private)
        assert private.run("status").exit_code == 0

    @pytest.mark.parametrize(
        "arguments",
        [
            pytest.param([SECOND], id="an issue"),
            pytest.param(["forget", SECOND], id="forget", marks=pytest.mark.long),
            pytest.param(["rebuild", "--workers", "1"], id="a rebuild", marks=pytest.mark.long),
        ],
    )
    def test_a_command_whose_server_is_killed_says_so_and_is_healed_by_another_run(
        self, private: Installation, launcher: Launcher, arguments: list[str]
    ) -> None:
        change(private)
        hasty = private.home / "hasty.toml"
        patience = "[mongodb]\nconnect_timeout_s = 0.4\ntimeout_s = 0.4\n"
        hasty.write_text(private.config.read_text(encoding="utf-8") + patience, encoding="utf-8")
        order = Order([*arguments, "--config", str(hasty)], str(private.home))
        with opened(private) as database:
            made = scene(launcher, replace(private, database=database), arguments)
            restore(database, private.ps, made.before)
        undisturbed = launcher.run(order)
        with opened(private) as database:
            restore(database, private.ps, made.before)
        data = str(private.home / "db" / "data")
        for number in undisturbed.database_steps():
            where = f"server killed before step {number}, {undisturbed.steps[number - 1]}"
            ended = launcher.run(replace(order, step=number, server=data))
            self.assert_nothing_runs(private)
            said_so = re.fullmatch(r"Error: MongoDB at the private server [^\n]*\.\n", ended.said)
            is_over = "mongodb endSessions" in undisturbed.steps[:number]
            assert ended.status == int(not is_over), (where, ended.said)
            assert is_over or said_so, (where, ended.said)
            with opened(private) as database:
                again = replace(made, wildwood=replace(private, database=database))
                assert_nothing_is_lost(again.found(), made.before, made.after)
                again.heal(where)
                restore(database, private.ps, made.before)
            self.assert_nothing_runs(private)
