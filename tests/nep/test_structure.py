"""Validators and indexes that something else removed or altered are named, and made again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pymongo.collection import Collection
from pymongo.database import Database

from wildwood.kernel import settings
from wildwood.nep.schema import structure_of_migrations
from wildwood.nep.session import connection, open_store, writing_store
from wildwood.nep.store import Store

from tests.support.counted_commands import counted_commands
from tests.support.databases import MIGRATIONS, Databases, collections_of
from tests.support.installation import Installation
from tests.support.rebuilt import interrupted_at
from tests.support.state import documents_of
from tests.support.structure import FILE, made_structure, migrated_structure

AnyDatabase = Database[dict[str, Any]]
Damage = Callable[[AnyDatabase], object]

FEATURES = "features_1_totals_1"


def test_the_file_says_what_the_migrations_make(unused_database: AnyDatabase) -> None:
    """If this fails, run `python -m tests.support.structure`."""
    assert migrated_structure(unused_database) == FILE.read_text(encoding="utf-8")


class TestANewDatabase:
    def test_has_the_structure_of_the_file(self, unused_database: AnyDatabase) -> None:
        assert made_structure(unused_database) == FILE.read_text(encoding="utf-8")

    def test_has_the_documents_that_the_migrations_leave(self, databases: Databases) -> None:
        with databases.unused() as at_once, databases.unused() as one_by_one:
            made_structure(at_once)
            migrated_structure(one_by_one)
            assert documents_of(at_once, {MIGRATIONS}) == documents_of(one_by_one, {MIGRATIONS})

    @pytest.mark.parametrize("step", [0, 1, 6, 13, 18])
    def test_that_was_broken_off_has_it_after_the_next_command(
        self, unused_database: AnyDatabase, step: int
    ) -> None:
        writes = (
            (Database, "create_collection"),
            (Database, "command"),
            (Collection, "replace_one"),
        )
        with interrupted_at(step, writes), pytest.raises(KeyboardInterrupt):
            made_structure(unused_database)
        assert made_structure(unused_database) == FILE.read_text(encoding="utf-8")


@pytest.fixture
def store(installation: Installation, unused_database: AnyDatabase) -> Iterator[Store]:
    """The store of a database whose structure a test may damage."""
    assert unused_database.name == installation.database.name
    with open_store(settings.load_config(installation.config)) as opened:
        yield opened


@pytest.fixture
def database(unused_database: AnyDatabase) -> AnyDatabase:
    return unused_database


def an_index(database: AnyDatabase) -> None:
    database["handles"].drop_index(FEATURES)


def an_index_of_extractions(database: AnyDatabase) -> None:
    database["extractions"].drop_index("sub_1")


def an_index_of_words(database: AnyDatabase) -> None:
    database["neologisms"].drop_index("sources.source_1")


def options_of_an_index(database: AnyDatabase) -> None:
    database["handles"].drop_index(FEATURES)
    database["handles"].create_index([("features", 1), ("totals", 1)], sparse=True)


def the_key_of_an_index(database: AnyDatabase) -> None:
    database["handles"].drop_index(FEATURES)
    database["handles"].create_index("totals", name=FEATURES)


def options_of_an_index_with_another_name(database: AnyDatabase) -> None:
    database["handles"].drop_index(FEATURES)
    database["handles"].create_index([("features", 1), ("totals", 1)], name="ours")


def a_validator(database: AnyDatabase) -> None:
    database.command("collMod", "issues", validator={})


def the_action_of_a_validator(database: AnyDatabase) -> None:
    database.command("collMod", "issues", validationAction="warn")


def a_view(database: AnyDatabase) -> None:
    database.command("collMod", "papers", viewOn="handles", pipeline=[])


LOST = {
    an_index: f"the index {FEATURES} of handles",
    an_index_of_extractions: "the index sub_1 of extractions",
    an_index_of_words: "the index sources.source_1 of neologisms",
    options_of_an_index: f"the index {FEATURES} of handles",
    the_key_of_an_index: f"the index {FEATURES} of handles",
    options_of_an_index_with_another_name: f"the index {FEATURES} of handles",
    a_validator: "the validator of issues",
    the_action_of_a_validator: "the validator of issues",
    a_view: "the view papers",
}


def test_nothing_is_lost_if_nothing_was_removed(store: Store) -> None:
    assert store.schema.lost() == []


@pytest.mark.parametrize(("remove", "name"), LOST.items(), ids=[damage.__name__ for damage in LOST])
class TestWhatIsLost:
    def test_is_named(self, store: Store, database: AnyDatabase, remove: Damage, name: str) -> None:
        remove(database)
        assert store.schema.lost() == [name]

    def test_is_made_again(
        self, store: Store, database: AnyDatabase, remove: Damage, name: str
    ) -> None:
        remove(database)
        assert store.schema.repair() == [name]
        assert store.schema.lost() == []


def test_all_indexes_are_made_again_with_the_documents_in_place(
    store: Store, database: AnyDatabase
) -> None:
    for name in collections_of(database):
        database[name].drop_indexes()
    assert len(store.schema.repair()) == 10
    assert store.schema.lost() == []


def test_an_index_of_the_operator_stays(store: Store, database: AnyDatabase) -> None:
    database["handles"].create_index("issues.names")
    assert store.schema.lost() == []
    an_index(database)
    store.schema.repair()
    assert "issues.names_1" in database["handles"].index_information()


@pytest.mark.usefixtures("store")
def test_a_command_that_writes_makes_again_what_is_lost(
    database: AnyDatabase, installation: Installation
) -> None:
    an_index(database)
    with writing_store(settings.load_config(installation.config), "wildwood latest"):
        assert FEATURES in database["handles"].index_information()


@pytest.mark.usefixtures("store")
def test_a_command_that_reads_does_not(database: AnyDatabase, installation: Installation) -> None:
    an_index(database)
    with open_store(settings.load_config(installation.config)):
        assert FEATURES not in database["handles"].index_information()


@pytest.mark.usefixtures("store")
def test_the_service_makes_again_what_is_lost(
    database: AnyDatabase, installation: Installation
) -> None:
    an_index_of_extractions(database)
    with open_store(settings.load_config(installation.config), creates=True):
        assert "sub_1" in database["extractions"].index_information()


@pytest.mark.usefixtures("store")
def test_to_look_takes_one_command_for_each_collection_with_indexes_and_one_more(
    installation: Installation,
) -> None:
    with (
        counted_commands() as commands,
        connection(settings.load_config(installation.config)) as opened,
    ):
        before = commands.sent.copy()
        Store(opened).schema.lost()
    number = sum(bool(made["indexes"]) for made in structure_of_migrations().values())
    assert commands.sent - before == {"listCollections": 1, "listIndexes": number}


@pytest.mark.usefixtures("store")
def test_to_open_a_store_takes_one_list_of_its_collections(installation: Installation) -> None:
    with counted_commands() as commands, open_store(settings.load_config(installation.config)):
        assert commands.sent == {"listCollections": 1, "find": 2}
