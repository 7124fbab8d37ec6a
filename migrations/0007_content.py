"""Record what later issues are compared with, and what each ps rif was made from by it."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from pymongo import ReplaceOne
from pymongo.database import Database

Document = dict[str, Any]

_COMPARED = ("names", "author_features", "title_features")


def upgrade(db: Database[Document]) -> None:
    """Add the content of issues and their histories by it; can run again after an interruption.

    An issue with papers that are too large to store runs again, since its content is not all there.
    """
    too_large = {
        "too_large": {"$ne": []},
        "stamp": {"$exists": True},
        "content": {"$exists": False},
    }
    db["issues"].update_many(too_large, {"$unset": {"digest": "", "stamp": ""}})
    contents = _contents(db)
    issues = list(db["issues"].find().sort("_id"))
    if changes := list(_changes(issues, contents)):
        db["issues"].bulk_write(changes)


def _contents(db: Database[Document]) -> dict[str, str]:
    """Return the digest of the papers of each issue, by stamp."""
    digests = {stamp: hashlib.sha256() for stamp in db["issues"].distinct("stamp")}
    for paper in db["handles"].find({}, {"issues": True}).sort("_id"):
        for version in paper["issues"]:
            if digest := digests.get(version.get("stamp")):
                compared = [paper["_id"], *(version[field] for field in _COMPARED)]
                digest.update(json.dumps(compared).encode())
    return {stamp: digest.hexdigest() for stamp, digest in digests.items()}


def _changes(issues: list[Document], contents: dict[str, str]) -> Iterator[ReplaceOne[Document]]:
    """Yield a change of each issue; ps rifs that were stale stay so."""
    old, new = hashlib.sha256(), hashlib.sha256()
    for issue in issues:
        date, stamp = issue["_id"], issue.get("stamp")
        content: Document = {"content": contents[stamp]} if stamp else {}
        ps = issue.pop("ps", {})
        if ps.get("made_from", {}).get("history") == old.hexdigest() and _is_intact(ps):
            made_from = {**ps["made_from"], "history": new.hexdigest()}
            ps |= {"made_from": made_from, "provenance": _digest(made_from)}
        # With its fields in the order in which a rebuild writes them.
        yield ReplaceOne({"_id": date}, {**issue, **content, **({"ps": ps} if ps else {})})
        old.update(f"{stamp or f'{date} incomplete'}\n".encode())
        compared = content.get("content", "not ")
        new.update(json.dumps([date, compared, *issue.get("too_large", [])]).encode())


def _is_intact(ps: Document) -> bool:
    return bool(ps["provenance"] == _digest(ps["made_from"]))


def _digest(parts: Document) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
