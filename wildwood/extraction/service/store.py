"""Store uploaded documents and extracted data in MongoDB."""

import datetime
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bson import Binary, Int64
from pymongo import ASCENDING, ReturnDocument, WriteConcern

from wildwood.extraction.corrections import Correction
from wildwood.extraction.data import DocumentType, Kind
from wildwood.extraction.service.kinds import pack, unpack
from wildwood.extraction.service.simhash import BITS, EMPTY, distance, subhashes
from wildwood.nep.connection import Connection, translated

_EVICTED = 500  # texts whose data is removed at a time if the store is full
_CACHED = WriteConcern(w=1, j=False)  # not journaled; what a crash loses is extracted again
_STEP = datetime.timedelta(minutes=1)  # kept longer than asked for, so that few uses are a write
_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a version of the extractor has read in a document."""

    text: str  # digest of its lines with their places and fonts: all that is extracted from
    fingerprint: int
    version: str
    document: str = ""  # digest of the file, to which corrections belong


@dataclass(frozen=True, slots=True)
class Resource:
    token: str
    type: DocumentType
    reading: Reading
    owner: str  # the name of the key that it was sent with; empty without keys
    name: str
    expires: datetime.datetime

    @property
    def corrected(self) -> dict[str, str]:
        """The identifier of the corrections that a client has made of the document."""
        return {"document": self.reading.document, "owner": self.owner}


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """A text like that of a document, with stored data of the same kind."""

    id: str  # the digest of the text; no token, so that it does not lead to a document
    distance: int
    reused: bool = False  # whether the data is from that text


class ExtractionStore:
    """The collections `resources`, `extractions` and `corrections`, and the counts for quotas."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._resources = connection.collection("resources")
        self._extractions = connection.collection("extractions").with_options(write_concern=_CACHED)
        self._quotas = connection.collection("quotas")
        self._corrections = connection.collection("corrections")

    @translated
    def add(self, resource: Resource) -> None:
        document = {"_id": resource.token, "type": resource.type.value, **_read(resource.reading)}
        own = {"owner": resource.owner, "name": resource.name, "expires": resource.expires}
        self._resources.insert_one({**document, **own})

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
        document = self._resources.find_one({"_id": token, "expires": {"$gt": _now()}})
        if document is None:
            return None
        fields = ("text", "version", "document", "owner", "name")
        text, version, digest, owner, name = (document.get(field, "") for field in fields)
        reading = Reading(text, _unsigned(document.get("fingerprint", 0)), version, digest)
        expires = document["expires"].replace(tzinfo=datetime.UTC)
        return Resource(token, DocumentType(document["type"]), reading, owner, name, expires)

    @translated
    def remove(self, token: str) -> None:
        """Remove a document but not what was extracted from it."""
        self._resources.delete_one({"_id": token})

    @translated
    def overdue(self) -> list[str]:
        documents = self._resources.find({"expires": {"$lte": _now()}}, {"_id": 1})
        return [document["_id"] for document in documents]

    @translated
    def unknown(self, tokens: Sequence[str]) -> list[str]:
        documents = self._resources.find({"_id": {"$in": list(tokens)}}, {"_id": 1})
        existing = {document["_id"] for document in documents}
        return [token for token in tokens if token not in existing]

    @translated
    def known(self, reading: Reading, kind: Kind, max_distance: int) -> list[NearDuplicate]:
        """Return texts with data within a distance, closest first; without words, only itself."""
        alike: list[dict[str, Any]] = [{"_id": reading.text}]
        if reading.fingerprint != EMPTY:
            alike.append({"sub": {"$in": subhashes(reading.fingerprint)}})
        name = kind.value
        fields = {"fingerprint": 1, f"{name}.version": 1, f"{name}.expires": 1}
        documents = self._extractions.find({"$or": alike}, fields)
        distances = {
            document["_id"]: distance(reading.fingerprint, _unsigned(document["fingerprint"]))
            for document in documents
            if _is_current(document.get(name, {}), reading.version)
        }
        near = (NearDuplicate(*item) for item in distances.items() if item[1] <= max_distance)
        return sorted(near, key=lambda text: (text.distance, text.id))

    @translated
    def data(self, text: str, kind: Kind, version: str) -> Any:
        used = {"$set": {"used": _now()}}
        document = self._extractions.find_one_and_update({"_id": text}, used, {kind.value: 1})
        stored = (document or {}).get(kind.value, {})
        return unpack(stored["data"]) if _is_current(stored, version) else None

    @translated
    def save(
        self, reading: Reading, kind: Kind, data: Any, keep: datetime.timedelta | None
    ) -> None:
        expiry = {} if keep is None else {"expires": _now() + keep}
        stored = {
            "fingerprint": signed(reading.fingerprint),
            "sub": subhashes(reading.fingerprint),
            "used": _now(),
            kind.value: {"version": reading.version, "data": Binary(pack(data)), **expiry},
        }
        self._extractions.update_one({"_id": reading.text}, {"$set": stored}, upsert=True)

    @translated
    def forget(self, text: str) -> None:
        """Remove what was extracted from a text, unless a document has it."""
        if not self._resources.find_one({"text": text, "expires": {"$gt": _now()}}, {"_id": 1}):
            self._extractions.delete_one({"_id": text})

    @translated
    def expire(self) -> None:
        """Remove citations that have expired, texts without other data, and counts of past days."""
        expired = {"citations.expires": {"$lte": _now()}}
        self._extractions.delete_many({**expired, "header": {"$exists": False}})
        self._extractions.update_many(expired, {"$unset": {"citations": ""}})
        self._quotas.delete_many({"_id.day": {"$lt": _now().date().isoformat()}})

    @translated
    def corrections(self, resource: Resource) -> list[Correction]:
        """Return what persons have corrected in a document, which is kept without the document."""
        stored = self._corrections.find_one({"_id": resource.corrected}) or {"fields": []}
        return [Correction(**field) for field in stored["fields"]]

    @translated
    def correct(
        self, resource: Resource, changes: Iterable[Correction], *, replaces: bool = True
    ) -> list[Correction]:
        """Store corrections; one whose value is what was read withdraws that of its field.

        Unless it `replaces` those that are stored, return those of the same fields that differ.
        """
        changed = {each.key: each for each in changes}
        before: dict[str, Any] = {"$ifNull": ["$fields", []]}
        new = {"$literal": [asdict(each) for each in changed.values() if each.value != each.read]}
        if replaces:
            before = _remove_keys(before, {"$literal": [*map(list, changed)]})
        else:
            new = _remove_keys(new, {"$map": {"input": before, "in": _KEY}})
        fields = {"$concatArrays": [before, new]}
        update = {"$set": {"name": {"$literal": resource.name}, "fields": fields}}
        document = {"_id": resource.corrected}
        self._corrections.update_one(document, [update], upsert=True)
        self._corrections.delete_one({**document, "fields": []})
        stored = [] if replaces else self.corrections(resource)
        return [each for each in stored if changed.get(each.key, each).value != each.value]

    @translated
    def count_document(self, key: str, number: int = 1) -> int:
        """Count a document of a key (-1: it was refused); return how many are of today, in UTC."""
        counted = self._quotas.find_one_and_update(
            {"_id": {"key": key, "day": _now().date().isoformat()}},
            {"$inc": {"documents": number}},
            upsert=True,
            return_document=ReturnDocument.AFTER,
        )
        return int(counted["documents"]) if counted else 1

    @staticmethod
    def seconds_left_today() -> int:
        now = _now()
        tomorrow = now.replace(hour=0, minute=0, second=0, microsecond=0) + _DAY
        return math.ceil((tomorrow - now).total_seconds())

    @translated
    def shrink(self, max_bytes: float) -> None:
        """Remove the least recently used data above `max_bytes`."""
        while self.used_bytes() > max_bytes:
            oldest = self._extractions.find({}, {"_id": 1}).sort("used", ASCENDING)
            texts = [document["_id"] for document in oldest.limit(_EVICTED)]
            if not texts:
                break
            self._extractions.delete_many({"_id": {"$in": texts}})

    @translated
    def used_bytes(self) -> int:
        return int(self.connection.database.command("collStats", "extractions")["size"])


def _is_current(stored: Mapping[str, Any], version: str) -> bool:
    expires = stored.get("expires")
    is_alive = expires is None or expires.replace(tzinfo=datetime.UTC) > _now()
    return stored.get("version") == version and is_alive


_KEY = ["$$this.field", "$$this.reference"]


def _remove_keys(fields: dict[str, Any], keys: dict[str, Any]) -> dict[str, Any]:
    return {"$filter": {"input": fields, "cond": {"$not": [{"$in": [_KEY, keys]}]}}}


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _read(reading: Reading) -> dict[str, Any]:
    return {**asdict(reading), "fingerprint": signed(reading.fingerprint)}


def signed(fingerprint: int) -> Int64:
    """Return a fingerprint as the signed 64-bit integer that MongoDB stores."""
    return Int64(fingerprint - (1 << BITS) if fingerprint >> (BITS - 1) else fingerprint)


def _unsigned(stored: int) -> int:
    return stored % (1 << BITS)
