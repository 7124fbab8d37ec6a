"""What was uploaded and what was extracted, in MongoDB."""

import datetime
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bson import Binary, Int64
from pymongo import ASCENDING

from wildwood.extraction.model import DocumentType, Kind
from wildwood.extraction.service.simhash import BITS, distance, subhashes
from wildwood.store import Connection, translated

_ZLIB_LEVEL = 3  # the paper, VI.C
_EVICTED = 500
"""Extractions removed at a time where the store is full."""
_NEVER = datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)
"""When a fingerprint goes of which something is kept for good."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A document that was uploaded."""

    token: str
    type: DocumentType
    fingerprint: int
    expires: datetime.datetime


@dataclass(frozen=True, slots=True)
class KnownExtraction:
    """What was extracted before, from this document or one that is nearly the same."""

    token: str
    """Of the document that it was extracted from."""
    distance: int
    data: Any


class ExtractionStore:
    """The collections `resources`, `fingerprints` and `extractions`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._resources = connection.collection("resources")
        self._fingerprints = connection.collection("fingerprints")
        self._extractions = connection.collection("extractions")

    @translated
    def add(self, resource: Resource) -> None:
        """Record a document, and its fingerprint."""
        document = {
            "_id": resource.token,
            "type": resource.type.value,
            "fingerprint": _signed(resource.fingerprint),
            "expires": resource.expires,
        }
        self._resources.insert_one(document)

    @translated
    def resource(self, token: str) -> Resource | None:
        """The document of a token, if it is there and its time is not over."""
        found = self._resources.find_one({"_id": token, "expires": {"$gt": _now()}})
        if found is None:
            return None
        return Resource(
            token,
            DocumentType(found["type"]),
            _unsigned(found["fingerprint"]),
            found["expires"].replace(tzinfo=datetime.UTC),
        )

    @translated
    def remove(self, token: str) -> bool:
        """Forget a document; whether it was there. What was extracted from it stays."""
        return self._resources.delete_one({"_id": token}).deleted_count > 0

    @translated
    def overdue(self) -> list[str]:
        """The tokens of the documents whose time is over."""
        found = self._resources.find({"expires": {"$lte": _now()}}, {"_id": 1})
        return [document["_id"] for document in found]

    @translated
    def unknown(self, tokens: Sequence[str]) -> list[str]:
        """Those of the tokens of which there is no document."""
        if not tokens:
            return []
        found = self._resources.find({"_id": {"$in": list(tokens)}}, {"_id": 1})
        known = {document["_id"] for document in found}
        return [token for token in tokens if token not in known]

    @translated
    def near(self, fingerprint: int, most: int) -> list[tuple[int, int]]:
        """Distance and fingerprint of those that differ in at most so many bits, closest first."""
        found = self._fingerprints.find({"sub": {"$in": subhashes(fingerprint)}}, {"_id": 1})
        known = [_unsigned(document["_id"]) for document in found]
        pairs = ((distance(fingerprint, other), other) for other in known)
        return sorted(pair for pair in pairs if pair[0] <= most)

    @translated
    def known(self, fingerprint: int, kind: Kind, most: int) -> KnownExtraction | None:
        """What was extracted of a kind from the closest document that has it.

        Where the closest lacks it, the next one serves; the paper's text, not its Algorithm 1.
        """
        for apart, other in self.near(fingerprint, most):
            key = {"fingerprint": _signed(other), "kind": kind.value}
            alive = [{"expires": {"$exists": False}}, {"expires": {"$gt": _now()}}]
            found = self._extractions.find_one_and_update(
                {"_id": key, "$or": alive}, {"$set": {"used": _now()}}
            )
            if found is not None:
                return KnownExtraction(found["token"], apart, _unpacked(found["data"]))
        return None

    @translated
    def save(
        self, resource: Resource, kind: Kind, data: Any, keep: datetime.timedelta | None
    ) -> None:
        """Keep what was extracted, for a time where one is given."""
        fingerprint = _signed(resource.fingerprint)
        key = {"fingerprint": fingerprint, "kind": kind.value}
        document = {
            "_id": key, "token": resource.token, "used": _now(), "data": _packed(data),
        }  # fmt: skip
        expires = _NEVER
        if keep is not None:
            expires = document["expires"] = _now() + keep
        self._fingerprints.update_one(
            {"_id": fingerprint},
            {"$set": {"sub": subhashes(resource.fingerprint)}, "$max": {"expires": expires}},
            upsert=True,
        )
        self._extractions.replace_one({"_id": key}, document, upsert=True)

    @translated
    def shrink(self, most_bytes: float) -> int:
        """Remove what was not used for longest until the rest has no more bytes; how many went."""
        removed = 0
        while self._bytes() > most_bytes:
            oldest = self._extractions.find({}, {"_id": 1}).sort("used", ASCENDING)
            keys = [found["_id"] for found in oldest.limit(_EVICTED)]
            if not keys:
                break
            removed += self._extractions.delete_many({"_id": {"$in": keys}}).deleted_count
            self._forget_fingerprints([key["fingerprint"] for key in keys])
        return removed

    def _forget_fingerprints(self, fingerprints: Sequence[int]) -> None:
        """Remove those of which nothing is kept."""
        kept = self._extractions.distinct(
            "_id.fingerprint", {"_id.fingerprint": {"$in": list(fingerprints)}}
        )
        gone = list(set(fingerprints) - set(kept))
        self._fingerprints.delete_many({"_id": {"$in": [Int64(one) for one in gone]}})

    def _bytes(self) -> int:
        collections = ("extractions", "fingerprints")
        database = self.connection.database
        return sum(int(database.command("collStats", name)["size"]) for name in collections)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _signed(fingerprint: int) -> Int64:
    """As MongoDB keeps 64 bits."""
    return Int64(fingerprint - (1 << BITS) if fingerprint >> (BITS - 1) else fingerprint)


def _unsigned(stored: int) -> int:
    return stored % (1 << BITS)


def _packed(data: Any) -> Binary:
    return Binary(zlib.compress(json.dumps(data, ensure_ascii=False).encode(), _ZLIB_LEVEL))


def _unpacked(data: bytes) -> Any:
    return json.loads(zlib.decompress(data))
