"""Find papers by the stamps of their issues, and create the collection `omissions`."""

from typing import Any

import pymongo
from pymongo.database import Database

name = "0005_stamps"
dependencies = ["0004_extraction"]

_TIMEOUT_S = 24 * 3600
_STAMP = {"bsonType": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9a-f]{16}$"}

_VERSION = {
    "$mergeObjects": [
        "$$version",
        {"stamp": {"$concat": ["$$version.date", " 0000000000000000"]}},
    ]
}
_UNKNOWN = {"issues": {"$map": {"input": "$issues", "as": "version", "in": _VERSION}}}

OMISSIONS = {
    "bsonType": "object",
    "required": ["_id", "reason", "since"],
    "properties": {
        "_id": {"bsonType": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        "reason": {"bsonType": "string"},
        "since": {"bsonType": "date"},
    },
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Change validators and indexes; can run again after an interruption.

    Papers get a stamp that no issue has, so that every issue runs again.
    """
    _set_stamp(db, _STAMP)
    with pymongo.timeout(_TIMEOUT_S):
        db["handles"].update_many({"issues.stamp": {"$exists": False}}, [{"$set": _UNKNOWN}])
        db["handles"].create_index("issues.stamp")
    if "issues.date_1" in db["handles"].index_information():
        db["handles"].drop_index("issues.date_1")
    if "omissions" not in db.list_collection_names():
        db.create_collection("omissions")
    db.command("collMod", "omissions", validator={"$jsonSchema": OMISSIONS})


def downgrade(db: Database[dict[str, Any]]) -> None:
    """Index the dates again, and drop `omissions`."""
    db.drop_collection("omissions")
    with pymongo.timeout(_TIMEOUT_S):
        db["handles"].create_index("issues.date")
    db["handles"].drop_index("issues.stamp_1")
    _set_stamp(db, None)


def _set_stamp(db: Database[dict[str, Any]], stamp: dict[str, str] | None) -> None:
    """Set what the validator of `handles` says of stamps."""
    schema = db["handles"].options()["validator"]["$jsonSchema"]
    version = schema["properties"]["issues"]["items"]["properties"]
    version.pop("stamp", None)
    if stamp is not None:
        version["stamp"] = stamp
    db.command("collMod", "handles", validator={"$jsonSchema": schema})
