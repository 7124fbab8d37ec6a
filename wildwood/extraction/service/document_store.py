"""Store uploaded documents and extracted data in MongoDB."""

import datetime
import math
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bson import Binary, Int64
from pymongo import ASCENDING, ReturnDocument, WriteConcern

from wildwood.extraction.extracted import DocumentType, Kind
from wildwood.extraction.service.packing import pack, unpack
from wildwood.extraction.service.simhash import BITS, distance, subhashes
from wildwood.store import Connection, translated

_EVICTED = 500
"""Extractions removed at a time if the store is full."""
_CACHED = WriteConcern(w=1, j=False)
"""Writes of extracted data do not wait for the journal; what a crash loses is extracted again."""
_DAY = datetime.timedelta(days=1)
_NEVER = datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)
"""The expiry of a fingerprint with an extraction that never expires."""
ExtractionKey = tuple[int, str]
"""A fingerprint and the value of a kind."""
_MOST = 500


@dataclass(frozen=True, slots=True)
class Resource:
    """An uploaded document."""

    token: str
    type: DocumentType
    fingerprint: int
    expires: datetime.datetime


@dataclass(frozen=True, slots=True)
class KnownExtraction:
    """Data that was extracted earlier, from the same document or a near duplicate."""

    token: str
    """The token of the document that the data is from."""
    distance: int
    data: Any


@dataclass(frozen=True, slots=True)
class Found:
    """What a search for a fingerprint has found."""

    known: KnownExtraction | None
    is_listed: bool
    """Whether the fingerprint itself is listed, without expiry."""


class ExtractionStore:
    """The collections `resources`, `fingerprints` and `extractions`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._resources = connection.collection("resources")
        self._fingerprints, self._extractions = (
            connection.collection(name).with_options(write_concern=_CACHED)
            for name in ("fingerprints", "extractions")
        )
        self._quotas = connection.collection("quotas")
        self._uses = Uses()

    @translated
    def add(self, resource: Resource) -> None:
        """Store a document."""
        document = {
            "_id": resource.token,
            "type": resource.type.value,
            "fingerprint": signed(resource.fingerprint),
            "expires": resource.expires,
        }
        self._resources.insert_one(document)

    @translated
    def resource(self, token: str) -> Resource | None:
        """Return the document of a token; None if it does not exist or has expired."""
        document = self._resources.find_one({"_id": token, "expires": {"$gt": _now()}})
        if document is None:
            return None
        return Resource(
            token,
            DocumentType(document["type"]),
            _unsigned(document["fingerprint"]),
            document["expires"].replace(tzinfo=datetime.UTC),
        )

    @translated
    def remove(self, token: str) -> bool:
        """Remove a document but not the data extracted from it; return whether it existed."""
        return self._resources.delete_one({"_id": token}).deleted_count > 0

    @translated
    def overdue(self) -> list[str]:
        """Return the tokens of the documents that have expired."""
        documents = self._resources.find({"expires": {"$lte": _now()}}, {"_id": 1})
        return [document["_id"] for document in documents]

    @translated
    def unknown(self, tokens: Sequence[str]) -> list[str]:
        """Return those of the tokens that belong to no document."""
        if not tokens:
            return []
        documents = self._resources.find({"_id": {"$in": list(tokens)}}, {"_id": 1})
        known = {document["_id"] for document in documents}
        return [token for token in tokens if token not in known]

    @translated
    def near(self, fingerprint: int, max_distance: int) -> list[tuple[int, int]]:
        """Return distance and value of the fingerprints within a distance, closest first."""
        return _near(fingerprint, self._candidates(fingerprint), max_distance)

    def _candidates(self, fingerprint: int) -> dict[int, datetime.datetime | None]:
        """Return the fingerprints that have a part in common with one, with their expiry."""
        query = {"sub": {"$in": subhashes(fingerprint)}}
        documents = self._fingerprints.find(query, {"_id": 1, "expires": 1})
        return {_unsigned(document["_id"]): document.get("expires") for document in documents}

    @translated
    def search(self, fingerprint: int, kind: Kind, max_distance: int) -> Found:
        """Find the data of a kind from the closest document that has it.

        If the closest document lacks it, the next one is used. This follows the text of Williams
        et al. 2014, not its Algorithm 1 (docs/specification.md, "Extraction service").
        """
        candidates = self._candidates(fingerprint)
        expires = candidates.get(fingerprint)
        is_listed = expires is not None and expires.year == _NEVER.year
        for bits, other in _near(fingerprint, candidates, max_distance):
            key = {"fingerprint": signed(other), "kind": kind.value}
            alive = [{"expires": {"$exists": False}}, {"expires": {"$gt": _now()}}]
            document = self._extractions.find_one({"_id": key, "$or": alive})
            if document is not None:
                if self._uses.add((signed(other), kind.value)):
                    self._write_uses()
                known = KnownExtraction(document["token"], bits, unpack(document["data"]))
                return Found(known, is_listed)
        return Found(None, is_listed)

    def _write_uses(self) -> None:
        keys = [{"fingerprint": Int64(number), "kind": kind} for number, kind in self._uses.taken()]
        if keys:
            self._extractions.update_many({"_id": {"$in": keys}}, {"$set": {"used": _now()}})

    @translated
    def save(
        self,
        resource: Resource,
        kind: Kind,
        data: Any,
        keep: datetime.timedelta | None,
        *,
        is_listed: bool = False,
    ) -> None:
        """Store extracted data.

        Args:
            resource: the document that it is from.
            kind: what it is.
            data: what JSON can represent.
            keep: how long to store it; None to keep it.
            is_listed: whether a search has just found the fingerprint listed without expiry. If it
                has been removed since, the data is not found until something else of the document
                is saved.
        """
        expires = _NEVER if keep is None else _now() + keep
        if not is_listed:
            self._list(resource.fingerprint, expires)
        key = {"fingerprint": signed(resource.fingerprint), "kind": kind.value}
        document = {
            "_id": key, "token": resource.token, "used": _now(), "data": Binary(pack(data)),
            **({} if keep is None else {"expires": expires}),
        }  # fmt: skip
        self._extractions.replace_one({"_id": key}, document, upsert=True)

    def _list(self, fingerprint: int, expires: datetime.datetime) -> None:
        """Make a fingerprint known, at least until it expires."""
        self._fingerprints.update_one(
            {"_id": signed(fingerprint)},
            {"$set": {"sub": subhashes(fingerprint)}, "$max": {"expires": expires}},
            upsert=True,
        )

    @translated
    def count_document(self, key: str) -> int:
        """Count a document that was sent with a key; return how many there are today, in UTC."""
        today = _now().date().isoformat()
        counted = self._quotas.find_one_and_update(
            {"_id": {"key": key, "day": today}},
            {"$inc": {"documents": 1}},
            upsert=True,
            return_document=ReturnDocument.AFTER,
        )
        return int(counted["documents"]) if counted else 1

    @translated
    def forget_quotas(self) -> None:
        """Remove the counts of earlier days."""
        self._quotas.delete_many({"_id.day": {"$lt": _now().date().isoformat()}})

    @staticmethod
    def seconds_left_today() -> int:
        """Return the seconds until the day ends in UTC."""
        now = _now()
        tomorrow = now.replace(hour=0, minute=0, second=0, microsecond=0) + _DAY
        return math.ceil((tomorrow - now).total_seconds())

    @translated
    def shrink(self, max_bytes: float) -> int:
        """Remove the least recently used extractions until `max_bytes` hold the rest.

        Return the number removed.
        """
        self._write_uses()
        removed = 0
        while self._bytes() > max_bytes:
            oldest = self._extractions.find({}, {"_id": 1}).sort("used", ASCENDING)
            keys = [document["_id"] for document in oldest.limit(_EVICTED)]
            if not keys:
                break
            removed += self._extractions.delete_many({"_id": {"$in": keys}}).deleted_count
            self._remove_unused([key["fingerprint"] for key in keys])
        return removed

    def _remove_unused(self, fingerprints: Sequence[int]) -> None:
        """Remove those of the fingerprints that have no extraction left."""
        used = self._extractions.distinct(
            "_id.fingerprint", {"_id.fingerprint": {"$in": list(fingerprints)}}
        )
        unused = set(fingerprints) - set(used)
        self._fingerprints.delete_many({"_id": {"$in": [Int64(number) for number in unused]}})

    def _bytes(self) -> int:
        collections = ("extractions", "fingerprints")
        database = self.connection.database
        return sum(int(database.command("collStats", name)["size"]) for name in collections)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _near(fingerprint: int, candidates: Iterable[int], max_distance: int) -> list[tuple[int, int]]:
    pairs = ((distance(fingerprint, other), other) for other in candidates)
    return sorted(pair for pair in pairs if pair[0] <= max_distance)


def signed(fingerprint: int) -> Int64:
    """Return a fingerprint as the signed 64-bit integer that MongoDB stores."""
    return Int64(fingerprint - (1 << BITS) if fingerprint >> (BITS - 1) else fingerprint)


def _unsigned(stored: int) -> int:
    return stored % (1 << BITS)


class Uses:
    """Extractions that were used since they were last taken from here."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._keys: set[ExtractionKey] = set()

    def add(self, key: ExtractionKey) -> bool:
        """Add an extraction; return whether there are so many that they are to be taken."""
        with self._lock:
            self._keys.add(key)
            return len(self._keys) >= _MOST

    def taken(self) -> list[ExtractionKey]:
        """Take all."""
        with self._lock:
            keys, self._keys = self._keys, set()
        return list(keys)
