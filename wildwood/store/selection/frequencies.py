"""Count how common features are, so that queries can start with a paper's rarest ones."""

from collections.abc import Iterable
from dataclasses import dataclass

from pymongo.collection import Collection

from wildwood.store.batches import key_batches
from wildwood.store.connection import Connection, Document

_SAMPLE = 40_000
"""Papers in the sample."""
_MIN_FOUND, _MIN_COUNTED = 2, 5
"""Papers that must have a feature for it to be recorded: of a sample, or if all are counted. A
feature of so few among all papers costs nothing."""
_KEYS_PER_QUERY = 10_000
_GROWTH = 2
"""Growth in the number of papers after which a new sample is taken."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The share of papers that have a feature, for the more common features of a collection.

    A document is `{_id: "author:david", share: 0.07, papers: 1000000}`, where `papers` is the
    number of papers when the sample was taken. The shares affect the speed of a selection,
    never its result.
    """

    connection: Connection
    handles: Collection[Document]
    collection: Collection[Document]

    def shares(self, keys: Iterable[str]) -> dict[str, float]:
        """Return the shares of those keys that are common."""
        return {
            found["_id"]: found["share"]
            for batch in key_batches(sorted(keys), _KEYS_PER_QUERY)
            for found in self.connection.find(self.collection, {"_id": {"$in": batch}})
        }

    def refresh(self) -> None:
        """Take a new sample if the number of papers has doubled since the last one."""
        counted = self.collection.find_one() or {"papers": 0}
        if self.handles.estimated_document_count() > _GROWTH * counted["papers"]:
            self.count()

    def count(self) -> None:
        """Count the features of a new sample of papers, and replace the shares."""
        papers = self.handles.estimated_document_count()
        self.connection.retried(
            lambda: self.handles.aggregate(self._pipeline(papers), allowDiskUse=True), long=True
        )

    def _pipeline(self, papers: int) -> list[Document]:
        return [
            {"$sample": {"size": _SAMPLE}},
            {"$project": {"features": 1}},
            {"$unwind": "$features"},
            {"$match": {"features": {"$not": {"$gte": "name:", "$lt": "name;"}}}},
            {"$group": {"_id": "$features", "found": {"$sum": 1}}},
            {"$match": {"found": {"$gte": _MIN_FOUND if papers > _SAMPLE else _MIN_COUNTED}}},
            {
                "$project": {
                    "share": {"$divide": ["$found", min(papers, _SAMPLE) or 1]},
                    "papers": {"$literal": papers},
                }
            },
            {"$out": self.collection.name},
        ]
