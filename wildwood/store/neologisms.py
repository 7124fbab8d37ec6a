"""Words that no dictionary has, with the number of entries that have them, by source."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from pymongo import DeleteOne, UpdateOne

from wildwood.store.batches import batches
from wildwood.store.connection import Connection, Document

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one source, an issue or a file, teaches."""

    source: str
    digest: str
    """Of the source's content and the manner of counting."""
    entries: int
    passed: int
    """How many of the entries could teach."""
    counts: Mapping[str, int]
    """The number of passed entries that have a word."""


class Neologisms:
    """The collections `neologisms` and `neologism_sources`.

    A word's document holds its count in each source, so that a source can be counted
    anew, or taken back, by itself.
    """

    def __init__(self, connection: Connection, may_write: Callable[[], None]) -> None:
        self._connection = connection
        self._may_write = may_write
        self._words = connection.collection("neologisms")
        self._sources = connection.collection("neologism_sources")

    def digests(self) -> dict[str, str]:
        """The sources that are learnt whole, with the digest of each."""
        with self._connection.speaking():
            found = self._sources.find({"digest": {"$exists": True}}, {"digest": 1})
            return {document["_id"]: document["digest"] for document in found}

    def known_sources(self) -> list[str]:
        """All sources, those half learnt among them."""
        with self._connection.speaking():
            return sorted(document["_id"] for document in self._sources.find({}, {"_id": 1}))

    def words(self, at_least: int) -> list[tuple[str, int]]:
        """The words that so many entries have, the commonest first, with their numbers."""
        with self._connection.speaking():
            found = self._words.find({"entries": {"$gte": at_least}}, {"entries": 1})
            words = [(document["_id"], document["entries"]) for document in found]
        return sorted(words, key=lambda word: (-word[1], word[0]))

    def learn(self, lesson: Lesson) -> None:
        """Count a source in place of what was counted of it; idempotent."""
        with self._connection.speaking():
            self._begin(lesson.source)
            self._take_back(lesson.source, kept=lesson.counts)
            self._write(
                UpdateOne({"_id": word}, _counted(lesson.source, count), upsert=True)
                for word, count in lesson.counts.items()
            )
            record = {"digest": lesson.digest, "entries": lesson.entries, "passed": lesson.passed}
            self._may_write()
            self._sources.replace_one({"_id": lesson.source}, record, upsert=True)

    def forget(self, source: str) -> None:
        """Take back what a source taught; idempotent."""
        with self._connection.speaking():
            self._begin(source)
            self._take_back(source, kept={})
            self._may_write()
            self._sources.delete_one({"_id": source})

    def _begin(self, source: str) -> None:
        """Set down that a source is half learnt."""
        self._may_write()
        self._sources.update_one({"_id": source}, {"$unset": {"digest": ""}}, upsert=True)

    def _take_back(self, source: str, kept: Mapping[str, int]) -> None:
        """Remove a source from the words that it has no more; a word without sources goes."""
        found = self._words.find({"sources.source": source}, {"_id": 1})
        gone = [document["_id"] for document in found if document["_id"] not in kept]
        alone = {"sources.source": source, "sources.1": {"$exists": False}}
        self._write(DeleteOne({"_id": word, **alone}) for word in gone)
        self._write(UpdateOne({"_id": word}, _counted(source, 0)) for word in gone)

    def _write(self, operations: Iterable[DeleteOne | UpdateOne]) -> None:
        for batch in batches(operations, _BATCH):
            self._may_write()
            self._connection.repeated(partial(self._words.bulk_write, batch, ordered=False))


def _counted(source: str, count: int) -> list[Document]:
    """The update that gives a word its number in a source, or with 0 takes the source away."""
    others = {
        "$filter": {
            "input": {"$ifNull": ["$sources", []]},
            "cond": {"$ne": ["$$this.source", {"$literal": source}]},
        }
    }
    new = [{"source": {"$literal": source}, "entries": count}] if count else []
    return [
        {"$set": {"sources": {"$concatArrays": [others, new]}}},
        {"$set": {"entries": {"$sum": "$sources.entries"}}},
    ]
