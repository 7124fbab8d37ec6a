"""The collection of handles: what each issue has of each of them."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping

from pymongo import DeleteOne, ReplaceOne
from pymongo.collection import Collection

from wildwood.model import Paper
from wildwood.store import documents
from wildwood.store.batches import batches
from wildwood.store.connection import Connection, Document

_BATCH = 1000
"""Handles read and written at a time."""
_WITHOUT_KEYS = {"features": 0}


class Handles:
    """The documents of all handles, in one collection."""

    def __init__(
        self,
        connection: Connection,
        collection: Collection[Document],
        may_write: Callable[[], None],
    ) -> None:
        """`may_write` raises where writing is no longer allowed."""
        self._connection = connection
        self._collection = collection
        self._may_write = may_write

    def papers(self, handles: Iterable[str]) -> dict[str, Paper]:
        """Those handles that are stored, as their latest issue has them."""
        return {
            found["_id"]: documents.latest_paper(found)
            for batch in batches(handles, _BATCH)
            for found in self._found({"_id": {"$in": batch}}, _WITHOUT_KEYS)
        }

    def papers_of_issue(self, date: datetime.date) -> list[Paper]:
        """The papers of an issue as it had them, by handle."""
        found = self._found({"issues.date": date.isoformat()}, _WITHOUT_KEYS)
        papers = [documents.paper_of(document, date) for document in found]
        return sorted(papers, key=lambda paper: paper.handle)

    def of_issue(self, date: datetime.date) -> list[str]:
        """The handles that an issue is stored to have."""
        found = self._found({"issues.date": date.isoformat()}, {"_id": 1})
        return [document["_id"] for document in found]

    def write(self, date: datetime.date, versions: Mapping[str, Document | None]) -> list[str]:
        """Give each handle its version of an issue, or none; idempotent.

        Gives the handles that were left out because their document would be too large.
        """
        left_out: list[str] = []
        for batch in batches(versions, _BATCH):
            known = {doc["_id"]: doc for doc in self._found({"_id": {"$in": batch}})}
            operations: list[DeleteOne | ReplaceOne[Document]] = []
            for handle in batch:
                old, entry = known.get(handle), versions[handle]
                new = _with_version(handle, old, date, entry)
                if entry is not None and (new is None or entry not in new["issues"]):
                    left_out.append(handle)
                operations += _change(handle, old, new)
            self._apply(operations)
        return left_out

    def _found(self, query: Document, fields: Document | None = None) -> Iterator[Document]:
        return self._connection.found(self._collection, query, fields)

    def _apply(self, operations: list[DeleteOne | ReplaceOne[Document]]) -> None:
        if not operations:
            return
        self._may_write()
        self._connection.repeated(lambda: self._collection.bulk_write(operations, ordered=False))


def _with_version(
    handle: str, old: Document | None, date: datetime.date, entry: Document | None
) -> Document | None:
    others = [kept for kept in old["issues"] if kept["date"] != date.isoformat()] if old else []
    return documents.handle_document(handle, others if entry is None else [*others, entry])


def _change(
    handle: str, old: Document | None, new: Document | None
) -> list[DeleteOne | ReplaceOne[Document]]:
    if new == old:
        return []
    if new is None:
        return [DeleteOne({"_id": handle})]
    return [ReplaceOne({"_id": handle}, new, upsert=True)]
