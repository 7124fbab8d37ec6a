"""Create the collections `resources`, `fingerprints` and `extractions` with their indexes."""

from typing import Any

from pymongo.database import Database

name = "0004_extraction"
dependencies = ["0003_neologisms"]

_TOKEN = {"bsonType": "string", "pattern": "^[0-9a-f]{32}$"}
_FINGERPRINT = {"bsonType": "long"}

RESOURCES = {
    "bsonType": "object",
    "required": ["_id", "type", "fingerprint", "expires"],
    "properties": {
        "_id": _TOKEN,
        "type": {"enum": ["pdf", "ps", "txt"]},
        "fingerprint": _FINGERPRINT,
        "expires": {"bsonType": "date"},
    },
}

FINGERPRINTS = {
    "bsonType": "object",
    "required": ["_id", "sub"],
    "properties": {
        "_id": _FINGERPRINT,
        "sub": {
            "bsonType": "array",
            "minItems": 4,
            "maxItems": 4,
            "items": {"bsonType": ["int", "long"]},
        },
        "expires": {"bsonType": "date"},
    },
}

EXTRACTIONS = {
    "bsonType": "object",
    "required": ["_id", "token", "used", "data"],
    "properties": {
        "_id": {
            "bsonType": "object",
            "required": ["fingerprint", "kind"],
            "properties": {"fingerprint": _FINGERPRINT, "kind": {"bsonType": "string"}},
        },
        "token": _TOKEN,
        "used": {"bsonType": "date"},
        "data": {"bsonType": "binData"},
        "expires": {"bsonType": "date"},
    },
}

_COLLECTIONS = {
    "resources": RESOURCES,
    "fingerprints": FINGERPRINTS,
    "extractions": EXTRACTIONS,
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Create the collections, validators and indexes; can run again after an interruption."""
    existing = db.list_collection_names()
    for collection, schema in _COLLECTIONS.items():
        if collection not in existing:
            db.create_collection(collection)
        db.command("collMod", collection, validator={"$jsonSchema": schema})
    # The service removes expired resources, because it has to remove their files too.
    db["resources"].create_index("expires")
    db["fingerprints"].create_index("sub")
    db["fingerprints"].create_index("expires", expireAfterSeconds=0)
    db["extractions"].create_index("expires", expireAfterSeconds=0)
    db["extractions"].create_index("used")
    db["extractions"].create_index("_id.fingerprint")


def downgrade(db: Database[dict[str, Any]]) -> None:
    """Drop all three collections."""
    for collection in _COLLECTIONS:
        db.drop_collection(collection)
