"""Create the collections `handles` and `issues` with their validators and indexes."""

from typing import Any

from pymongo.database import Database

name = "0001_handles_and_issues"
dependencies: list[str] = []

_STRINGS = {"bsonType": "array", "items": {"bsonType": "string"}}
_DAY = {"bsonType": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}

HANDLES = {
    "bsonType": "object",
    "required": ["_id", "issues", "features"],
    "properties": {
        "_id": {"bsonType": "string"},
        "issues": {
            "bsonType": "array",
            "minItems": 1,
            "items": {
                "bsonType": "object",
                "required": ["date", "names", "titles", "author_features", "title_features"],
                "properties": {
                    "date": _DAY,
                    "names": _STRINGS,
                    "titles": _STRINGS,
                    "author_features": _STRINGS,
                    "title_features": _STRINGS,
                },
            },
        },
        "features": _STRINGS,
    },
}

ISSUES = {
    "bsonType": "object",
    "required": ["_id", "rif", "papers"],
    "properties": {
        "_id": _DAY,
        "rif": {"bsonType": "string"},
        "digest": {"bsonType": "string"},
        "papers": {"bsonType": ["int", "long"]},
        "ps": {"bsonType": "object"},
    },
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Create the collections, validators and indexes; can run again after an interruption."""
    existing = db.list_collection_names()
    for collection, schema in (("handles", HANDLES), ("issues", ISSUES)):
        if collection not in existing:
            db.create_collection(collection)
        db.command("collMod", collection, validator={"$jsonSchema": schema})
    db["handles"].create_index("features")
    db["handles"].create_index("issues.date")


def downgrade(db: Database[dict[str, Any]]) -> None:
    """Drop both collections."""
    db.drop_collection("handles")
    db.drop_collection("issues")
