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


def upgrade(db: Database[Document]) -> None:
    """Move the pairs of papers that have them as texts; can run again after an interruption."""
    handles = db["handles"]
    indexes = handles.index_information()
    if "features_1_totals_1" in indexes and "pairs_1_totals_1" not in indexes:
        handles.drop_index("features_1_totals_1")  # to change it for each paper would take hours
    _extend_validator(db)
    changes = _changes(db)
    while batch := list(islice(changes, _BATCH)):
        handles.bulk_write(batch, ordered=False)
    handles.create_index([("features", 1), ("totals", 1)])
    handles.create_index([("pairs", 1), ("totals", 1)])


def _extend_validator(db: Database[Document]) -> None:
    validator = db["handles"].options()["validator"]
    schema = validator["$jsonSchema"]
    schema["required"] = sorted({*schema["required"], "pairs"})
    schema["properties"]["pairs"] = {"bsonType": "array", "items": {"bsonType": "int"}}
    db.command("collMod", "handles", validator=validator)


def _changes(db: Database[Document]) -> Iterator[UpdateOne]:
    for paper in db["handles"].find({"pairs": {"$exists": False}}, {"features": True}):
        features = [key for key in paper["features"] if not key.startswith(_PAIR)]
        texts = (key.removeprefix(_PAIR) for key in paper["features"] if key.startswith(_PAIR))
        pairs = sorted({_LEAST_INT32 + zlib.crc32(text.encode()) for text in texts})
        yield UpdateOne({"_id": paper["_id"]}, {"$set": {"features": features, "pairs": pairs}})
