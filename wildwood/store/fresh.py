"""An empty store beside the live one, filled by a rebuild and then swapped in."""

from collections.abc import Callable, Sequence

import pymongo
from pymongo import WriteConcern

from wildwood.model import Issue, Paper
from wildwood.store import documents, swap
from wildwood.store.connection import Connection
from wildwood.store.handles import Handles

_UNACKNOWLEDGED_BY_DISK = WriteConcern(w=1, j=False)
"""Enough until the swap's own record, which is journalled after all of it."""


class FreshStore:
    """Collections as the migrated ones, their indexes made when they are full."""

    def __init__(self, connection: Connection, may_write: Callable[[], None]) -> None:
        """Make the collections anew, without what an earlier rebuild left."""
        self._connection = connection
        self._may_write = may_write
        with connection.speaking():
            self._drop()
            for name in swap.COLLECTIONS:
                self._create_like(name)
        collection = connection.collection(swap.fresh_name("handles")).with_options(
            write_concern=_UNACKNOWLEDGED_BY_DISK
        )
        self._handles = Handles(connection, collection, may_write)
        self._issues: list[Issue] = []

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

    def decide_swap(self, decision: swap.Swap) -> None:
        """Make the indexes, and set down that this store takes the live one's place."""
        with self._connection.speaking():
            if self._issues:
                self._connection.collection(swap.fresh_name("issues")).insert_many(
                    [documents.issue_document(issue) for issue in self._issues]
                )
            for name in swap.COLLECTIONS:
                self._index_like(name)
            self._may_write()
            swap.decide(self._connection, decision)

    def discard(self) -> None:
        """Drop the collections; the live ones stay as they are."""
        with self._connection.speaking():
            self._drop()

    def _drop(self) -> None:
        for name in swap.COLLECTIONS:
            self._connection.collection(swap.fresh_name(name)).drop()

    def _create_like(self, name: str) -> None:
        """A collection with the options, and on a sharded cluster the shard key, of the live."""
        database, fresh = self._connection.database, swap.fresh_name(name)
        options = self._connection.collection(name).options()
        database.create_collection(fresh, **options)
        if database.client.is_mongos:
            sharded = database.client["config"]["collections"].find_one(
                {"_id": f"{database.name}.{name}"}
            )
            if sharded is not None:
                database.client.admin.command(
                    "shardCollection", f"{database.name}.{fresh}", key=sharded["key"]
                )

    def _index_like(self, name: str) -> None:
        """The live collection's indexes; making one may take longer than any time limit."""
        target = self._connection.collection(swap.fresh_name(name))
        with pymongo.timeout(None):
            for index in self._connection.collection(name).list_indexes():
                options = {key: index[key] for key in index if key not in {"v", "key", "ns"}}
                target.create_index(list(index["key"].items()), **options)
