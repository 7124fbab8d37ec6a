"""Check the schema of the database, migrate it to that of this version, and repair it."""

import json
import runpy
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from operator import itemgetter
from typing import Any

from pymongo.database import Database
from pymongo.errors import CollectionInvalid, OperationFailure

from wildwood.kernel import files
from wildwood.kernel.errors import StoreError
from wildwood.nep.connection import Connection, Document, translated

_DEFAULTS: Document = {"validationLevel": "strict", "validationAction": "error"}
_ID = "_id_"
_NAMESPACE_EXISTS = 48
_OF_THE_SERVER = {"v", "ns", "background"}  # keys of an index that depend on the server

Repair = Callable[[], object]


def structure_of_migrations() -> dict[str, Any]:
    """Return the options and indexes that the migrations make."""
    text = (files.folder("migrations") / "structure.json").read_text(encoding="utf-8")
    structure: dict[str, Any] = json.loads(text)
    return structure


def read_indexes(connection: Connection, collection: str) -> list[Document]:
    indexes = connection.collection(collection).list_indexes()
    plain = [{key: index[key] for key in index if key not in _OF_THE_SERVER} for index in indexes]
    return sorted((index for index in plain if index["name"] != _ID), key=itemgetter("name"))


def differences(connection: Connection) -> Iterator[tuple[str, Repair]]:
    """Yield what is missing or altered, not additional, and a function to make it again."""
    expected = structure_of_migrations()
    query = {"name": {"$in": [*expected]}}
    for collection in list(connection.database.list_collections(filter=query)):
        name = collection["name"]
        is_view = "viewOn" in expected[name]["options"]
        options = ({} if is_view else _DEFAULTS) | expected[name]["options"]
        if not options.items() <= (_DEFAULTS | collection["options"]).items():
            change = partial(connection.database.command, "collMod", name, **options)
            yield f"the {'view' if is_view else 'validator of'} {name}", change
        yield from _different_indexes(connection, name, expected[name]["indexes"])


def _different_indexes(
    connection: Connection, collection: str, expected: list[Document]
) -> Iterator[tuple[str, Repair]]:
    existing = read_indexes(connection, collection) if expected else []
    for index in expected:
        in_the_way = [old for old in existing if _are_alternatives(old, index)]
        if not any(old | {"name": index["name"]} == index for old in in_the_way):
            make = partial(_make, connection, collection, index, in_the_way)
            yield f"the index {index['name']} of {collection}", make


def _are_alternatives(old: Document, new: Document) -> bool:
    """Return whether a collection cannot have both indexes."""
    return old["name"] == new["name"] or [*old["key"].items()] == [*new["key"].items()]


def _make(
    connection: Connection, collection: str, index: Document, in_the_way: list[Document]
) -> None:
    for old in in_the_way:
        connection.collection(collection).drop_index(old["name"])
    connection.database.command("createIndexes", collection, indexes=[index])


def create_collection(database: Database[Document], name: str, options: Mapping[str, Any]) -> None:
    """Create a collection, unless an attempt whose answer was lost did."""
    try:
        database.create_collection(name, **options)
    except CollectionInvalid:
        return
    except OperationFailure as error:
        if error.code != _NAMESPACE_EXISTS:
            raise


_RECORD = "pymongo_migrate"  # collection of migrations that ran, in the form of that library


def shipped_migrations() -> list[str]:
    return sorted(path.stem for path in files.folder("migrations").glob("[0-9]*.py"))


class Schema:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._applied: list[str] | None = None

    @translated
    def applied(self) -> list[str]:
        if self._applied is None:
            records = self.connection.collection(_RECORD).find({"applied": {"$ne": None}})
            self._applied = sorted({document["name"] for document in records})
        return self._applied

    @translated
    def is_new(self) -> bool:
        """Return whether migrations must run and change nothing stored, as in a new database."""
        if not _missing(self.applied()):
            needed = structure_of_migrations().keys()
            names = self.connection.database.list_collection_names
            # Another command can have made them since the connection was opened.
            return not (needed <= self.connection.collections or needed <= {*names()})
        collections = map(self.connection.collection, ("handles", "issues"))
        return all(collection.find_one() is None for collection in collections)

    @translated
    def migrate(self) -> list[str]:
        self._applied = None  # another command can have migrated meanwhile
        before = self.applied()
        self._refuse_unknown(before)
        if not before and "handles" not in self.connection.database.list_collection_names():
            self.connection.retried(self._create, long=True)
        elif self._is_incomplete():
            # Each migration can run again, and makes what later ones expect.
            self.connection.collection(_RECORD).delete_many({})
        self._applied = None
        for name in _missing(self.applied()):
            upgrade = runpy.run_path(str(files.folder("migrations") / f"{name}.py"))["upgrade"]
            # It can run again, and with many papers it takes longer than any other operation.
            self.connection.retried(partial(upgrade, self.connection.database), long=True)
            self._record(name)
        self._applied = None
        return [name for name in self.applied() if name not in before]

    def _create(self) -> None:
        """Make at once what the migrations make together; can run again after an interruption."""
        database = self.connection.database
        for name, made in structure_of_migrations().items():
            create_collection(database, name, made["options"])
            if made["indexes"]:
                database.command("createIndexes", name, indexes=made["indexes"])
        for name in shipped_migrations():
            self._record(name)

    def _record(self, name: str) -> None:
        record = {"name": name, "applied": datetime.now(UTC)}
        self.connection.collection(_RECORD).replace_one({"name": name}, record, upsert=True)

    def _is_incomplete(self) -> bool:
        """Return whether a collection or a validator is gone."""
        listed = self.connection.database.list_collections()
        existing = {collection["name"]: collection["options"] for collection in listed}
        return any(
            name not in existing or made["options"].keys() & {"validator"} - existing[name].keys()
            for name, made in structure_of_migrations().items()
        )

    @translated
    def lost(self) -> list[str]:
        is_server = self.connection.is_server
        return [name for name, _ in differences(self.connection)] if is_server else []

    @translated
    def repair(self) -> list[str]:
        """Make lost validators and indexes again, under the lock; return their names."""
        if lost := self.lost():
            self.connection.retried(self._repair, long=True)
        return lost

    def _repair(self) -> None:
        for _, make in differences(self.connection):
            make()

    def check(self) -> None:
        """Raise `StoreError`, which names the cure, if the schema is of another version."""
        applied = self.applied()
        self._refuse_unknown(applied)
        if missing := _missing(applied):
            raise StoreError(
                f"The database {self.connection.database.name} has an older schema (without"
                f" {missing[0]}); run `wildwood migrate`."
            )

    def _refuse_unknown(self, applied: list[str]) -> None:
        shipped = shipped_migrations()
        unknown = [name for name in applied if name not in shipped]
        if not unknown:
            return
        database = f"The database {self.connection.database.name} was made by a"
        if unknown[0].partition("_")[0] > shipped[-1].partition("_")[0]:
            fault = f"{database} newer Wildwood ({unknown[-1]}); update Wildwood"
            raise StoreError(f"{fault}: run `pip install .` in an up-to-date checkout.")
        fault = f"{database} development version of Wildwood ({unknown[0]}), and cannot be migrated"
        raise StoreError(f"{fault}; set another name in mongodb.database, and run wildwood_all.")


def _missing(applied: list[str]) -> list[str]:
    return [name for name in shipped_migrations() if name not in applied]
