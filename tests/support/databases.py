"""Databases that tests use one after the other.

To make the collections of the schema and their indexes takes longer than most commands, so a
database is emptied and used again, unless a test has changed its structure.
"""

import itertools
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from pymongo import MongoClient, monitoring
from pymongo.database import Database

from wildwood.kernel.settings import MongoSettings
from wildwood.nep import connection
from wildwood.nep.connection import Connection
from wildwood.nep.schema import Schema

from tests.support.mongod import Mongod
from tests.support.waiting import TIMEOUT_S

AnyClient = MongoClient[dict[str, Any]]
AnyDatabase = Database[dict[str, Any]]

MIGRATIONS = "pymongo_migrate"
"""The collection that says which migrations have run."""


def collections_of(database: AnyDatabase) -> list[str]:
    """Return the names of collections, without views and what the server has of its own."""
    query = {"type": "collection", "name": {"$not": {"$regex": "^system[.]"}}}
    return sorted(database.list_collection_names(filter=query))


def delete_documents(database: AnyDatabase, names: Iterable[str]) -> None:
    """Remove all documents of collections, of which it asks first whether they have any."""
    count: dict[str, Any] = {"$collStats": {"count": {}}}
    if union := [{"$unionWith": {"coll": name, "pipeline": [count]}} for name in names]:
        counts = database.aggregate([{"$documents": []}, *union])
        for name in [each["ns"].partition(".")[2] for each in counts if each["count"]]:
            database[name].delete_many({})


class Databases:
    """Makes databases on a server, and keeps those that can be used again."""

    def __init__(self, uri: str, client: AnyClient) -> None:
        self.uri = uri
        self._client = client
        self._numbers = itertools.count()
        self._prepared: list[tuple[AnyDatabase, dict[str, Any]]] = []

    @contextmanager
    def unused(self) -> Iterator[AnyDatabase]:
        """Make a database without collections; drop it afterwards."""
        made = self._client[f"wildwood_{os.getpid()}_{next(self._numbers)}"]
        yield made
        self._client.drop_database(made.name)

    @contextmanager
    def prepared(self) -> Iterator[AnyDatabase]:
        """Lend a database with the schema of this version, in which nothing is stored."""
        database, structure = self._prepared.pop() if self._prepared else self._made()
        yield database
        found = _structure(database)
        is_profiled = "system.profile" in found
        if found.items() >= structure.items() and not is_profiled:
            _empty(database, keep=structure)
            self._prepared.append((database, structure))
        else:
            self._client.drop_database(database.name)

    def _made(self) -> tuple[AnyDatabase, dict[str, Any]]:
        made = self._client[f"wildwood_{os.getpid()}_{next(self._numbers)}"]
        Schema(Connection(made, server="the server of the tests", timeout_s=TIMEOUT_S)).migrate()
        made.create_collection("meta")  # as the first command does; to empty it is quicker
        return made, _structure(made)


@contextmanager
def databases_on(server: Mongod) -> Iterator[Databases]:
    """Connect to a server; let commands in this process connect to it once."""
    uri = f"mongodb://{server.host}:{server.port}/"
    with MongoClient[dict[str, Any]](uri) as client, _shared_clients(uri):
        yield Databases(uri, client)


@contextmanager
def _shared_clients(shared_uri: str) -> Iterator[None]:
    """Give commands that connect to a server with the same settings the same client.

    To connect takes longer than a tenth of what most commands do.
    """
    clients: dict[tuple[int, MongoSettings], AnyClient] = {}
    make = connection._client  # noqa: SLF001

    def client(uri: str, server: str, settings: MongoSettings) -> AnyClient:
        if uri != shared_uri or monitoring._LISTENERS.command_listeners:  # noqa: SLF001
            return make(uri, server, settings)  # listeners are those of when a client was made
        key = os.getpid(), replace(settings, database="")
        if key not in clients:
            clients[key] = stack.enter_context(make(uri, server, settings))
            stack.enter_context(mock.patch.object(clients[key], "close"))
        return clients[key]

    with ExitStack() as stack, mock.patch.object(connection, "_client", client):
        yield


def _structure(database: AnyDatabase) -> dict[str, Any]:
    """Return the options and indexes of all collections, and which migrations have run."""
    catalog = database.client["admin"].aggregate(
        [
            {"$listCatalog": {}},
            {"$match": {"db": database.name}},
            {"$project": {"name": 1, "md.options": 1, "md.indexes.spec": 1}},
            {"$unset": "md.options.uuid"},
        ]
    )
    made = {collection["name"]: collection.get("md") for collection in catalog}
    for metadata in filter(None, made.values()):  # a rebuild makes indexes in another order
        metadata["indexes"].sort(key=lambda index: index["spec"]["name"])
    return made | {"migrations": database[MIGRATIONS].distinct("name")}


def _empty(database: AnyDatabase, keep: Iterable[str]) -> None:
    """Remove all documents, and the collections that commands made for themselves."""
    names = {*collections_of(database)}
    for name in names.difference(keep):
        database.drop_collection(name)
    delete_documents(database, names.intersection(keep) - {MIGRATIONS})
