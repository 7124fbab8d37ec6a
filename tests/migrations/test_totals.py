"""Migration 0002: totals for documents that were stored without them."""

import datetime
from typing import Any

import pytest
from pymongo.database import Database
from pymongo_migrate.mongo_migrate import MongoMigrate

from wildwood import config_file, resources
from wildwood.model import Record
from wildwood.runs.session import connection
from wildwood.scoring.features import paper_of
from wildwood.store import Store
from wildwood.store.handles import documents

from tests.support.installation import Installation
from tests.support.issues import version_document

Document = dict[str, Any]

FIRST, SECOND = datetime.date(2015, 3, 5), datetime.date(2015, 3, 12)
LONG = paper_of(Record("", ("Anna Smith", "Bob Smith"), ("Then a Moving Window",)))
OTHER = paper_of(Record("", ("Ann Smith", "Rob Smith"), ("Then a Moving Widow",)))
SHORT = paper_of(Record("", ("Anna Smith",), ("Moving",)))
BARE = paper_of(Record("", (), ()))


def handle(name: str, *papers: Any) -> Document:
    versions = zip((FIRST, SECOND), papers, strict=False)
    document = documents.handle_document(name, [version_document(*entry) for entry in versions])
    assert document is not None
    return document


DOCUMENTS = [
    handle("a", LONG),
    handle("b", LONG, OTHER),
    handle("c", LONG, SHORT),
    handle("d", BARE),
]


@pytest.fixture
def migrate(database: Database[Document]) -> MongoMigrate:
    """The migrations, after the first one has run and documents of that schema are stored."""
    migrations = MongoMigrate(
        client=database.client,
        database=database.name,
        migrations_dir=str(resources.folder("migrations")),
        migrations_collection="pymongo_migrate",
    )
    migrations.upgrade("0001_handles_and_issues")
    for document in DOCUMENTS:
        old = {key: value for key, value in document.items() if key != "totals"}
        database["handles"].insert_one(old)
    return migrations


def stored(database: Database[Document]) -> list[Document]:
    return list(database["handles"].find().sort("_id"))


def structure(database: Database[Document]) -> tuple[Any, set[str]]:
    return database["handles"].options(), set(database["handles"].index_information())


def test_makes_old_documents_equal_to_new_ones(
    migrate: MongoMigrate, database: Database[Document]
) -> None:
    migrate.upgrade("0002_totals")
    assert stored(database) == DOCUMENTS


def test_runs_with_the_migrate_command(
    migrate: MongoMigrate, installation: Installation, database: Database[Document]
) -> None:
    del migrate
    with connection(config_file.load(installation.config)) as opened:
        assert "0002_totals" in Store(opened).migrate()
        Store(opened).prepare()
    assert stored(database) == DOCUMENTS


def test_adds_the_totals_to_the_index_of_features(
    migrate: MongoMigrate, database: Database[Document]
) -> None:
    migrate.upgrade("0002_totals")
    assert structure(database)[1] == {"_id_", "features_1_totals_1", "issues.date_1"}


def test_can_run_again_after_an_interruption(
    migrate: MongoMigrate, database: Database[Document]
) -> None:
    migrate.upgrade("0002_totals")
    once = structure(database)
    database["pymongo_migrate"].delete_one({"name": "0002_totals"})
    migrate.upgrade("0002_totals")
    assert structure(database) == once
    assert stored(database) == DOCUMENTS


def test_can_be_reversed(migrate: MongoMigrate, database: Database[Document]) -> None:
    before = stored(database), structure(database)
    migrate.upgrade("0002_totals")
    migrate.downgrade("0001_handles_and_issues")
    assert (stored(database), structure(database)) == before
    assert "frequencies" not in database.list_collection_names()
