"""Compare the stored papers with the records of the issues.

A collection can be dropped or restored by itself. Each version of a paper carries the stamp of its
issue, so papers that are missing, or of another rif than the record says, are noticed.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

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
        """Record how many papers are stored, after each change."""
        self.connection.collection("meta").replace_one(
            {"_id": _ID}, {"papers": self._estimated()}, upsert=True
        )

    @translated
    def has_changed(self, issues: Iterable[Issue]) -> bool:
        """Return whether it seems that something else than Wildwood has changed the papers.

        This takes no time: it looks at the stamps and at the number of papers that the server
        keeps, which is not exact after a crash.
        """
        recorded = self.connection.collection("meta").find_one({"_id": _ID}) or {}
        expected = {issue.stamp for issue in issues if issue.stamp is not None}
        return recorded.get("papers") != self._estimated() or self._stamps() != expected

    @translated
    def wrong_dates(self, issues: Iterable[Issue]) -> list[datetime.date]:
        """Return the dates, oldest first, whose stored papers are not as many as recorded.

        Among them are those of papers that no record knows, and of issues stored in part.
        """
        unknown = self._stamps() - {issue.stamp for issue in issues}
        dates = {stamp.partition(" ")[0] for stamp in unknown} | self._miscounted()
        return sorted(map(datetime.date.fromisoformat, dates))

    def _estimated(self) -> int:
        return self.connection.collection("handles").estimated_document_count()

    def _stamps(self) -> set[str]:
        return {*self.connection.collection("handles").distinct(_STAMPS)}

    def _miscounted(self) -> set[str]:
        """Return the dates of issues of which more or fewer papers are stored than recorded."""
        issues = self.connection.collection("issues")
        found = self.connection.retried(lambda: list(issues.aggregate(_MISCOUNTED)), long=True)
        return {issue["_id"] for issue in found}
