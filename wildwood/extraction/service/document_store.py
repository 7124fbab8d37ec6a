"""Store uploaded documents and extracted data in MongoDB."""

import datetime
import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bson import Binary, Int64
from pymongo import ASCENDING, ReturnDocument, WriteConcern

from wildwood.extraction.extracted import DocumentType, Kind
from wildwood.extraction.service.packing import pack, unpack
from wildwood.extraction.service.reading import Reading
from wildwood.extraction.service.simhash import BITS, EMPTY, distance, subhashes
from wildwood.store import Connection, translated

_EVICTED = 500
"""Extractions removed at a time if the store is full."""
_CACHED = WriteConcern(w=1, j=False)
"""Writes of extracted data do not wait for the journal; what a crash loses is extracted again."""
_STEP = datetime.timedelta(minutes=1)
"""How much longer than asked for a document is kept, so that few of its uses are a write."""
_DAY = datetime.timedelta(days=1)
_NEVER = datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)
"""The expiry of a fingerprint with an extraction that never expires."""
ExtractionKey = tuple[str, str]
"""The digest of a text and the value of a kind."""
_MOST = 500
_MOST_NEAR = 20
"""Near duplicates that are looked at; someone could have sent many versions of a text."""


@dataclass(frozen=True, slots=True)
class Resource:
    """An uploaded document."""

    token: str
    type: DocumentType
    reading: Reading
    owner: str
    """The name of the key that it was sent with; empty without keys."""
    name: str
    """The name of the file that was sent; empty without a form."""
    expires: datetime.datetime


@dataclass(frozen=True, slots=True, order=True)
class NearText:
    """A text whose fingerprint differs in few bits from that of another one."""

    distance: int
    text: str
    """The digest of its lines."""
    front: str
    """The digest of what its header is extracted from."""


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
            **_read(resource.reading),
            "owner": resource.owner,
            "name": resource.name,
            "expires": resource.expires,
        }
        self._resources.insert_one(document)

    @translated
    def read_again(self, token: str, reading: Reading) -> None:
        """Store what a later version has read in a document, unless it was removed meanwhile."""
        self._resources.update_one({"_id": token}, {"$set": _read(reading)})

    @translated
    def keep(self, resource: Resource, time: datetime.timedelta) -> None:
        """Keep a document for a time from now, if it would expire earlier."""
        expires = _now() + time
        if resource.expires < expires:
            later = {"$max": {"expires": expires + _STEP}}
            self._resources.update_one({"_id": resource.token}, later)

    @translated
    def resource(self, token: str) -> Resource | None:
        """Return the document of a token; None if it does not exist or has expired."""
        document = self._resources.find_one({"_id": token, "expires": {"$gt": _now()}})
        if document is None:
            return None
        reading = Reading(
            document.get("text", ""),
            document.get("front", ""),
            _unsigned(document.get("fingerprint", 0)),
            document.get("version", ""),
        )
        return Resource(
            token,
            DocumentType(document["type"]),
            reading,
            document.get("owner", ""),
            document.get("name", ""),
            document["expires"].replace(tzinfo=datetime.UTC),
        )

    @translated
    def remove(self, token: str) -> bool:
        """Remove a document but not what was extracted from it; return whether it existed."""
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
    def near(self, reading: Reading, max_distance: int) -> list[NearText]:
        """Return the other texts within a distance, closest first.

        A text without words that count has no near duplicates, as its fingerprint means nothing.
        """
        if reading.fingerprint == EMPTY:
            return []
        query = {"sub": {"$in": subhashes(reading.fingerprint)}, "_id": {"$ne": reading.text}}
        found = self._fingerprints.find(query, {"fingerprint": 1, "front": 1})
        texts = (
            NearText(
                distance(reading.fingerprint, _unsigned(one["fingerprint"])),
                one["_id"],
                one["front"],
            )
            for one in found
        )
        return sorted(one for one in texts if one.distance <= max_distance)[:_MOST_NEAR]

    @translated
    def data(self, text: str, kind: Kind, version: str) -> Any:
        """Return what a version has extracted from a text; None if nothing is stored."""
        key = {"text": text, "kind": kind.value}
        alive = [{"expires": {"$exists": False}}, {"expires": {"$gt": _now()}}]
        document = self._extractions.find_one({"_id": key, "version": version, "$or": alive})
        if document is None:
            return None
        if self._uses.add((text, kind.value)):
            self._write_uses()
        return unpack(document["data"])

    def _write_uses(self) -> None:
        keys = [{"text": text, "kind": kind} for text, kind in self._uses.taken()]
        if keys:
            self._extractions.update_many({"_id": {"$in": keys}}, {"$set": {"used": _now()}})

    @translated
    def save(
        self,
        reading: Reading,
        kind: Kind,
        version: str,
        data: Any,
        keep: datetime.timedelta | None,
    ) -> None:
        """Store extracted data.

        Args:
            reading: the text that it is from.
            kind: what it is.
            version: that of the extractor that made it.
            data: what JSON can represent.
            keep: how long to store it; None to keep it.
        """
        expires = _NEVER if keep is None else _now() + keep
        listed = {
            "front": reading.front,
            "fingerprint": signed(reading.fingerprint),
            "sub": subhashes(reading.fingerprint),
        }
        self._fingerprints.update_one(
            {"_id": reading.text}, {"$set": listed, "$max": {"expires": expires}}, upsert=True
        )
        key = {"text": reading.text, "kind": kind.value}
        document = {
            "_id": key, "version": version, "used": _now(), "data": Binary(pack(data)),
            **({} if keep is None else {"expires": expires}),
        }  # fmt: skip
        self._extractions.replace_one({"_id": key}, document, upsert=True)

    @translated
    def forget(self, text: str) -> None:
        """Remove what was extracted from a text, unless a document has it."""
        if self._resources.find_one({"text": text, "expires": {"$gt": _now()}}, {"_id": 1}):
            return
        self._extractions.delete_many({"_id.text": text})
        self._fingerprints.delete_one({"_id": text})

    @translated
    def count_document(self, key: str, number: int = 1) -> int:
        """Count a document that was sent with a key; return how many there are today, in UTC.

        With the number -1, one that was refused no longer counts.
        """
        today = _now().date().isoformat()
        counted = self._quotas.find_one_and_update(
            {"_id": {"key": key, "day": today}},
            {"$inc": {"documents": number}},
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
        while self.used_bytes() > max_bytes:
            oldest = self._extractions.find({}, {"_id": 1}).sort("used", ASCENDING)
            keys = [document["_id"] for document in oldest.limit(_EVICTED)]
            if not keys:
                break
            removed += self._extractions.delete_many({"_id": {"$in": keys}}).deleted_count
            self._remove_unused([key["text"] for key in keys])
        return removed

    def _remove_unused(self, texts: Sequence[str]) -> None:
        """Remove the fingerprints of those texts of which no extraction is left."""
        used = self._extractions.distinct("_id.text", {"_id.text": {"$in": list(texts)}})
        self._fingerprints.delete_many({"_id": {"$in": list(set(texts) - set(used))}})

    @translated
    def used_bytes(self) -> int:
        """Return the size of all extractions and fingerprints."""
        collections = ("extractions", "fingerprints")
        database = self.connection.database
        return sum(int(database.command("collStats", name)["size"]) for name in collections)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _read(reading: Reading) -> dict[str, Any]:
    """Return what the document of a resource has of a reading."""
    return {
        "text": reading.text,
        "front": reading.front,
        "fingerprint": signed(reading.fingerprint),
        "version": reading.version,
    }


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
