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
        complete = {issue.stamp: issue for issue in issues if issue.stamp is not None}
        unknown = self._stamps() - complete.keys()
        wrong = {datetime.date.fromisoformat(stamp.partition(" ")[0]) for stamp in unknown}
        wrong |= {
            issue.date for issue in complete.values() if self._count(issue.stamp) != issue.stored
        }
        return sorted(wrong)

    def _estimated(self) -> int:
        return self.connection.collection("handles").estimated_document_count()

    def _stamps(self) -> set[str]:
        return {*self.connection.collection("handles").distinct(_STAMPS)}

    def _count(self, stamp: str | None) -> int:
        query: Document = {_STAMPS: stamp}
        counted = self.connection.database.command("count", "handles", query=query)
        return int(counted["n"])
