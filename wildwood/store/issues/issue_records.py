"""The records of the stored issues."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from pymongo.collection import Collection

from wildwood.model import Issue
from wildwood.store.connection import Connection, Document
from wildwood.store.handles import documents


class IssueRecords:
    """The collection of issues, which is read once and kept in step with this process's writes."""

    def __init__(
        self,
        connection: Connection,
        collection: Collection[Document],
        may_write: Callable[[], None],
    ) -> None:
        """Take the collection, and the check that raises when writing is no longer allowed."""
        self._connection = connection
        self._collection = collection
        self._may_write = may_write
        self._known: dict[datetime.date, Issue] | None = None

    def all(self) -> list[Issue]:
        """Return all issues, oldest first."""
        if self._known is None:
            stored = map(documents.issue_of, self._connection.find(self._collection, {}))
            self._known = {issue.date: issue for issue in stored}
        return sorted(self._known.values(), key=lambda issue: issue.date)

    def of(self, dates: Iterable[datetime.date]) -> list[Issue]:
        """Return the issues of some dates, oldest first; others are not read."""
        query = {"_id": {"$in": sorted(date.isoformat() for date in dates)}}
        found = map(documents.issue_of, self._connection.find(self._collection, query))
        return sorted(found, key=lambda issue: issue.date)

    def reload(self) -> None:
        """Read them again, since something else has changed them."""
        self._known = None

    def forgotten(self) -> list[datetime.date]:
        """Return the dates of issues whose removal was not finished."""
        found = self._connection.find(self._collection, {"forgotten": True})
        return sorted(datetime.date.fromisoformat(document["_id"]) for document in found)

    def other_part(self, name: str, value: str) -> str | None:
        """Return another value of a part that a ps rif was made from, or None."""
        key = f"ps.made_from.{name}"
        found = self._collection.find_one({key: {"$exists": True, "$ne": value}}, {key: 1})
        return str(found["ps"]["made_from"][name]) if found else None

    def replace(self, issue: Issue) -> None:
        """Store the record of an issue."""
        document = documents.issue_document(issue)
        with self._changing(issue.date):
            self._collection.replace_one({"_id": document["_id"]}, document, upsert=True)

    def mark(self, date: datetime.date, change: Document) -> None:
        """Change the record of an issue, or make one of an issue that was not read."""
        self._may_write()
        with self._changing(date):
            self._collection.update_one(
                {"_id": date.isoformat()}, {**change, "$setOnInsert": documents.UNREAD}, upsert=True
            )

    def remove(self, date: datetime.date) -> None:
        """Remove the record of an issue."""
        with self._changing(date):
            self._collection.delete_one({"_id": date.isoformat()})

    @contextmanager
    def _changing(self, date: datetime.date) -> Iterator[None]:
        """Read the record of a date again after a change; all, if the change fails."""
        known, self._known = self._known, None
        yield
        if known is not None:
            known.pop(date, None)
            found = self._connection.find(self._collection, {"_id": date.isoformat()})
            known |= {issue.date: issue for issue in map(documents.issue_of, found)}
            self._known = known
