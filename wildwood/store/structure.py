"""The validators and indexes of a database, compared with those that the migrations make."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import Any

from wildwood import resources
from wildwood.store.connection import Connection, Document

_DEFAULTS: Document = {"validationLevel": "strict", "validationAction": "error"}
_ID = "_id_"
_OF_THE_SERVER = {"v", "ns", "background"}
"""Keys of an index that tell which server made it, and how."""

Repair = Callable[[], object]


def structure_of_migrations() -> dict[str, Any]:
    """Return the options and indexes of each collection, as the migrations make them.

    They are in a file, since running the migrations takes too long to do it in each command.
    """
    text = (resources.folder("migrations") / "structure.json").read_text(encoding="utf-8")
    structure: dict[str, Any] = json.loads(text)
    return structure


def read_indexes(connection: Connection, collection: str) -> list[Document]:
    """Return the indexes of a collection, besides that of `_id`, by name."""
    indexes = connection.collection(collection).list_indexes()
    plain = [{key: index[key] for key in index if key not in _OF_THE_SERVER} for index in indexes]
    return sorted((index for index in plain if index["name"] != _ID), key=itemgetter("name"))


def differences(connection: Connection) -> Iterator[tuple[str, Repair]]:
    """Yield what is missing or altered, by name, and a function that makes it again.

    Other collections, and other indexes, are the operator's own.
    """
    wanted = structure_of_migrations()
    query = {"name": {"$in": [*wanted]}}
    for collection in list(connection.database.list_collections(filter=query)):
        name = collection["name"]
        options = _DEFAULTS | wanted[name]["options"]
        if not options.items() <= (_DEFAULTS | collection["options"]).items():
            change = partial(connection.database.command, "collMod", name, **options)
            yield f"the validator of {name}", change
        yield from _different_indexes(connection, name, wanted[name]["indexes"])


def _different_indexes(
    connection: Connection, collection: str, wanted: list[Document]
) -> Iterator[tuple[str, Repair]]:
    there = read_indexes(connection, collection) if wanted else []
    for index in wanted:
        in_the_way = [found for found in there if _are_alternatives(found, index)]
        if not any(found | {"name": index["name"]} == index for found in in_the_way):
            make = partial(_make, connection, collection, index, in_the_way)
            yield f"the index {index['name']} of {collection}", make


def _are_alternatives(one: Document, other: Document) -> bool:
    """Return whether a collection cannot have both indexes."""
    return one["name"] == other["name"] or [*one["key"].items()] == [*other["key"].items()]


def _make(
    connection: Connection, collection: str, index: Document, in_the_way: list[Document]
) -> None:
    for there in in_the_way:
        connection.collection(collection).drop_index(there["name"])
    connection.database.command("createIndexes", collection, indexes=[index])
