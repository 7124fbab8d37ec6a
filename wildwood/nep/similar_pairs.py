"""The collection `similar`: the pairs in each ps rif, and the first issue with each of them."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations

from pymongo import ReplaceOne, UpdateMany
from pymongo.collection import Collection

from wildwood.kernel.model import Issue
from wildwood.nep.connection import Connection, Document, batches, translated
from wildwood.nep.documents import pair_id
from wildwood.nep.handles import insert_new

_BATCH = 1000
_STAMP_LENGTH = 27
_BOTH = ["$handle", "$similar"]
_PAIR = {"$cond": [{"$lt": _BOTH}, _BOTH, _BOTH[::-1]]}  # in either order
_UNSETTLED: list[Document] = [
    {"$group": {"_id": _PAIR, "first": {"$min": "$date"}, "seen": {"$addToSet": "$first_seen"}}},
    {"$match": {"$expr": {"$ne": ["$seen", ["$first"]]}}},
]  # pairs whose `first_seen` is not their first date


@dataclass(frozen=True, slots=True)
class SimilarPairs:
    """Pairs whose `first_seen` depends on what is stored, not on the order in which it was."""

    connection: Connection
    collection: Collection[Document]
    may_write: Callable[[], None]

    @translated
    def insert(self, pairs: Sequence[Document]) -> None:
        """Add the pairs of an issue of a rebuild, which ends with `settle`."""
        if pairs:
            self._write(partial(insert_new, self.collection, pairs))

    @translated
    def settle(self, query: Document) -> None:
        """Set `first_seen` of the pairs that a query finds, which must find all of each."""
        for batch in batches(self._unsettled(query), _BATCH):
            changes = [
                UpdateMany(dict(zip(("handle", "similar"), papers, strict=True)), change)
                for pair in batch
                for change in [{"$set": {"first_seen": pair["first"]}}]
                for papers in permutations(pair["_id"])
            ]
            self._write(partial(self.collection.bulk_write, changes, ordered=False))

    def replace(self, date: datetime.date, pairs: Sequence[Document]) -> None:
        """Replace the pairs of an issue. The old ones go last, so that it can be repeated."""
        for batch in batches(pairs, _BATCH, _size):
            changes = [ReplaceOne({"_id": pair["_id"]}, pair, upsert=True) for pair in batch]
            self._write(partial(self.collection.bulk_write, changes, ordered=False))
        old = _others_of(date, pairs)
        for settled in _handles_of(self._of(date)):
            self.settle({**settled, "$nor": [old]})
        self._write(partial(self.collection.delete_many, old))

    @translated
    def are_of(self, date: datetime.date, pairs: Sequence[Document]) -> bool:
        """Return whether these are the pairs of an issue, with the right `first_seen`."""
        stored = {pair["_id"]: {**pair, "first_seen": pair["date"]} for pair in self._of(date)}
        return stored == {pair["_id"]: pair for pair in pairs} and not any(
            map(self._unsettled, _handles_of(pairs))
        )

    def _of(self, date: datetime.date) -> Iterator[Document]:
        return self.connection.find(self.collection, _others_of(date, ()))

    def _unsettled(self, query: Document) -> list[Document]:
        pipeline = [{"$match": query}, *_UNSETTLED]
        options: Document = {"allowDiskUse": True} if self.connection.is_server else {}
        aggregate = partial(self.collection.aggregate, pipeline, **options)
        return self.connection.retried(lambda: list(aggregate()), long=True)

    def _write(self, write: Callable[[], object]) -> None:
        self.may_write()
        self.connection.retried(write)


def _size(pair: Document) -> int:
    return 256 + 4 * (len(pair["handle"]) + len(pair["similar"]))


def _handles_of(pairs: Iterable[Document]) -> Iterator[Document]:
    """Yield queries that find the pairs of the same papers, in either order and any issue."""
    for batch in batches(pairs, _BATCH, _size):
        handles = sorted({pair[side] for pair in batch for side in ("handle", "similar")})
        yield {"handle": {"$in": handles}, "similar": {"$in": handles}}


def _others_of(date: datetime.date, pairs: Sequence[Document]) -> Document:
    """Return a query for the pairs of an issue apart from these, by their `_id`."""
    begin, end = f"{date} ", f"{date}!"
    if not pairs:
        return {"_id": {"$gte": begin, "$lt": end}}
    first, last = pairs[0]["_id"], pairs[-1]["_id"]
    return {"$or": [{"_id": {"$gte": begin, "$lt": first}}, {"_id": {"$gt": last, "$lt": end}}]}


def _recorded(issues: Iterable[Issue]) -> dict[str, int | None]:
    """Return the numbers of pairs of complete issues by the first `_id`; None if unknown."""
    return {
        pair_id(issue.date, issue.ps.file, 1): issue.ps.similar
        for issue in issues
        if issue.digest is not None and issue.ps and issue.ps.file and issue.ps.similar != 0
    }


def have_pairs(connection: Connection, issues: Iterable[Issue]) -> bool:
    """Return whether the first pair of each ps rif is stored."""
    ids = [*_recorded(issues)]
    return connection.collection("similar").count_documents({"_id": {"$in": ids}}) == len(ids)


def dates_of_wrong_pairs(connection: Connection, issues: Sequence[Issue]) -> set[datetime.date]:
    """Return the dates of complete issues, or of none, with another number of pairs."""
    stamp = {"$substrCP": ["$_id", 0, _STAMP_LENGTH]}
    by_stamp = [{"$group": {"_id": stamp, "first": {"$min": "$_id"}, "pairs": {"$sum": 1}}}]
    similar = connection.collection("similar")
    counted = connection.retried(lambda: list(similar.aggregate(by_stamp)), long=True)
    stored = {(group["first"], group["pairs"]) for group in counted}
    wrong = {first for first, _ in stored ^ {*_recorded(issues).items()}}
    dates = {datetime.date.fromisoformat(first.partition(" ")[0]) for first in wrong}
    return dates - {issue.date for issue in issues if issue.digest is None}
