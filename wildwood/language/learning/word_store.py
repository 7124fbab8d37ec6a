"""Learned words in MongoDB: how many records have each word, by source."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from pymongo import DeleteOne, UpdateOne

from wildwood.language.judging.thresholds import ENTRIES
from wildwood.store import Connection, translated
from wildwood.store.batches import batches
from wildwood.store.connection import Document

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one source, an issue or a file, teaches."""

    source: str
    digest: str
    """Digest of the source's content and of how it was counted."""
    records: int
    """Records in the source."""
    passed: int
    """Records that passed the strict test and so can teach."""
    counts: Mapping[str, int]
    """For each word, how many of the passed records have it."""


class Neologisms:
    """The collections `neologisms` and `neologism_sources`.

    The document of a word holds its count in each source, so that one source can be counted
    again or removed. The fields `entries` are numbers of records.
    """

    def __init__(self, connection: Connection, may_write: Callable[[], None]) -> None:
        """Take the connection and the check that raises when writing is no longer allowed."""
        self.connection = connection
        self._may_write = may_write
        self._words = connection.collection("neologisms")
        self._sources = connection.collection("neologism_sources")

    @translated
    def digests(self) -> dict[str, str]:
        """Return the digest of each source that is learned completely."""
        found = self._sources.find({"digest": {"$exists": True}}, {"digest": 1})
        return {document["_id"]: document["digest"] for document in found}

    @translated
    def known_sources(self) -> list[str]:
        """List all sources, including those that are learned in part."""
        return sorted(document["_id"] for document in self._sources.find({}, {"_id": 1}))

    @translated
    def words(self, at_least: int = ENTRIES) -> list[tuple[str, int]]:
        """Return the words that `at_least` records have, with their counts, commonest first."""
        found = self._words.find({"entries": {"$gte": at_least}}, {"entries": 1})
        words = [(document["_id"], document["entries"]) for document in found]
        return sorted(words, key=lambda word: (-word[1], word[0]))

    @translated
    def learn(self, lesson: Lesson) -> None:
        """Store the counts of a source in place of its earlier ones; idempotent."""
        self._begin(lesson.source)
        self._remove_counts(lesson.source, kept=lesson.counts)
        self._write(
            UpdateOne({"_id": word}, _count_update(lesson.source, count), upsert=True)
            for word, count in lesson.counts.items()
        )
        source = {"digest": lesson.digest, "entries": lesson.records, "passed": lesson.passed}
        self._may_write()
        self._sources.replace_one({"_id": lesson.source}, source, upsert=True)

    @translated
    def forget(self, source: str) -> None:
        """Remove the counts of a source; idempotent."""
        self._begin(source)
        self._remove_counts(source, kept={})
        self._may_write()
        self._sources.delete_one({"_id": source})

    def _begin(self, source: str) -> None:
        """Record that a source is learned in part."""
        self._may_write()
        self._sources.update_one({"_id": source}, {"$unset": {"digest": ""}}, upsert=True)

    def _remove_counts(self, source: str, kept: Mapping[str, int]) -> None:
        """Remove a source from the words that it no longer has, and words without a source."""
        found = self._words.find({"sources.source": source}, {"_id": 1})
        gone = [document["_id"] for document in found if document["_id"] not in kept]
        alone = {"sources.source": source, "sources.1": {"$exists": False}}
        self._write(DeleteOne({"_id": word, **alone}) for word in gone)
        self._write(UpdateOne({"_id": word}, _count_update(source, 0)) for word in gone)

    def _write(self, operations: Iterable[DeleteOne | UpdateOne]) -> None:
        for batch in batches(operations, _BATCH):
            self._may_write()
            self.connection.retried(partial(self._words.bulk_write, batch, ordered=False))


def _count_update(source: str, count: int) -> list[Document]:
    """Make the update that sets a word's count in a source, or removes the source for 0."""
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
