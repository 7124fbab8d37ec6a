"""An empty store beside the live one, filled by a rebuild and then swapped in."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from pymongo import WriteConcern
from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import OperationFailure

from wildwood.model import Issue, Paper
from wildwood.store import documents, swap
from wildwood.store.connection import Connection, Document
from wildwood.store.frequencies import Frequencies
from wildwood.store.handles import Handles

_UNACKNOWLEDGED_BY_DISK = WriteConcern(w="majority", j=False)
"""Enough until the swap's own record, which is journalled after all of it; what a majority does
not have would be lost in a failover."""

_NAMESPACE_EXISTS = 48


class FreshStore:
    """Collections as the migrated ones, their indexes made when they are full."""

    def __init__(self, connection: Connection, may_write: Callable[[], None], mark: str) -> None:
        """Make the collections, in place of what an earlier rebuild left."""
        self._connection = connection
        self._mark = mark
        self._may_write = may_write
        with connection.speaking():
            drop_leftovers(connection)
            for name in swap.COLLECTIONS:
                self._create_like(name)
        collection = self._collection("handles").with_options(write_concern=_UNACKNOWLEDGED_BY_DISK)
        self._handles = Handles(connection, collection, may_write)
        self._frequencies = Frequencies(connection, collection, self._collection("frequencies"))
        self._issues: list[Issue] = []
        self._indexing = ThreadPoolExecutor(max_workers=1)
        self._indexed: Future[None] | None = None
        self.is_deciding = False
        """Whether the swap may be decided; only MongoDB knows then."""

    @property
    def issues(self) -> Sequence[Issue]:
        """The issues added so far."""
        return self._issues

    def add_issue(self, issue: Issue, papers: Sequence[Paper]) -> list[str]:
        """Add an issue of a later date than all before; see `Store.replace_issue`."""
        versions = {paper.handle: documents.version(issue.date, paper) for paper in papers}
        with self._connection.speaking():
            left_out = self._handles.write(issue.date, versions)
        self._issues.append(issue)
        return left_out

    def begin_indexing(self) -> None:
        """When all issues are there: make the indexes, while the caller does other things."""
        self._indexed = self._indexing.submit(self._index_all)

    def decide_swap(self, decision: swap.Swap) -> None:
        """With the indexes made, set down that this store takes the live one's place."""
        if self._indexed is None:
            self.begin_indexing()
        with self._connection.speaking():
            if self._issues:
                self._collection("issues").insert_many(
                    [documents.issue_document(issue) for issue in self._issues]
                )
            if self._indexed is not None:
                self._indexed.result()
            self._frequencies.count()
            self._may_write()
            self.is_deciding = True
            swap.decide(self._connection, decision)
        self._indexing.shutdown()

    def discard(self) -> None:
        """Drop the collections; the live ones stay as they are.

        Dropping ends an index that is being made, and making the next one would bring its
        collection back; so they are dropped once more when nothing is being made.
        """
        with self._connection.speaking():
            drop_leftovers(self._connection)
            self._indexing.shutdown()
            drop_leftovers(self._connection)

    def _collection(self, name: str) -> Collection[Document]:
        return self._connection.collection(swap.fresh_name(name, self._mark))

    def _create_like(self, name: str) -> None:
        """A collection with the options, and on a sharded cluster the shard key, of the live."""
        database, fresh = self._connection.database, swap.fresh_name(name, self._mark)
        options = self._connection.collection(name).options()
        self._connection.repeated(lambda: _create(database, fresh, options))
        if database.client.is_mongos:
            sharded = database.client["config"]["collections"].find_one(
                {"_id": f"{database.name}.{name}"}
            )
            if sharded is not None:
                database.client.admin.command(
                    "shardCollection", f"{database.name}.{fresh}", key=sharded["key"]
                )

    def _index_all(self) -> None:
        """The live collections' indexes; making one takes long where there are many papers."""
        for name in swap.COLLECTIONS:
            live = self._connection.collection(name).list_indexes()
            indexes = [{key: index[key] for key in index if key != "ns"} for index in live]
            make = partial(
                self._connection.database.command,
                *("createIndexes", swap.fresh_name(name, self._mark)),
                indexes=indexes,
                **self._quorum(),
            )
            self._connection.repeated(make, long=True)

    def _quorum(self) -> Document:
        """Who must have an index before it is made: not all, for one of them may be down."""
        topology = self._connection.database.client.topology_description
        return {} if topology.topology_type_name == "Single" else {"commitQuorum": "majority"}


def _create(database: Database[Document], name: str, options: Mapping[str, Any]) -> None:
    """Make a collection, unless an attempt whose answer was lost has made it."""
    try:
        database.create_collection(name, check_exists=False, **options)
    except OperationFailure as error:
        if error.code != _NAMESPACE_EXISTS:
            raise


def drop_leftovers(connection: Connection) -> None:
    """Drop what a rebuild that was not finished has filled."""
    for name in filter(swap.is_fresh, connection.database.list_collection_names()):
        connection.repeated(connection.collection(name).drop)
