"""The collection of handles: the versions of papers, and the frequencies of their features."""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import Any

import bson
from bson.raw_bson import RawBSONDocument
from pymongo import DeleteOne, ReplaceOne
from pymongo.collection import Collection
from pymongo.errors import BulkWriteError

from wildwood.biblio.entry import plain_handle
from wildwood.kernel.model import Paper, Version
from wildwood.nep import documents
from wildwood.nep.connection import Connection, Document, batches, key_batches, translated

_DUPLICATE_KEY = 11000
_WITHOUT_KEYS = {"features": 0}
_FINDABLE = re.compile(r"[^\0]{1,8000}")  # what MongoDB takes in a pattern

_Change = tuple[str, Document | None]  # a handle and its new document; None deletes the old one
Changing = Callable[[AbstractSet[str], AbstractSet[datetime.date]], None]
"""Called before a change, with the handles and the dates of issues whose versions no longer fit."""


@dataclass(frozen=True, slots=True)
class Handles:
    connection: Connection
    collection: Collection[Document]
    may_write: Callable[[], None]

    @translated
    def is_empty(self) -> bool:
        return not self.collection.estimated_document_count()

    def papers(self, handles: Iterable[str]) -> dict[str, Paper]:
        """Return the stored papers as in their latest issue."""
        versions = self.all_versions(handles)
        return {handle: of_handle[-1].paper for handle, of_handle in versions.items()}

    def all_versions(self, handles: Iterable[str]) -> dict[str, list[Version]]:
        """Return stored papers as in each issue, oldest first."""
        stored = self.stored(handles, _WITHOUT_KEYS)
        return {handle: documents.versions_of(document) for handle, document in stored.items()}

    @translated
    def versions(self, handle: str) -> list[Version]:
        """Return a paper as in each issue, oldest first; empty without one handle that fits.

        Case and `info:lib/` count only if several handles fit.
        """
        if not _FINDABLE.fullmatch(handle):
            return []
        stored = list(self._find({"_id": handle}, _WITHOUT_KEYS))
        if not stored:
            pattern = f"^(info:lib/)?{re.escape(plain_handle(handle))}$"
            query = {"_id": {"$regex": pattern, "$options": "i"}}
            stored = list(self._find(query, _WITHOUT_KEYS))
        return documents.versions_of(stored[0]) if len(stored) == 1 else []

    @translated
    def papers_of_issue(self, date: datetime.date) -> list[Paper]:
        """Return the papers as they were in an issue, by handle."""
        stored = self._find(_select_issue(date), _WITHOUT_KEYS)
        versions = (version for document in stored for version in documents.versions_of(document))
        papers = (version.paper for version in versions if version.date == date)
        return sorted(papers, key=lambda paper: paper.handle)

    @translated
    def handles_of_issue(self, date: datetime.date) -> list[str]:
        return [document["_id"] for document in self._find(_select_issue(date), {"_id": 1})]

    @translated
    def stored(self, handles: Iterable[str], fields: Document | None = None) -> dict[str, Document]:
        queries = ({"_id": {"$in": batch}} for batch in key_batches(handles))
        documents = (each for query in queries for each in self._find(query, fields))
        return {document["_id"]: document for document in documents}

    @translated
    def write_versions(
        self,
        date: datetime.date,
        versions: Mapping[str, Document | None],
        changing: Changing = lambda _handles, _dropped: None,
    ) -> list[str]:
        """Set, or remove if None, the version of handles in an issue; return those too large."""
        too_large: list[str] = []
        for batch in key_batches(versions):
            stored = self.stored(batch)
            changes: dict[str, Document | None] = {}
            dropped: set[datetime.date] = set()
            for handle in batch:
                old = stored.get(handle)
                offered = _offered(old, date, versions[handle])
                new = documents.handle_document(handle, offered)
                left_out = documents.left_out(offered, new)
                if date in left_out:
                    too_large.append(handle)
                dropped |= left_out - {date}
                if new != old:
                    changes[handle] = new
            changing(changes.keys(), dropped)
            self._apply(changes.items())
        return too_large

    @translated
    def insert(self, date: datetime.date, encoded: Mapping[str, bytes | None]) -> list[str]:
        """Store the `encoded_documents` of an issue, most of them new; return those too large."""
        duplicates: list[str] = []
        new = {handle: document for handle, document in encoded.items() if document is not None}
        for batch in batches(new, size=lambda handle: len(new[handle])):
            made = RawBSONDocument if self.connection.is_server else bson.decode
            inserted = [made(new[handle]) for handle in batch]
            self.may_write()
            places = self.connection.retried(partial(insert_new, self.collection, inserted))
            duplicates += (batch[place] for place in places)
        versions = {handle: documents.encoded_version(new[handle]) for handle in duplicates}
        too_large = {*self.write_versions(date, versions)}
        return [handle for handle in encoded if handle not in new or handle in too_large]

    @translated
    def write_all_versions(
        self, versions: Mapping[str, Sequence[Document]]
    ) -> list[tuple[datetime.date, str]]:
        """Replace documents by those of all versions; return each version that is too large."""
        too_large: list[tuple[datetime.date, str]] = []

        def changes() -> Iterator[_Change]:
            for handle, offered in versions.items():
                new = documents.handle_document(handle, offered)
                too_large.extend((date, handle) for date in documents.left_out(offered, new))
                if new:
                    yield handle, new

        self._apply(changes())
        return too_large

    def _find(self, query: Document, fields: Document | None) -> Iterator[Document]:
        return self.connection.find(self.collection, query, fields)

    def _apply(self, changes: Iterable[_Change]) -> None:
        for batch in batches(changes, size=_size):
            operations = [
                ReplaceOne({"_id": handle}, new, upsert=True) if new else DeleteOne({"_id": handle})
                for handle, new in batch
            ]
            self.may_write()
            write = partial(self.collection.bulk_write, operations, ordered=False)
            self.connection.retried(write)


def insert_new(collection: Collection[Document], inserted: Sequence[Any]) -> list[int]:
    """Insert documents; return the places of those whose `_id` is stored already."""
    try:
        collection.insert_many(inserted, ordered=False)
    except BulkWriteError as error:
        failed = error.details["writeErrors"]
        codes = {failure["code"] for failure in failed}
        if error.details.get("writeConcernErrors") or codes - {_DUPLICATE_KEY}:
            raise
        return [failure["index"] for failure in failed]
    return []


def _select_issue(date: datetime.date) -> Document:
    """Return the query for an issue's papers by stamps, which begin with its date."""
    return {"issues.stamp": {"$regex": f"^{date} "}}


def _offered(old: Document | None, date: datetime.date, version: Document | None) -> list[Document]:
    kept = [entry for entry in old["issues"] if entry["date"] != date.isoformat()] if old else []
    return kept if version is None else [*kept, version]


def _size(change: _Change) -> int:
    return documents.most_bytes(change[1]) if change[1] else 0


_SAMPLE = 40_000
_MIN_FOUND, _MIN_COUNTED = 2, 5  # papers with a feature to record: in a sample, and in all
_KEYS_PER_QUERY = 10_000
_TEXTS: Document = {"$filter": {"input": "$features", "cond": {"$gte": ["$$this", ""]}}}
_GROWTH = 2  # growth in the number of papers after which a new sample is taken


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The shares of papers with common features, which affect only the speed of a selection.

    Documents: `{_id: "author:david", share: 0.07, papers: 1000000}`; `papers` counts all then.
    """

    connection: Connection
    handles: Collection[Document]
    collection: Collection[Document]

    def shares(self, keys: Iterable[str]) -> dict[str, float]:
        batched, find = key_batches(sorted(keys), _KEYS_PER_QUERY), self.connection.find
        queries = ({"_id": {"$in": batch}} for batch in batched)
        records = (record for query in queries for record in find(self.collection, query))
        return {record["_id"]: record["share"] for record in records}

    def refresh(self) -> None:
        counted = self.collection.find_one() or {"papers": 0}
        if self.handles.estimated_document_count() > _GROWTH * counted["papers"]:
            self.count()

    def count(self) -> None:
        papers = self.handles.estimated_document_count()
        self.connection.aggregate(self.handles, self._pipeline(papers))

    def _pipeline(self, papers: int) -> list[Document]:
        share = {"$divide": ["$found", min(papers, _SAMPLE) or 1]}
        return [
            {"$sample": {"size": _SAMPLE}},
            {"$project": {"features": _TEXTS}},
            {"$unwind": "$features"},
            {"$match": {"features": {"$not": {"$gte": "name:", "$lt": "name;"}}}},
            {"$group": {"_id": "$features", "found": {"$sum": 1}}},
            {"$match": {"found": {"$gte": _MIN_FOUND if papers > _SAMPLE else _MIN_COUNTED}}},
            {"$project": {"share": share, "papers": {"$literal": papers}}},
            {"$out": self.collection.name},
        ]
