"""An empty store next to the live one, which a rebuild fills and then swaps in.

Any command can finish a swap that is recorded.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from pymongo import WriteConcern
from pymongo.collection import Collection
from pymongo.errors import OperationFailure

from wildwood.kernel import interruption
from wildwood.kernel.errors import LockedError
from wildwood.kernel.model import Issue, WrittenFile
from wildwood.kernel.settings import MongoSettings
from wildwood.nep import documents
from wildwood.nep.connection import Connection, Document, connect, translated
from wildwood.nep.documents import INCOMPLETE, issue_of
from wildwood.nep.handles import Frequencies, Handles
from wildwood.nep.records import Contents, SimilarPairs
from wildwood.nep.schema import create_collection, read_indexes

COLLECTIONS = ("handles", "issues", "frequencies", "similar")
_FRESH = "fresh_"
_ID = "swap"
_NAMESPACE_NOT_FOUND = 26


@dataclass(frozen=True, slots=True)
class Swap:
    """A decided swap; without directories, so a copy of an installation spares the original."""

    mark: str
    sizes: tuple[int, ...] = field(default=(), compare=False)  # documents in each collection


def fresh_name(collection: str, mark: str) -> str:
    """Return the name of a collection that only this rebuild writes."""
    return f"{_FRESH}{mark}_{collection}"


class Swaps:
    def __init__(self, connection: Connection, may_write: Callable[[], None]) -> None:
        self.connection = connection
        self._may_write = may_write
        self._meta = connection.collection("meta")

    @translated
    def pending(self) -> Swap | None:
        record = self._meta.find_one({"_id": _ID})
        return Swap(record["mark"], tuple(record["sizes"])) if record else None

    @translated
    def decide(self, swap: Swap) -> None:
        record = {"mark": swap.mark, "sizes": list(swap.sizes)}
        self._meta.replace_one({"_id": _ID}, record, upsert=True)

    @translated
    def missing_collections(self, swap: Swap) -> list[str]:
        """Return the collections neither there to rename nor, by their sizes, renamed already."""
        existing = self.connection.database.list_collection_names()
        return [
            fresh
            for name, size in zip(COLLECTIONS, swap.sizes, strict=False)
            if (fresh := fresh_name(name, swap.mark)) not in existing
            and self.connection.collection(name).count_documents({}) != size
        ]

    @translated
    def written_files(self, swap: Swap) -> list[WrittenFile]:
        """Return a swap's ps rifs as written; none once they are published."""
        issues = self.connection.collection(fresh_name("issues", swap.mark))
        rebuilt = map(issue_of, self.connection.find(issues, {}))
        return [issue.ps.file for issue in rebuilt if issue.ps and issue.ps.file]

    @translated
    def cancel(self, swap: Swap) -> None:
        """Give up a decided swap; if its papers are in place, mark all issues as incomplete."""
        self._may_write()
        papers = fresh_name(COLLECTIONS[0], swap.mark)
        if papers not in self.connection.database.list_collection_names():
            self.connection.collection("issues").update_many({}, INCOMPLETE)
        self._meta.delete_one({"_id": _ID, "mark": swap.mark})

    @translated
    def complete(self, swap: Swap) -> None:
        """Rename what remains, and remove the record, unless the swap is finished."""
        if self.pending() != swap:
            return
        for name in COLLECTIONS:
            self._may_write()
            self.connection.retried(partial(self._rename, name, swap.mark))
        self._may_write()
        Contents(self.connection).record()
        self._meta.delete_one({"_id": _ID})

    def drop_leftovers(self) -> None:
        """Drop the collections of unfinished rebuilds; no swap may be pending."""
        self._may_write()
        self.drop(_FRESH)

    @translated
    def drop(self, prefix: str) -> None:
        """Drop collections by the beginning of their names; needs no lock, as it can be lost."""
        for name in self.connection.database.list_collection_names():
            if name.startswith(prefix):
                self.connection.retried(self.connection.collection(name).drop)

    def _rename(self, name: str, mark: str) -> None:
        try:
            self.connection.collection(fresh_name(name, mark)).rename(name, dropTarget=True)
        except OperationFailure as error:
            if error.code != _NAMESPACE_NOT_FOUND:
                raise


NOT_JOURNALLED = WriteConcern(w="majority", j=False)
"""Enough, as the swap is journalled later; without a majority, a failover could lose writes."""

_INDEXES_AT_ONCE = 2  # the server builds each index on one thread


class FreshStore:
    """Collections with the options of the live ones; their indexes are built at the end."""

    def __init__(self, connection: Connection, may_write: Callable[[], None], mark: str) -> None:
        """Create the collections, after dropping those of unfinished rebuilds."""
        self.connection = connection
        self._mark = mark
        self._may_write = may_write
        self._swaps = Swaps(connection, may_write)
        with connection.translated_errors():
            self._swaps.drop_leftovers()
            for name in COLLECTIONS:
                self._create_like(name)
        self._handles, self.similar = _papers_and_pairs(connection, mark, may_write)
        papers, shares = map(self._collection, ("handles", "frequencies"))
        self._frequencies = Frequencies(connection, papers, shares)
        self._issues = dict[datetime.date, Issue]()
        self._forgotten: list[Document] = []
        self._indexing = ThreadPoolExecutor(max_workers=_INDEXES_AT_ONCE)
        self._indexed: list[Future[Document]] | None = None
        self.is_deciding = False  # whether only MongoDB knows if the swap is decided

    @property
    def issues(self) -> Sequence[Issue]:
        return list(self._issues.values())

    def add_issue(self, issue: Issue, encoded: Mapping[str, bytes | None]) -> Issue:
        """Add an issue after all others; return it without papers that are too large."""
        stored = issue.drop(self._handles.insert(issue.date, encoded))
        self.record(stored)
        return stored

    def record(self, issue: Issue) -> None:
        self._issues[issue.date] = issue

    def forget(self, issues: Iterable[Issue]) -> None:
        self._forgotten.extend(map(documents.forgotten_document, issues))

    @translated
    def begin_indexing(self) -> None:
        self._indexed = [self._indexing.submit(build) for build in self._builds()]

    @translated
    def decide_swap(self, decision: Swap) -> None:
        """Wait for the indexes, then record that this store replaces the live one."""
        if self._indexed is None:
            self.begin_indexing()
        recorded = [*map(documents.issue_document, self.issues), *self._forgotten]
        if recorded:
            self._collection("issues").insert_many(recorded)
        for indexed in self._indexed or ():
            interruption.result_of(indexed)
        self.similar.settle({})
        self._frequencies.count()
        self._may_write()
        self.is_deciding = True
        sizes = tuple(self._collection(name).count_documents({}) for name in COLLECTIONS)
        self._swaps.decide(replace(decision, sizes=sizes))
        self._indexing.shutdown()

    def discard(self) -> None:
        """Drop the collections, again after index builds, which would bring one back."""
        own = fresh_name("", self._mark)
        self._swaps.drop(own)
        self._indexing.shutdown()
        self._swaps.drop(own)

    def _collection(self, name: str) -> Collection[Document]:
        return self.connection.collection(fresh_name(name, self._mark))

    def _create_like(self, name: str) -> None:
        """Create a collection with the options and, if sharded, the shard key of `name`."""
        database, fresh = self.connection.database, fresh_name(name, self._mark)
        options = self.connection.collection(name).options()
        self.connection.retried(lambda: create_collection(database, fresh, options))
        if database.client.is_mongos:
            query = {"_id": f"{database.name}.{name}"}
            if sharded := database.client["config"]["collections"].find_one(query):
                fresh_path = f"{database.name}.{fresh}"
                database.client.admin.command("shardCollection", fresh_path, key=sharded["key"])

    def _builds(self) -> Iterator[Callable[[], Document]]:
        database = self.connection.database
        is_single = database.client.topology_description.topology_type_name == "Single"
        # A member can be down, so that a majority must be enough for an index build.
        quorum = {} if is_single else {"commitQuorum": "majority"}
        create = partial(database.command, "createIndexes", **quorum)
        for name in COLLECTIONS:
            for index in read_indexes(self.connection, name):
                build = partial(create, fresh_name(name, self._mark), indexes=[index])
                yield partial(self.connection.retried, build, long=True)


@contextmanager
def fresh_stores(settings: MongoSettings, mark: str) -> Iterator[tuple[Handles, SimilarPairs]]:
    """Connect to the papers and pairs of a rebuild; after its end, writes fail and create none."""
    name = fresh_name("handles", mark)
    with connect(settings, None) as connection:

        def check_existence() -> None:
            if not connection.database.list_collection_names(filter={"name": name}):
                raise LockedError("The rebuild has ended; run wildwood_all again if it failed.")

        yield _papers_and_pairs(connection, mark, check_existence)


def _papers_and_pairs(
    connection: Connection, mark: str, may_write: Callable[[], None]
) -> tuple[Handles, SimilarPairs]:
    fresh = (connection.collection(fresh_name(name, mark)) for name in ("handles", "similar"))
    papers, pairs = (each.with_options(write_concern=NOT_JOURNALLED) for each in fresh)
    return Handles(connection, papers, may_write), SimilarPairs(connection, pairs, may_write)
