"""The queries of docs/shell.md, asked by a client of Python in place of the shell."""

import json
import re
from typing import Any

from pymongo.database import Database

_COLLECTION = re.compile(r"db\.(\w+)")
_CALL = re.compile(r"\.(\w+)\(([^()]*)\)")
_TOKEN = re.compile(r'"[^"]*"|/(?P<pattern>[^/]+)/|(?P<key>[\w$]+)(?=\s*:)')


def answer(database: Database[dict[str, Any]], query: str) -> list[dict[str, Any]]:
    """Return the rows of a query, such as `db.issues.find({}).sort({_id: -1}).limit(3)`."""
    collection = _COLLECTION.match(query)
    assert collection is not None
    rows: Any = database[collection[1]]
    for name, arguments in _CALL.findall(query):
        given = json.loads(f"[{_TOKEN.sub(_as_json, arguments)}]")
        if name == "sort":
            given = [list(given[0].items())]
        rows = getattr(rows, name)(*given)
    return list(rows)


def _as_json(token: re.Match[str]) -> str:
    """Quote the name of a field, and turn a regular expression into an operator."""
    if token["pattern"]:
        return json.dumps({"$regex": token["pattern"]})
    return json.dumps(token["key"]) if token["key"] else token[0]
