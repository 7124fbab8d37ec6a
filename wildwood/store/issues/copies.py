"""Find issues that have the very papers of an earlier one."""

import datetime
from collections.abc import Iterable, Mapping

from wildwood.model import Issue
from wildwood.store.connection import Connection, Document

_LEAST_PAPERS = 3
"""Fewer papers than that can be in two issues by chance, as revised ones."""
_STAMPS = "issues.stamp"
_ANY_PAPER: list[Document] = [
    {
        "$lookup": {
            "from": "handles",
            "localField": "stamp",
            "foreignField": _STAMPS,
            "pipeline": [{"$limit": 1}, {"$project": {"_id": 0, _STAMPS: 1}}],
            "as": "any",
        }
    },
    {"$match": {"any.issues.1": {"$exists": True}}},
    {"$project": {"stamp": 1, "stamps": {"$first": "$any.issues.stamp"}}},
]
"""Looks at one paper of each issue, whose other issues are the only ones that can be the same."""


def earlier_copies(
    connection: Connection, issues: Iterable[Issue], later: Iterable[Issue]
) -> Mapping[datetime.date, Issue]:
    """Return, by the date of each issue that has the papers of an earlier one, the latest such.

    Args:
        connection: the connection to the database.
        issues: all stored issues.
        later: those that are looked at.

    Raises:
        StoreError: the database cannot be read.
    """
    recorded = {issue.stamp: issue for issue in issues if issue.stamp}
    stamps = [issue.stamp for issue in later if issue.stamp]
    pipeline = [{"$match": {"stamp": {"$in": stamps}}}, *_ANY_PAPER]
    with connection.translated_errors():
        found = connection.retried(
            lambda: list(connection.collection("issues").aggregate(pipeline)), long=True
        )
        pairs = (
            (recorded[document["stamp"]], recorded[stamp])
            for document in found
            for stamp in sorted(document["stamps"])
            if {stamp, document["stamp"]} <= recorded.keys()
        )
        return {
            issue.date: earlier
            for issue, earlier in pairs
            if earlier.date < issue.date and _have_same_papers(connection, earlier, issue)
        }


def _have_same_papers(connection: Connection, one: Issue, other: Issue) -> bool:
    if not one.stored == other.stored >= _LEAST_PAPERS:
        return False
    query = {_STAMPS: {"$all": [one.stamp, other.stamp]}}
    return connection.collection("handles").count_documents(query) == one.stored
