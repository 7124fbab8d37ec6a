"""Move the keys of pairs into the array of features, and index it once, in small pages."""

from typing import Any

from pymongo.database import Database

Document = dict[str, Any]

_KEY = [("features", 1), ("totals", 1)]
_FEATURES, _PAIRS = "features_1_totals_1", "pairs_1_totals_1"
_WITH_PAIRS: Document = {"pairs": {"$exists": True}}
_SMALL_PAGES: Document = {
    "storageEngine": {"wiredTiger": {"configString": "leaf_page_max=4KB"}},
}
"""Each key of a paper is in another page, which is read, and written whole at the next checkpoint;
the usual ones have 16 KB."""
_MOVED: Document = {
    "_id": "$_id",
    "issues": "$issues",
    "features": {"$concatArrays": ["$features", "$pairs"]},
    "totals": "$totals",
}
"""A paper with its fields in the order in which a rebuild writes them."""


def upgrade(db: Database[Document]) -> None:
    """Move the pairs of papers that have them; can run again after an interruption."""
    handles = db["handles"]
    indexes = handles.index_information()
    if _PAIRS in indexes:
        handles.drop_index(_PAIRS)
    is_old = "storageEngine" not in indexes.get(_FEATURES, _SMALL_PAGES)
    # To change the index for each paper would take hours.
    if is_old or (_FEATURES in indexes and handles.find_one(_WITH_PAIRS)):
        handles.drop_index(_FEATURES)
    _change_validator(db)
    handles.update_many(_WITH_PAIRS, [{"$replaceWith": _MOVED}])
    handles.create_index(_KEY, **_SMALL_PAGES)


def _change_validator(db: Database[Document]) -> None:
    validator = db["handles"].options()["validator"]
    schema = validator["$jsonSchema"]
    schema["required"] = sorted({*schema["required"]} - {"pairs"})
    schema["properties"].pop("pairs", None)
    schema["properties"]["features"]["items"] = {"bsonType": ["string", "int"]}
    db.command("collMod", "handles", validator=validator)
