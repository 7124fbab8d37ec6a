"""Learned words in MongoDB: how many records have each word, by source."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial

from pymongo import DeleteOne, UpdateOne

from wildwood.nep.connection import Connection, Document, batches, translated


@dataclass(frozen=True, slots=True)
class Lesson:
    source: str
    digest: str  # digest of the source's content and of how it was counted
    keys: Mapping[str, AbstractSet[int]]  # for each word, the keys of the records that have it


class Neologisms:
    """The collections `neologisms` and `neologism_sources`.

    A word has the keys of its records by source, so that a record in several counts once.
    """

    def __init__(self, connection: Connection, may_write: Callable[[], None]) -> None:
        self.connection = connection
        self._may_write = may_write
        self._words = connection.collection("neologisms")
        self._sources = connection.collection("neologism_sources")

    @translated
    def digests(self) -> dict[str, str]:
        """Return the digest of each source; empty for one that is learned in part."""
        documents = self._sources.find({}, {"digest": 1})
        return {document["_id"]: document.get("digest", "") for document in documents}

    @translated
    def words(self, at_least: int = 1) -> list[tuple[str, int]]:
        documents = self._words.find({"entries": {"$gte": at_least}}, {"entries": 1})
        words = [(document["_id"], document["entries"]) for document in documents]
        return sorted(words, key=lambda word: (-word[1], word[0]))

    @translated
    def learn(self, lesson: Lesson) -> None:
        """Store the keys of a source in place of earlier ones; idempotent."""
        source = lesson.source
        self._may_write()
        self._sources.update_one({"_id": source}, {"$unset": {"digest": ""}}, upsert=True)
        documents = self._words.find({"sources.source": source}, {"_id": 1})
        gone = {document["_id"] for document in documents} - lesson.keys.keys()
        alone = {"sources.source": source, "sources.1": {"$exists": False}}
        self._write(DeleteOne({"_id": word, **alone}) for word in gone)
        self._write(UpdateOne({"_id": word}, _update(source, [])) for word in gone)
        own = ((word, _update(source, sorted(keys))) for word, keys in lesson.keys.items())
        self._write(UpdateOne({"_id": word}, update, upsert=True) for word, update in own)
        self._may_write()
        self._sources.replace_one({"_id": source}, {"digest": lesson.digest}, upsert=True)

    @translated
    def forget(self, source: str) -> None:
        self.learn(Lesson(source, "", {}))
        self._may_write()
        self._sources.delete_one({"_id": source})

    def _write(self, operations: Iterable[DeleteOne | UpdateOne]) -> None:
        for batch in batches(operations):
            self._may_write()
            self.connection.retried(partial(self._words.bulk_write, batch, ordered=False))


def _update(source: str, keys: Sequence[int]) -> list[Document]:
    """Set the records of a word in a source; without any, remove it."""
    is_other = {"$ne": ["$$this.source", {"$literal": source}]}
    other_sources = {"$filter": {"input": {"$ifNull": ["$sources", []]}, "cond": is_other}}
    own = {"source": {"$literal": source}, "entries": len(keys), "keys": {"$literal": keys}}
    union = {"$setUnion": ["$$value", "$$this"]}
    joined = {"$reduce": {"input": "$sources.keys", "initialValue": [], "in": union}}
    return [
        {"$set": {"sources": {"$concatArrays": [other_sources, [own] if keys else []]}}},
        {"$set": {"entries": {"$size": joined}}},
    ]
