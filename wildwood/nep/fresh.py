"""An empty store next to the live one, which a rebuild fills and then swaps in."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from pymongo import WriteConcern
from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import OperationFailure

from wildwood.kernel import interruption
from wildwood.kernel.errors import LockedError
from wildwood.kernel.model import Issue
from wildwood.kernel.settings import MongoSettings
from wildwood.nep import documents
from wildwood.nep.connection import Connection, Document, connect, translated
from wildwood.nep.handles import Frequencies, Handles
from wildwood.nep.swap import COLLECTIONS, Swap, Swaps, fresh_name

NOT_JOURNALLED = WriteConcern(w="majority", j=False)
"""Enough, as the swap is journalled later; without a majority, a failover could lose writes."""

_NAMESPACE_EXISTS = 48
_INDEXES_AT_ONCE = 2  # the server builds each index on one thread, and most keys are in two of them


class FreshStore:
    """Collections with the options of the live ones; their indexes are built at the end."""

    def __init__(self, connection: Connection, may_write: Callable[[], None], mark: str) -> None:
        """Create the collections, after dropping those of unfinished rebuilds."""
        self.connection = connection
        self._mark = mark
        self._may_write = may_write
        self._swaps = Swaps(connection, may_write)
        self._create_collections()
        collection = self._collection("handles").with_options(write_concern=NOT_JOURNALLED)
        self._handles = Handles(connection, collection, may_write)
        self._frequencies = Frequencies(connection, collection, self._collection("frequencies"))
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
        self._frequencies.count()
        self._may_write()
        self.is_deciding = True
        sizes = tuple(self._collection(name).count_documents({}) for name in COLLECTIONS)
        self._swaps.decide(replace(decision, sizes=sizes))
        self._indexing.shutdown()

    def discard(self) -> None:
        """Drop the collections, again after index builds, which would bring one back."""
        self._swaps.drop(self._mark)
        self._indexing.shutdown()
        self._swaps.drop(self._mark)

    def _collection(self, name: str) -> Collection[Document]:
        return self.connection.collection(fresh_name(name, self._mark))

    @translated
    def _create_collections(self) -> None:
        self._swaps.drop_leftovers()
        for name in COLLECTIONS:
            self._create_like(name)

    def _create_like(self, name: str) -> None:
        """Create a collection with the options and, if sharded, the shard key of `name`."""
        database, fresh = self.connection.database, fresh_name(name, self._mark)
        options = self.connection.collection(name).options()
        self.connection.retried(lambda: _create(database, fresh, options))
        if database.client.is_mongos:
            query = {"_id": f"{database.name}.{name}"}
            if sharded := database.client["config"]["collections"].find_one(query):
                fresh_path = f"{database.name}.{fresh}"
                database.client.admin.command("shardCollection", fresh_path, key=sharded["key"])

    def _builds(self) -> Iterator[Callable[[], Document]]:
        for name in COLLECTIONS:
            for index in self.connection.collection(name).list_indexes():
                if index["name"] != "_id_":
                    build = partial(
                        self.connection.database.command,
                        *("createIndexes", fresh_name(name, self._mark)),
                        indexes=[{key: index[key] for key in index if key != "ns"}],
                        **self._quorum(),
                    )
                    yield partial(self.connection.retried, build, long=True)

    def _quorum(self) -> Document:
        """Require a majority for an index build, since a member can be down."""
        topology = self.connection.database.client.topology_description
        return {} if topology.topology_type_name == "Single" else {"commitQuorum": "majority"}


def _create(database: Database[Document], name: str, options: Mapping[str, Any]) -> None:
    """Create a collection, unless an attempt whose answer was lost did."""
    try:
        database.create_collection(name, check_exists=False, **options)
    except OperationFailure as error:
        if error.code != _NAMESPACE_EXISTS:
            raise


@contextmanager
def fresh_handles(settings: MongoSettings, mark: str) -> Iterator[Handles]:
    """Connect to the papers of a rebuild; after its end, writes fail and create no collection."""
    name = fresh_name("handles", mark)
    with connect(settings, None) as connection:

        def check_existence() -> None:
            if not connection.database.list_collection_names(filter={"name": name}):
                raise LockedError("The rebuild has ended; run wildwood_all again if it failed.")

        collection = connection.collection(name).with_options(write_concern=NOT_JOURNALLED)
        yield Handles(connection, collection, check_existence)
