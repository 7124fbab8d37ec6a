"""Migration 0002: documents that were stored before totals were, brought up to date."""

import datetime
from typing import Any

import pytest
from pymongo.database import Database
from pymongo_migrate.mongo_migrate import MongoMigrate

from wildwood import config_file, resources
from wildwood.model import Record
from wildwood.runs.session import connection
from wildwood.scoring.features import paper_of
from wildwood.store import Store, documents

from tests.support.installation import Installation

Document = dict[str, Any]

FIRST, SECOND = datetime.date(2015, 3, 5), datetime.date(2015, 3, 12)
LONG = paper_of(Record("", ("Anna Smith", "Bob Smith"), ("Then a Moving Window",)))
OTHER = paper_of(Record("", ("Ann Smith", "Rob Smith"), ("Then a Moving Widow",)))
SHORT = paper_of(Record("", ("Anna Smith",), ("Moving",)))
BARE = paper_of(Record("", (), ()))


def handle(name: str, *papers: Any) -> Document:
    versions = zip((FIRST, SECOND), papers, strict=False)
    document = documents.handle_document(
        name, [documents.version_document(*entry) for entry in versions]
    )
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
    """Migrations, of which the first has run and the documents of its time are stored."""
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


def made(database: Database[Document]) -> tuple[Any, set[str]]:
    return database["handles"].options(), set(database["handles"].index_information())


def test_gives_old_documents_what_new_ones_have(
    migrate: MongoMigrate, database: Database[Document]
) -> None:
    migrate.upgrade("0002_totals")
    assert stored(database) == DOCUMENTS


def test_is_run_by_the_command(
    migrate: MongoMigrate, installation: Installation, database: Database[Document]
) -> None:
    del migrate
    with connection(config_file.load(installation.config)) as opened:
        assert "0002_totals" in Store(opened).migrate()
        Store(opened).prepare()
    assert stored(database) == DOCUMENTS


def test_puts_the_totals_into_the_index_of_features(
    migrate: MongoMigrate, database: Database[Document]
) -> None:
    migrate.upgrade("0002_totals")
    assert made(database)[1] == {"_id_", "features_1_totals_1", "issues.date_1"}


def test_can_be_run_again_where_it_was_broken_off(
    migrate: MongoMigrate, database: Database[Document]
) -> None:
    migrate.upgrade("0002_totals")
    once = made(database)
    database["pymongo_migrate"].delete_one({"name": "0002_totals"})
    migrate.upgrade("0002_totals")
    assert made(database) == once
    assert stored(database) == DOCUMENTS


def test_can_be_taken_back(migrate: MongoMigrate, database: Database[Document]) -> None:
    before = stored(database), made(database)
    migrate.upgrade("0002_totals")
    migrate.downgrade("0001_handles_and_issues")
    assert (stored(database), made(database)) == before
    assert "frequencies" not in database.list_collection_names()
