"""Add totals to `handles` and its index of features, and create the collection `frequencies`."""

from typing import Any

import pymongo
from pymongo.database import Database

name = "0002_totals"
dependencies = ["0001_handles_and_issues"]

_TIMEOUT_S = 24 * 3600

_VERSION_TOTALS = {
    "$concat": [
        {"$toString": {"$size": "$$version.author_features"}},
        "+",
        {"$toString": {"$size": "$$version.title_features"}},
    ]
}
_DISTINCT_TOTALS = {
    "$setUnion": {"$map": {"input": "$issues", "as": "version", "in": _VERSION_TOTALS}},
}
_COMMON_TOTALS = {
    "$let": {
        "vars": {"distinct": _DISTINCT_TOTALS},
        "in": {
            "$cond": [{"$eq": [{"$size": "$$distinct"}, 1]}, {"$first": "$$distinct"}, "$$REMOVE"]
        },
    }
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Set the totals, and change the index; can run again after an interruption."""
    schema = db["handles"].options()["validator"]["$jsonSchema"]
    schema["properties"]["totals"] = {"bsonType": "string", "pattern": "^[0-9]+[+][0-9]+$"}
    db.command("collMod", "handles", validator={"$jsonSchema": schema})
    with pymongo.timeout(_TIMEOUT_S):
        db["handles"].update_many({}, [{"$set": {"totals": _COMMON_TOTALS}}])
        db["handles"].create_index([("features", 1), ("totals", 1)])
    if "features_1" in db["handles"].index_information():
        db["handles"].drop_index("features_1")
    if "frequencies" not in db.list_collection_names():
        db.create_collection("frequencies")


def downgrade(db: Database[dict[str, Any]]) -> None:
    """Remove the totals, index the features alone, and drop `frequencies`."""
    db.drop_collection("frequencies")
    with pymongo.timeout(_TIMEOUT_S):
        db["handles"].create_index("features")
        db["handles"].drop_index("features_1_totals_1")
        db["handles"].update_many({}, {"$unset": {"totals": ""}})
    schema = db["handles"].options()["validator"]["$jsonSchema"]
    del schema["properties"]["totals"]
    db.command("collMod", "handles", validator={"$jsonSchema": schema})
