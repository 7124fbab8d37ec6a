"""Create the collection of the pairs in each ps rif, and a view of papers that is easy to read.

The pairs of issues that are stored already come from their ps rifs: `wildwood migrate`, or else the
next command that writes, reads them.
"""

from typing import Any

from pymongo.database import Database

Schema = dict[str, Any]

_STRING: Schema = {"bsonType": "string"}
_DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_DAY: Schema = {"bsonType": "string", "pattern": f"^{_DATE}$"}

SIMILAR: Schema = {
    "bsonType": "object",
    "required": ["_id", "date", "handle", "similar", "strength", "type", "first_seen"],
    "properties": {
        "_id": {"bsonType": "string", "pattern": f"^{_DATE} [0-9a-f]{{16}} [0-9]{{7}}$"},
        "date": _DAY,
        "handle": _STRING,
        "similar": _STRING,
        "strength": {"bsonType": "double"},
        "type": {"enum": ["ext", "int"]},
        "decided": {"enum": ["same"]},
        "first_seen": _DAY,
    },
}


def _others(own: str, other: str) -> Schema:
    """Look up the handles on the other side of a paper's pairs, each once."""
    return {
        "$lookup": {
            "from": "similar",
            "localField": "_id",
            "foreignField": own,
            "pipeline": [{"$group": {"_id": f"${other}"}}],
            "as": own,
        }
    }


PAPERS: list[Schema] = [
    _others("handle", "similar"),
    _others("similar", "handle"),
    {
        "$project": {
            "names": {"$last": "$issues.names"},
            "titles": {"$last": "$issues.titles"},
            "first_issue": {"$first": "$issues.date"},
            "last_issue": {"$last": "$issues.date"},
            "repeats": {"$size": {"$setUnion": ["$handle._id", "$similar._id"]}},
        }
    },
]


def upgrade(db: Database[dict[str, Any]]) -> None:
    """Create what is missing; can run again after an interruption."""
    existing = db.list_collection_names()
    if "similar" not in existing:
        db.create_collection("similar")
    db.command("collMod", "similar", validator={"$jsonSchema": SIMILAR})
    for side in ("handle", "similar"):
        db["similar"].create_index(side)
    if "papers" not in existing:
        db.create_collection("papers", viewOn="handles", pipeline=PAPERS)
    db.command("collMod", "papers", viewOn="handles", pipeline=PAPERS)
