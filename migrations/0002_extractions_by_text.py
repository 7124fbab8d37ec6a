"""Keep what was read in each document, with the digest of its text."""

from typing import Any

from pymongo.database import Database

Schema = dict[str, Any]

_STRING: Schema = {"bsonType": "string"}
_DIGEST: Schema = {"bsonType": "string", "pattern": "^[0-9a-f]{32}$"}

# Documents of before lack what was read in them; they are read again when they are used.
RESOURCES: Schema = {
    "bsonType": "object",
    "required": ["_id", "type", "expires"],
    "properties": {
        "_id": _DIGEST,
        "type": {"enum": ["pdf", "ps", "txt"]},
        "text": _DIGEST,
        "fingerprint": {"bsonType": "long"},
        "version": _STRING,
        "owner": _STRING,
        "name": _STRING,
        "expires": {"bsonType": "date"},
    },
}


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Change the schema of documents; can run again after an interruption."""
    db.command("collMod", "resources", validator={"$jsonSchema": RESOURCES})
    db["resources"].create_index("text")
