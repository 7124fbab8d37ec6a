"""Store the pairs of features as numbers in a field of their own, with an index of its own."""

import zlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

from pymongo import UpdateOne
from pymongo.database import Database

Document = dict[str, Any]

_PAIR = "pair:"
_LEAST_INT32 = -(2**31)
_BATCH = 1000
_FEATURES = "features_1_totals_1"
_WITHOUT_PAIRS: Document = {"pairs": {"$exists": False}}
_SMALL_PAGES: Document = {
    "storageEngine": {"wiredTiger": {"configString": "leaf_page_max=4KB"}},
}
"""Each key of a paper is in another page, which is read, and written whole at the next checkpoint;
the usual ones have 16 KB."""


def upgrade(db: Database[Document]) -> None:
    """Move the pairs of papers that have them as texts; can run again after an interruption."""
    handles = db["handles"]
    if "storageEngine" not in handles.index_information().get(_FEATURES, _SMALL_PAGES):
        handles.drop_index(_FEATURES)  # also, to change it for each paper would take hours
    _extend_validator(db)
    changes = _changes(db)
    while batch := list(islice(changes, _BATCH)):
        handles.bulk_write(batch, ordered=False)
    for field in ("features", "pairs"):
        handles.create_index([(field, 1), ("totals", 1)], **_SMALL_PAGES)


def _extend_validator(db: Database[Document]) -> None:
    validator = db["handles"].options()["validator"]
    schema = validator["$jsonSchema"]
    schema["required"] = sorted({*schema["required"], "pairs"})
    schema["properties"]["pairs"] = {"bsonType": "array", "items": {"bsonType": "int"}}
    db.command("collMod", "handles", validator=validator)


def _changes(db: Database[Document]) -> Iterator[UpdateOne]:
    for paper in db["handles"].find(_WITHOUT_PAIRS, {"features": True}):
        features = [key for key in paper["features"] if not key.startswith(_PAIR)]
        texts = (key.removeprefix(_PAIR) for key in paper["features"] if key.startswith(_PAIR))
        pairs = sorted({_LEAST_INT32 + zlib.crc32(text.encode()) for text in texts})
        yield UpdateOne({"_id": paper["_id"]}, [{"$replaceWith": _document(features, pairs)}])


def _document(features: list[str], pairs: list[int]) -> Document:
    """Return a paper with its fields in the order in which a rebuild writes them."""
    return {
        "_id": "$_id",
        "issues": "$issues",
        "features": features,
        "pairs": pairs,
        "totals": "$totals",
    }
