"""Keep all that was extracted from a text in one document, with its fingerprint."""

from typing import Any

from pymongo.database import Database

Schema = dict[str, Any]


def _document(required: str, **properties: Schema) -> Schema:
    """Return the schema of a document with properties, of which some are required."""
    return {"bsonType": "object", "required": required.split(), "properties": properties}


_WHEN: Schema = {"bsonType": "date"}
_DATA = _document(
    "version data",
    version={"bsonType": "string"},
    data={"bsonType": "binData"},
    expires=_WHEN,
)
EXTRACTIONS = _document(
    "_id fingerprint sub used",
    _id={"bsonType": "string", "pattern": "^[0-9a-f]{32}$"},
    fingerprint={"bsonType": "long"},
    sub={"bsonType": "array", "minItems": 4, "maxItems": 4, "items": {"bsonType": ["int", "long"]}},
    used=_WHEN,
    header=_DATA,
    citations=_DATA,
)


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Remove what was extracted before; can run again after an interruption."""
    db.drop_collection("fingerprints")
    extractions = db["extractions"]
    extractions.delete_many({"sub": {"$exists": False}})
    db.command("collMod", extractions.name, validator={"$jsonSchema": EXTRACTIONS})
    for index in ("expires_1", "_id.fingerprint_1", "_id.text_1"):
        if index in extractions.index_information():
            extractions.drop_index(index)
    extractions.create_index("sub")
    extractions.create_index("citations.expires", sparse=True)
