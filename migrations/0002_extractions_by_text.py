"""Keep what was extracted by the digest of the text, and fingerprints of each text."""

from typing import Any

from pymongo.database import Database

Schema = dict[str, Any]

_STRING: Schema = {"bsonType": "string"}
_WHEN: Schema = {"bsonType": "date"}
_DIGEST: Schema = {"bsonType": "string", "pattern": "^[0-9a-f]{32}$"}
_FINGERPRINT: Schema = {"bsonType": "long"}
_SUB_HASHES: Schema = {
    "bsonType": "array", "minItems": 4, "maxItems": 4, "items": {"bsonType": ["int", "long"]},
}  # fmt: skip


def _document(required: str, **properties: Schema) -> Schema:
    """Return the schema of a document with properties, of which some are required."""
    return {"bsonType": "object", "required": required.split(), "properties": properties}


VALIDATORS = {
    # Documents of before lack what was read in them; they are read again when they are used.
    "resources": _document(
        "_id type expires",
        _id=_DIGEST,
        type={"enum": ["pdf", "ps", "txt"]},
        text=_DIGEST,
        front=_DIGEST,
        fingerprint=_FINGERPRINT,
        version=_STRING,
        owner=_STRING,
        name=_STRING,
        expires=_WHEN,
    ),
    "fingerprints": _document(
        "_id front fingerprint sub",
        _id=_DIGEST,
        front=_DIGEST,
        fingerprint=_FINGERPRINT,
        sub=_SUB_HASHES,
        expires=_WHEN,
    ),
    "extractions": _document(
        "_id version used data",
        _id=_document("text kind", text=_DIGEST, kind=_STRING),
        version=_STRING,
        used=_WHEN,
        data={"bsonType": "binData"},
        expires=_WHEN,
    ),
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Remove what no later version uses; can run again after an interruption."""
    for collection in ("fingerprints", "extractions"):
        db[collection].delete_many({"_id": {"$not": {"$type": "string"}, "$exists": True},
                                    "_id.text": {"$exists": False}})  # fmt: skip
    for collection, schema in VALIDATORS.items():
        db.command("collMod", collection, validator={"$jsonSchema": schema})
    if "_id.fingerprint_1" in db["extractions"].index_information():
        db["extractions"].drop_index("_id.fingerprint_1")
    db["extractions"].create_index("_id.text")
    db["resources"].create_index("text")
