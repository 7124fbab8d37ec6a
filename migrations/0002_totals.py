"""Totals beside the features, in one index, and how common features are."""

from typing import Any

import pymongo
from pymongo.database import Database

name = "0002_totals"
dependencies = ["0001_handles_and_issues"]

_TIMEOUT_S = 24 * 3600

_OF_A_VERSION = {
    "$concat": [
        {"$toString": {"$size": "$$version.author_features"}},
        "+",
        {"$toString": {"$size": "$$version.title_features"}},
    ]
}
_OF_ALL = {
    "$setUnion": {"$map": {"input": "$issues", "as": "version", "in": _OF_A_VERSION}},
}
_WHERE_ALL_ARE_EQUAL = {
    "$let": {
        "vars": {"all": _OF_ALL},
        "in": {"$cond": [{"$eq": [{"$size": "$$all"}, 1]}, {"$first": "$$all"}, "$$REMOVE"]},
    }
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Add what is not there yet; a migration that was broken off can be run again."""
    schema = db["handles"].options()["validator"]["$jsonSchema"]
    schema["properties"]["totals"] = {"bsonType": "string", "pattern": "^[0-9]+[+][0-9]+$"}
    db.command("collMod", "handles", validator={"$jsonSchema": schema})
    with pymongo.timeout(_TIMEOUT_S):
        db["handles"].update_many({}, [{"$set": {"totals": _WHERE_ALL_ARE_EQUAL}}])
        db["handles"].create_index([("features", 1), ("totals", 1)])
    if "features_1" in db["handles"].index_information():
        db["handles"].drop_index("features_1")
    if "frequencies" not in db.list_collection_names():
        db.create_collection("frequencies")


def downgrade(db: Database[dict[str, Any]]) -> None:
    """Leave the features alone in their index again."""
    db.drop_collection("frequencies")
    with pymongo.timeout(_TIMEOUT_S):
        db["handles"].create_index("features")
        db["handles"].drop_index("features_1_totals_1")
        db["handles"].update_many({}, {"$unset": {"totals": ""}})
    schema = db["handles"].options()["validator"]["$jsonSchema"]
    del schema["properties"]["totals"]
    db.command("collMod", "handles", validator={"$jsonSchema": schema})
