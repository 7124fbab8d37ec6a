"""The schema: created by the first command, checked by each, changed only by migrations."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from pymongo.collection import Collection
from pymongo.database import Database

from wildwood.kernel import files
from wildwood.kernel.errors import LockedError, StoreError
from wildwood.kernel.settings import load_config
from wildwood.nep import schema
from wildwood.nep.connection import Connection, connect
from wildwood.nep.session import connection
from wildwood.nep.store import Store

from tests.support.installation import Installation
from tests.support.usual_papers import TRADE

Document = dict[str, Any]

ISSUE: Document = {"_id": "2015-03-05", "rif": "2015-03-05.amf.xml", "papers": 490}
MORE = "9999_more"
ADDED = """
def upgrade(db):
    db["handles"].create_index("issues.names")
    db["issues"].update_many({}, {"$set": {"digest": "later"}})
"""


SLOW = """
def upgrade(db):
    db["pymongo_migrate"].find_one({"$where": "sleep(1500) || true"})
"""


@pytest.fixture
def database(unused_database: Database[Document]) -> Database[Document]:
    return unused_database


@pytest.fixture
def opened(installation: Installation) -> Iterator[Connection]:
    """A connection to an unused database."""
    with connection(load_config(installation.config)) as connected:
        yield connected


@contextmanager
def one_more_migration(folder: Path, text: str = ADDED) -> Iterator[None]:
    """Add a migration, as a later version of Wildwood would have."""
    shutil.copytree(files.folder("migrations"), folder / "migrations")
    (folder / "migrations" / f"{MORE}.py").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "folder", folder.joinpath)
        yield


def structure(database: Database[Document]) -> dict[str, Any]:
    """Return the options and indexes of the collections of papers and issues."""
    return {
        name: (
            database[name].options(),
            sorted(str(dict(index["key"])) for index in database[name].list_indexes()),
        )
        for name in ("handles", "issues", "similar")
    }


class TestTheFirstUse:
    def test_runs_all_migrations(self, opened: Connection) -> None:
        assert schema.Schema(opened).is_new()
        Store(opened).prepare()
        assert schema.Schema(opened).applied() == schema.shipped_migrations()

    def test_creates_the_collections_and_their_indexes(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        Store(opened).prepare()
        assert {name: indexes for name, (_, indexes) in structure(database).items()} == {
            "handles": [
                "{'_id': 1}",
                "{'features': 1, 'totals': 1}",
                "{'issues.stamp': 1}",
            ],
            "issues": ["{'_id': 1}"],
            "similar": ["{'_id': 1}", "{'handle': 1}", "{'similar': 1}"],
        }

    def test_leaves_no_lock_behind(self, opened: Connection, database: Database[Document]) -> None:
        Store(opened).prepare()
        assert list(database["meta"].find()) == []

    def test_finishes_an_interrupted_migration(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        database.create_collection("handles")
        Store(opened).prepare()
        finished = structure(database)
        database.client.drop_database(database.name)
        Store(opened).prepare()
        assert structure(database) == finished

    def test_can_be_by_several_commands_at_once(
        self, installation: Installation, database: Database[Document]
    ) -> None:
        together = threading.Barrier(4)
        failures: list[BaseException] = []

        def prepare(store: Store) -> None:
            together.wait()
            try:
                store.prepare()
            except BaseException as error:  # noqa: BLE001 - it is shown by the test's thread
                failures.append(error)

        with ExitStack() as stack:
            loaded = load_config(installation.config)
            stores = [Store(stack.enter_context(connection(loaded))) for _ in range(4)]
            threads = [threading.Thread(target=prepare, args=(store,)) for store in stores]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert failures == []
        records = [record["name"] for record in database["pymongo_migrate"].find()]
        assert records == schema.shipped_migrations()


class TestMigrating:
    def test_names_the_migrations_that_ran(self, opened: Connection) -> None:
        assert Store(opened).migrate() == schema.shipped_migrations()

    def test_a_second_time_does_nothing(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        Store(opened).migrate()
        before = structure(database)
        assert Store(opened).migrate() == []
        assert structure(database) == before

    def test_changes_the_stored_documents(
        self, opened: Connection, database: Database[Document], tmp_path: Path
    ) -> None:
        Store(opened).prepare()
        database["issues"].insert_one(ISSUE)
        with one_more_migration(tmp_path / "later"):
            assert Store(opened).migrate() == [MORE]
        assert list(database["issues"].find()) == [{**ISSUE, "digest": "later"}]

    def test_can_take_longer_than_any_other_operation(
        self, opened: Connection, installation: Installation, tmp_path: Path
    ) -> None:
        Store(opened).prepare()
        settings = replace(load_config(installation.config).mongodb, timeout_s=1)
        with connect(settings, None) as impatient, one_more_migration(tmp_path / "later", SLOW):
            assert Store(impatient).migrate() == [MORE]

    def test_is_refused_while_another_command_writes(
        self, opened: Connection, installation: Installation
    ) -> None:
        with (
            connection(load_config(installation.config)) as other,
            Store(other).lock.held("wildwood 2015-03-05"),
            pytest.raises(LockedError, match="writing: wildwood 2015-03-05"),
        ):
            Store(opened).migrate()


class TestTheHistory:
    """Its documents are those of the library pymongo-migrate, which versions before 1.0 used."""

    def test_has_the_name_and_the_time_of_each_migration(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        Store(opened).prepare()
        records = list(database["pymongo_migrate"].find({}, {"_id": False}))
        assert [[*record] for record in records] == [["name", "applied"]] * len(records)
        assert [record["name"] for record in records] == schema.shipped_migrations()
        assert {type(record["applied"]) for record in records} == {datetime}

    def test_can_say_that_a_migration_was_taken_back(
        self, opened: Connection, database: Database[Document], tmp_path: Path
    ) -> None:
        Store(opened).prepare()
        database["pymongo_migrate"].insert_one({"name": MORE, "applied": None})
        with one_more_migration(tmp_path / "later"):
            assert Store(opened).migrate() == [MORE]
        assert database["pymongo_migrate"].count_documents({"name": MORE}) == 1


class TestAnOlderSchema:
    @pytest.fixture(autouse=True)
    def _older(
        self, opened: Connection, database: Database[Document], tmp_path: Path
    ) -> Iterator[None]:
        Store(opened).prepare()
        database["issues"].insert_one(ISSUE)
        with one_more_migration(tmp_path / "later"):
            yield

    def test_is_refused_with_advice(self, opened: Connection, database: Database[Document]) -> None:
        with pytest.raises(StoreError) as caught:
            Store(opened).prepare()
        assert str(caught.value) == (
            f"The database {database.name} has an older schema (without {MORE});"
            " run `wildwood migrate`."
        )

    def test_is_not_changed_by_the_refusal(self, opened: Connection) -> None:
        with pytest.raises(StoreError):
            Store(opened).prepare()
        assert MORE not in schema.Schema(opened).applied()

    def test_is_migrated_if_nothing_is_stored(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        database["issues"].delete_many({})
        Store(opened).prepare()
        assert MORE in schema.Schema(opened).applied()

    def test_is_migrated_after_a_migration_that_was_broken_off(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        broken_off = patch.object(Collection, "update_many", side_effect=KeyboardInterrupt)
        with broken_off, pytest.raises(KeyboardInterrupt):
            Store(opened).migrate()
        with pytest.raises(StoreError, match="has an older schema"):
            Store(opened).prepare()
        assert Store(opened).migrate() == [MORE]
        assert list(database["issues"].find()) == [{**ISSUE, "digest": "later"}]

    def test_is_updated_by_migrate(self, opened: Connection, database: Database[Document]) -> None:
        assert Store(opened).migrate() == [MORE]
        Store(opened).prepare()
        assert "{'issues.names': 1}" in structure(database)["handles"][1]


class TestANewerSchema:
    MESSAGE = (
        "The database {} was made by a newer Wildwood (9999_more);"
        " update Wildwood: run `pip install .` in an up-to-date checkout."
    )

    @pytest.fixture(autouse=True)
    def _newer(self, opened: Connection, tmp_path: Path) -> None:
        with one_more_migration(tmp_path / "later"):
            Store(opened).prepare()

    def test_is_refused_with_advice(self, opened: Connection, database: Database[Document]) -> None:
        with pytest.raises(StoreError) as caught:
            Store(opened).prepare()
        assert str(caught.value) == self.MESSAGE.format(database.name)

    def test_is_refused_by_migrate_too(
        self, opened: Connection, database: Database[Document]
    ) -> None:
        with pytest.raises(StoreError) as caught:
            Store(opened).migrate()
        assert str(caught.value) == self.MESSAGE.format(database.name)


class TestASchemaOfADevelopmentVersion:
    """A migration that this version does not have is not newer than the ones that it has."""

    @pytest.fixture(autouse=True, params=[["0004_extraction"], ["0004_extraction", "0005_stamps"]])
    def _other(
        self, opened: Connection, database: Database[Document], request: pytest.FixtureRequest
    ) -> None:
        Store(opened).prepare()
        records = [{"name": name, "applied": datetime.now(UTC)} for name in request.param]
        database["pymongo_migrate"].insert_many(records)

    @pytest.mark.parametrize("command", [Store.prepare, Store.migrate])
    def test_is_refused_with_advice(
        self,
        opened: Connection,
        database: Database[Document],
        command: Callable[[Store], object],
    ) -> None:
        with pytest.raises(StoreError) as caught:
            command(Store(opened))
        assert str(caught.value) == (
            f"The database {database.name} was made by a development version of Wildwood"
            " (0004_extraction), and cannot be migrated; set another name in mongodb.database, and"
            " run wildwood_all."
        )

    def test_leaves_a_database_of_another_name_to_be_built(
        self, installation: Installation, database: Database[Document]
    ) -> None:
        text = installation.config.read_text(encoding="utf-8")
        renamed = text.replace(database.name, f"{database.name}_2")
        installation.config.write_text(renamed, encoding="utf-8")
        installation.issue(ISSUE["_id"], TRADE)
        result = installation.run("rebuild")
        database.client.drop_database(f"{database.name}_2")
        assert result.exit_code == 0, result.output


def test_an_older_schema_without_its_validators_is_migrated(
    opened: Connection, database: Database[Document]
) -> None:
    Store(opened).prepare()
    database["issues"].insert_one(ISSUE)
    database["pymongo_migrate"].delete_many({"name": {"$gt": "0003"}})
    database.command("collMod", "handles", validator={})
    assert Store(opened).migrate() == schema.shipped_migrations()[2:]
    Store(opened).prepare()
    assert Store(opened).schema.lost() == []


def test_a_schema_of_this_version_is_opened_while_another_command_writes(
    opened: Connection, installation: Installation
) -> None:
    Store(opened).prepare()
    with (
        connection(load_config(installation.config)) as other,
        Store(other).lock.held("wildwood_all"),
    ):
        Store(opened).prepare()
        assert Store(opened).issues() == []
