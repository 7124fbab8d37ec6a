"""Dumps of an installation's database, restored later as with `mongorestore --drop`."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pymongo.database import Database

from tests.support.databases import collections_of

Documents = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Dump:
    """The documents, indexes and options of all collections at one time."""

    documents: Documents
    indexes: Documents
    options: dict[str, dict[str, Any]]

    def restore(self, database: Database[dict[str, Any]], only: Collection[str]) -> None:
        """Put collections in place of those that are there; drop those that the dump lacks."""
        for name in only:
            database.drop_collection(name)
            if name in self.documents:
                database.create_collection(name, **self.options[name])
                database.command("createIndexes", name, indexes=self.indexes[name])
                if self.documents[name]:
                    database[name].insert_many(self.documents[name])


def dump_of(database: Database[dict[str, Any]]) -> Dump:
    """Dump all collections."""
    names = collections_of(database)
    return Dump(
        {name: list(database[name].find()) for name in names},
        {name: [dict(index) for index in database[name].list_indexes()] for name in names},
        {name: dict(database[name].options()) for name in names},
    )
