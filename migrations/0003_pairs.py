"""Store the pairs of features as numbers in a field of their own."""

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
_WITH_TEXTS: Document = {"features": {"$regex": f"^{_PAIR}"}}


def upgrade(db: Database[Document]) -> None:
    """Move the pairs of papers that have them as texts; can run again after an interruption."""
    handles = db["handles"]
    if handles.find_one(_WITH_TEXTS) and _FEATURES in handles.index_information():
        handles.drop_index(_FEATURES)  # to change it for each paper would take hours
    changes = _changes(db)
    while batch := list(islice(changes, _BATCH)):
        handles.bulk_write(batch, ordered=False)


def _changes(db: Database[Document]) -> Iterator[UpdateOne]:
    for paper in db["handles"].find(_WITH_TEXTS, {"features": True}):
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
