"""Create the collections `neologisms` and `neologism_sources` with validators and index."""

from typing import Any

from pymongo.database import Database

name = "0003_neologisms"
dependencies = ["0002_totals"]

_COUNT = {"bsonType": ["int", "long"], "minimum": 0}

NEOLOGISMS = {
    "bsonType": "object",
    "required": ["_id", "entries", "sources"],
    "properties": {
        "_id": {"bsonType": "string"},
        "entries": _COUNT,
        "sources": {
            "bsonType": "array",
            "minItems": 1,
            "items": {
                "bsonType": "object",
                "required": ["source", "entries"],
                "properties": {"source": {"bsonType": "string"}, "entries": _COUNT},
            },
        },
    },
}

SOURCES = {
    "bsonType": "object",
    "required": ["_id"],
    "properties": {
        "_id": {"bsonType": "string"},
        "digest": {"bsonType": "string"},
        "entries": _COUNT,
        "passed": _COUNT,
    },
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Create the collections, validators and indexes; can run again after an interruption."""
    existing = db.list_collection_names()
    for collection, schema in (("neologisms", NEOLOGISMS), ("neologism_sources", SOURCES)):
        if collection not in existing:
            db.create_collection(collection)
        db.command("collMod", collection, validator={"$jsonSchema": schema})
    db["neologisms"].create_index("sources.source")


def downgrade(db: Database[dict[str, Any]]) -> None:
    """Drop both collections."""
    db.drop_collection("neologisms")
    db.drop_collection("neologism_sources")
