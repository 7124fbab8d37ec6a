"""A private database whose data files another version of MongoDB has made.

A script in place of a newer mongod refuses data files that it has not made, as MongoDB 8.0 refuses
those of 6.0: with its log entry and its exit status (in its source, `mongod_main.cpp`).
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, NoReturn

import pytest
from pymongo import MongoClient

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import ServerError
from wildwood.kernel.settings import load_config
from wildwood.nep import private_server as private_server_module
from wildwood.nep.mongod import embedded_mongod, find_mongod, version_of
from wildwood.nep.private_server import move_data, private_server
from wildwood.nep.session import connection

from tests.support.databases import collections_of
from tests.support.installation import Installation
from tests.support.mongod import memory_folder
from tests.support.servers import end_servers, servers

DATE = "2015-03-05"
TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
AGAIN = Record("RePEc:cpr:ceprdp:1", TRADE.names, TRADE.titles)
ENTRY = {
    "s": "F",
    "c": "CONTROL",
    "id": 20573,
    "ctx": "initandlisten",
    "msg": "Wrong mongod version",
    "attr": {
        "error": "UPGRADE PROBLEM: Found an invalid featureCompatibilityVersion document (ERROR:"
        " Location4926900: Invalid featureCompatibilityVersion document in admin.system.version:"
        ' { _id: "featureCompatibilityVersion", version: "6.0" }. :: caused by :: Invalid feature'
        " compatibility version value '6.0'; expected '7.0' or '7.3' or '8.0'."
    },
}
NEWER = """#!/bin/sh
for argument; do
    case $previous in --dbpath) data=$argument ;; --logpath) log=$argument ;; esac
    previous=$argument
done
if [ -n "$data" ] && [ -n "$(ls -A "$data")" ] && [ ! -e "$data/newer" ]; then
    cat > "$log" << 'END'
{entry}
END
    exit 62
fi
[ -z "$data" ] || touch "$data/newer"
exec '{mongod}' "$@"
"""

State = dict[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Prepared:
    """An installation whose private server is stopped, and what its database contains."""

    home: Path
    state: State


@pytest.fixture(scope="module")
def prepared() -> Iterator[Prepared]:
    """Make a private database that has learned words and an operator's index."""
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as home:
        made = installed(Path(home))
        made.us.mkdir()
        made.config.write_text('[paths]\nus = "us"\nps = "ps"\ndb = "db"\n', encoding="utf-8")
        made.issue(DATE, TRADE, AGAIN)
        assert made.run("latest").exit_code == 0
        with connection(load_config(made.config)) as opened:
            opened.collection("neologisms").insert_one(
                {"_id": "wildwoodian", "entries": 12, "sources": [{"source": "a", "entries": 12}]}
            )
            opened.collection("handles").create_index("issues.names", name="by name")
        yield Prepared(made.home, state(made))
        end_servers(made.home / "db")


@pytest.fixture
def private(prepared: Prepared) -> Iterator[Installation]:
    """Copy the installation to a folder whose path has room for a socket."""
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as home:
        shutil.copytree(prepared.home, home, dirs_exist_ok=True)
        yield installed(Path(home))
        end_servers(Path(home, "db"))


def installed(home: Path) -> Installation:
    return Installation(home, "", MongoClient(connect=False)["unused"])


@pytest.fixture
def newer(private: Installation, on_path: Callable[[str], Path]) -> Path:
    """Put a newer mongod on PATH."""
    assert (private.home / "db").exists()
    return on_path(NEWER.format(mongod=find_mongod(), entry=json.dumps(ENTRY)))


def state(private: Installation) -> State:
    """Return the documents, options and indexes of all collections."""
    with connection(load_config(private.config)) as opened:
        return {
            name: (
                list(opened.collection(name).find().sort("_id")),
                opened.collection(name).options(),
                {} if name == "papers" else opened.collection(name).index_information(),
            )
            for name in [*collections_of(opened.database), "papers"]
        }


def refusal(private: Installation, program: Path) -> str:
    return (
        f"Error: The data files in {private.home / 'db'} are those of another version of MongoDB"
        f" than {program}; run wildwood migrate, with --server and the mongod that made them if"
        " that is not the embedded one.\n"
    )


@pytest.mark.parametrize("command", ["status", "latest"])
def test_a_command_names_the_cure(private: Installation, newer: Path, command: str) -> None:
    result = private.run(command)
    assert (result.exit_code, result.stderr) == (1, refusal(private, newer))


def test_migrate_copies_all_to_files_of_the_newer_mongod(
    private: Installation, prepared: Prepared, newer: Path
) -> None:
    assert newer == find_mongod()
    result = private.run("migrate")
    kept = private.home / "db" / f"data-{version_of(newer)}"
    assert result.exit_code == 0
    assert result.stderr == (
        f"Moved all data to new files; remove the old ones in {kept} when all is well.\n"
        "Ran nothing: the schema is already that of this version.\n"
    )
    assert (kept / "WiredTiger").exists()
    assert (private.home / "db" / "data" / "newer").exists()
    assert not (private.home / "db" / "moving").exists()
    assert {"handles", "issues", "neologisms"} <= prepared.state.keys()
    assert state(private) == prepared.state
    assert private.run("status", "-q").exit_code == 0


def test_migrate_needs_the_old_mongod_if_none_is_embedded(
    private: Installation, prepared: Prepared, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = embedded_mongod()

    def absent(name: str) -> NoReturn:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    result = private.run("migrate")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: The extra 'embedded' is not installed; with --server, give the mongod that made the"
        f" data files in {private.home / 'db'}.\n"
    )
    assert private.run("migrate", "--server", str(old)).exit_code == 0
    assert state(private) == prepared.state
    assert newer == find_mongod()


def test_migrate_with_a_mongod_that_cannot_read_the_files_either_changes_nothing(
    private: Installation, newer: Path
) -> None:
    result = private.run("migrate", "--server", str(newer))
    assert (result.exit_code, result.stderr) == (1, refusal(private, newer))
    assert is_unchanged(private)


def test_migrate_refuses_a_program_that_is_no_mongod(private: Installation, newer: Path) -> None:
    assert newer.exists()
    result = private.run("migrate", "--server", "/bin/true")
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: /bin/true does not say its version; give a mongod that runs here.\n",
    )


@pytest.mark.usefixtures("newer")
class TestInterrupted:
    def test_while_it_copies_it_changes_nothing(
        self, private: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for error in (KeyboardInterrupt(), ServerError("The disk is full.")):
            with monkeypatch.context() as patch:
                patch.setattr(private_server_module, "_copy_database", raising(error))
                assert private.run("migrate").exit_code == 1
            assert is_unchanged(private)
        assert private.run("migrate").exit_code == 0

    def test_between_old_and_new_files_the_next_command_continues(
        self, private: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", once(Path.rename))
            assert private.run("migrate").exit_code == 1
        assert not (private.home / "db" / "data").exists()
        assert private.run("status", "-q").exit_code == 0


def raising(error: BaseException) -> Callable[..., NoReturn]:
    def call(*_: object) -> NoReturn:
        raise error

    return call


def once(original: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function run once, and interrupt the program instead of the second call."""
    calls = iter([original])

    def call(*arguments: Any) -> Any:
        return next(calls, raising(KeyboardInterrupt()))(*arguments)

    return call


def is_unchanged(private: Installation) -> bool:
    """Return whether the old files are in use, with no other ones and no server."""
    db = private.home / "db"
    names = {path.name for path in db.iterdir() if path.is_dir()}
    return names == {"data"} and not (db / "data" / "newer").exists() and servers(db) == []


class TestMoveData:
    def test_needs_the_database_for_itself(self, private: Installation) -> None:
        db, program = private.home / "db", find_mongod()
        settings = load_config(private.config).mongodb
        with private_server(db), pytest.raises(ServerError) as caught:
            move_data(db, program, program, settings)
        assert str(caught.value) == (
            f"Another command uses {db}; run this one again when it has finished."
        )

    def test_does_not_replace_older_files_that_were_kept(self, private: Installation) -> None:
        db, program = private.home / "db", find_mongod()
        kept = db / f"data-{version_of(program)}"
        kept.mkdir()
        with pytest.raises(ServerError) as caught:
            move_data(db, program, program, load_config(private.config).mongodb)
        assert str(caught.value) == (
            f"{kept} is there already; move it away and run this command again."
        )
