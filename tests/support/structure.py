"""What the migrations make; `python -m tests.support.structure` writes it beside them."""

import json
from typing import Any

from pymongo.database import Database

from wildwood.kernel import files
from wildwood.nep.connection import Connection
from wildwood.nep.schema import Schema, read_indexes

from tests.support.databases import MIGRATIONS, collections_of, databases_on
from tests.support.mongod import running_mongod
from tests.support.waiting import TIMEOUT_S

FILE = files.folder("migrations") / "structure.json"


def migrated_structure(database: Database[dict[str, Any]]) -> str:
    """Run each migration in an unused database; return what they have made as JSON."""
    # Without any collection, all that the file says would be made at once.
    database.create_collection("handles")
    return made_structure(database)


def made_structure(database: Database[dict[str, Any]]) -> str:
    """Bring a database to the schema of this version; return its structure as JSON."""
    connection = Connection(database, "the server of the tests", TIMEOUT_S)
    Schema(connection).migrate()
    has_indexes = collections_of(database)
    made = {
        collection["name"]: {
            "options": collection["options"],
            "indexes": read_indexes(connection, collection["name"])
            if collection["name"] in has_indexes
            else [],
        }
        for collection in list(database.list_collections())
        if collection["name"] not in {MIGRATIONS, "system.views"}
    }
    return json.dumps(dict(sorted(made.items())), indent=1) + "\n"


if __name__ == "__main__":
    with (
        running_mongod() as server,
        databases_on(server) as databases,
        databases.unused() as unused,
    ):
        FILE.write_text(migrated_structure(unused), encoding="utf-8")
