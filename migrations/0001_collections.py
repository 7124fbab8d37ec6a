"""Create the collections with their validators and indexes."""

from typing import Any

from pymongo.database import Database

Schema = dict[str, Any]

_STRING: Schema = {"bsonType": "string"}
_STRINGS: Schema = {"bsonType": "array", "items": _STRING}
_COUNT: Schema = {"bsonType": ["int", "long"], "minimum": 0}
_WHEN: Schema = {"bsonType": "date"}
_DAY: Schema = {"bsonType": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
_STAMP: Schema = {
    "bsonType": "string",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9a-f]{16}$",
}
_TOKEN: Schema = {"bsonType": "string", "pattern": "^[0-9a-f]{32}$"}
_FINGERPRINT: Schema = {"bsonType": "long"}


def _document(required: str, **properties: Schema) -> Schema:
    """Return the schema of a document with properties, of which some are required."""
    return {"bsonType": "object", "required": required.split(), "properties": properties}


def _several(items: Schema) -> Schema:
    return {"bsonType": "array", "minItems": 1, "items": items}


_VERSION = _document(
    "date names titles author_features title_features",
    date=_DAY,
    stamp=_STAMP,
    names=_STRINGS,
    titles=_STRINGS,
    author_features=_STRINGS,
    title_features=_STRINGS,
)
_SUB_HASHES = {
    "bsonType": "array", "minItems": 4, "maxItems": 4, "items": {"bsonType": ["int", "long"]},
}  # fmt: skip

VALIDATORS: dict[str, Schema | None] = {
    "handles": _document(
        "_id issues features",
        _id=_STRING,
        issues=_several(_VERSION),
        features=_STRINGS,
        totals={"bsonType": "string", "pattern": "^[0-9]+[+][0-9]+$"},
    ),
    "issues": _document(
        "_id rif papers",
        _id=_DAY,
        rif=_STRING,
        digest=_STRING,
        papers={"bsonType": ["int", "long"]},
        ps={"bsonType": "object"},
    ),
    "frequencies": None,
    "omissions": _document("_id reason since", _id=_DAY, reason=_STRING, since=_WHEN),
    "neologisms": _document(
        "_id entries sources",
        _id=_STRING,
        entries=_COUNT,
        sources=_several(_document("source entries", source=_STRING, entries=_COUNT)),
    ),
    "neologism_sources": _document(
        "_id", _id=_STRING, digest=_STRING, entries=_COUNT, passed=_COUNT
    ),
    "resources": _document(
        "_id type fingerprint expires",
        _id=_TOKEN,
        type={"enum": ["pdf", "ps", "txt"]},
        fingerprint=_FINGERPRINT,
        expires=_WHEN,
    ),
    "fingerprints": _document("_id sub", _id=_FINGERPRINT, sub=_SUB_HASHES, expires=_WHEN),
    "extractions": _document(
        "_id token used data",
        _id=_document("fingerprint kind", fingerprint=_FINGERPRINT, kind=_STRING),
        token=_TOKEN,
        used=_WHEN,
        data={"bsonType": "binData"},
        expires=_WHEN,
    ),
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Create what is missing of the collections; can run again after an interruption."""
    existing = db.list_collection_names()
    for collection, schema in VALIDATORS.items():
        if collection not in existing:
            db.create_collection(collection)
        if schema:
            db.command("collMod", collection, validator={"$jsonSchema": schema})
    db["handles"].create_index("issues.stamp")
    db["neologisms"].create_index("sources.source")
    # The service removes expired resources, because it has to remove their files too.
    db["resources"].create_index("expires")
    db["fingerprints"].create_index("sub")
    db["fingerprints"].create_index("expires", expireAfterSeconds=0)
    db["extractions"].create_index("expires", expireAfterSeconds=0)
    db["extractions"].create_index("used")
    db["extractions"].create_index("_id.fingerprint")
