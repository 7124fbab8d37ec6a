"""How common features are, so that the rarest of a paper can be asked for first."""

from collections.abc import Iterable
from dataclasses import dataclass

from pymongo.collection import Collection

from wildwood.store.batches import batches
from wildwood.store.connection import Connection, Document

_SAMPLE = 10_000
"""Papers that are looked at."""
_FEWEST = 5
"""Papers of the sample that make a feature common enough to be noted."""
_KEYS_A_QUERY = 10_000
_GROWTH = 2
"""By how much the papers have grown in number when they are looked at again."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The share of papers that have a feature, for the more common features of a collection.

    A document is `{_id: "author:david", share: 0.07, papers: 1000000}`, with the number of
    papers at that time. They were counted on a sample once and stay as they are while the
    papers double: they make a selection fast, and never right or wrong.
    """

    connection: Connection
    handles: Collection[Document]
    collection: Collection[Document]

    def shares(self, keys: Iterable[str]) -> dict[str, float]:
        """The shares of those of the keys that are common."""
        return {
            found["_id"]: found["share"]
            for batch in batches(sorted(keys), _KEYS_A_QUERY)
            for found in self.connection.found(self.collection, {"_id": {"$in": batch}})
        }

    def keep_up(self) -> None:
        """Count again where the papers have doubled in number since."""
        counted = self.collection.find_one() or {"papers": 0}
        if self.handles.estimated_document_count() > _GROWTH * counted["papers"]:
            self.count()

    def count(self) -> None:
        """Count the features of a sample of papers, in place of what was counted before."""
        papers = self.handles.estimated_document_count()
        self.connection.repeated(
            lambda: self.handles.aggregate(self._counting(papers), allowDiskUse=True)
        )

    def _counting(self, papers: int) -> list[Document]:
        return [
            {"$sample": {"size": _SAMPLE}},
            {"$project": {"features": 1}},
            {"$unwind": "$features"},
            {"$match": {"features": {"$not": {"$gte": "pair:", "$lt": "pair;"}}}},
            {"$group": {"_id": "$features", "found": {"$sum": 1}}},
            {"$match": {"found": {"$gte": _FEWEST}}},
            {
                "$project": {
                    "share": {"$divide": ["$found", min(papers, _SAMPLE) or 1]},
                    "papers": {"$literal": papers},
                }
            },
            {"$out": self.collection.name},
        ]
