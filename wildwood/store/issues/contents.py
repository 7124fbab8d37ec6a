"""Compare the stored papers with the records of the issues.

A collection can be dropped or restored by itself. Each version of a paper carries the stamp of its
issue, so papers that are missing, or of another rif than the record says, are noticed.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from pymongo.collection import Collection

from wildwood.model import Issue
from wildwood.store.connection import Connection, Document, translated

_ID = "handles"
_STAMPS = "issues.stamp"
_COUNTED: Document = {
    "from": "handles",
    "localField": "stamp",
    "foreignField": _STAMPS,
    "pipeline": [{"$count": "papers"}],
    "as": "counted",
}
_STORED, _RECORDED = (
    {"$ifNull": [papers, 0]} for papers in ({"$first": "$counted.papers"}, "$stored")
)
_MISCOUNTED: list[Document] = [
    {"$match": {"stamp": {"$exists": True}}},
    {"$lookup": _COUNTED},
    {"$match": {"$expr": {"$ne": [_STORED, _RECORDED]}}},
]
"""Counts the papers of each issue by the index of stamps, in one request for all."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is stored of each issue."""

    connection: Connection

    @translated
    def record(self) -> None:
        """Record how much is stored, after each change."""
        self._meta.replace_one({"_id": _ID}, self._stored(), upsert=True)

    @translated
    def has_changed(self, issues: Iterable[Issue]) -> bool:
        """Return whether it seems that something else than Wildwood has changed the papers.

        This takes no time: it looks at the stamps, and at the number and the size of all papers
        that the server keeps, which are not exact after a crash.
        """
        expected = {issue.stamp for issue in issues if issue.stored and issue.stamp is not None}
        recorded = self._meta.find_one({"_id": _ID}, {"_id": 0})
        return recorded != self._stored() or self._stamps() != expected

    @translated
    def wrong_dates(self, issues: Sequence[Issue]) -> list[datetime.date]:
        """Return the dates, oldest first, whose stored papers are not as many as recorded.

        Among them are those of papers that no record knows, and of issues stored in part. There
        are none if nothing seems changed.
        """
        if not self.has_changed(issues):
            return []
        unknown = self._stamps() - {issue.stamp for issue in issues}
        dates = {stamp.partition(" ")[0] for stamp in unknown} | self._miscounted()
        return sorted(map(datetime.date.fromisoformat, dates))

    @property
    def _meta(self) -> Collection[Document]:
        return self.connection.collection("meta")

    def _stored(self) -> Document:
        """Return the number of all papers and their size in bytes."""
        count = partial(self.connection.database.command, "collStats", "handles")
        found = self.connection.retried(count)
        return {"papers": found["count"], "bytes": found["size"]}

    def _stamps(self) -> set[str]:
        return {*self.connection.collection("handles").distinct(_STAMPS)}

    def _miscounted(self) -> set[str]:
        """Return the dates of issues of which more or fewer papers are stored than recorded."""
        issues = self.connection.collection("issues")
        found = self.connection.retried(lambda: list(issues.aggregate(_MISCOUNTED)), long=True)
        return {issue["_id"] for issue in found}
