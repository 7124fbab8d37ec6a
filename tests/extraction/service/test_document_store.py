"""The store of the extraction, on a real MongoDB."""

import datetime
from dataclasses import replace
from typing import Any

import pytest
from bson import Int64
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.extraction.data import DocumentType, Kind
from wildwood.extraction.service.simhash import EMPTY
from wildwood.extraction.service.store import (
    ExtractionStore,
    NearDuplicate,
    Reading,
    Resource,
)
from wildwood.nep.connection import Connection
from wildwood.nep.schema import Schema
from wildwood.nep.store import Store

HOUR = datetime.timedelta(hours=1)
A, NEAR, FAR = "a" * 32, "b" * 32, "c" * 32
HEADER, CITATIONS = Kind.HEADER, Kind.CITATIONS


@pytest.fixture
def store(database: Database[dict[str, Any]]) -> ExtractionStore:
    connection = Connection(database, "the test's server", 5)
    Store(connection).prepare()
    return ExtractionStore(connection)


def reading(text: str, fingerprint: int) -> Reading:
    return Reading(text, fingerprint, version="v1")


def numbered(number: int) -> Reading:
    """Return one of many texts, none of which is near another one."""
    return reading(f"{number:032x}", number << 20 | 1)


def resource(token: str, fingerprint: int, lifetime: datetime.timedelta = HOUR) -> Resource:
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    return Resource(
        token, DocumentType.PDF, reading(A, fingerprint), "reader", "a.pdf", now + lifetime
    )


class TestResources:
    def test_are_found_by_their_token(self, store: ExtractionStore) -> None:
        added = resource(A, 2**64 - 1)
        store.add(added)
        assert store.resource(A) == added

    def test_are_gone_when_removed(self, store: ExtractionStore) -> None:
        store.add(resource(A, 1))
        store.remove(A)
        assert store.resource(A) is None
        store.remove(A)  # another request can have removed it meanwhile

    def test_are_gone_when_they_expire(self, store: ExtractionStore) -> None:
        store.add(resource(A, 1, -HOUR))
        assert store.resource(A) is None
        assert store.overdue() == [A]


class TestExtractedData:
    def test_is_that_of_the_same_text(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), HEADER, {"title": "T"}, None)
        assert store.data(A, HEADER, "v1") == {"title": "T"}
        assert store.data(NEAR, HEADER, "v1") is None

    def test_is_that_of_the_same_version(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), HEADER, {"title": "T"}, None)
        assert store.data(A, HEADER, "v2") is None
        store.save(replace(reading(A, 1), version="v2"), HEADER, {"title": "U"}, None)
        assert store.data(A, HEADER, "v2") == {"title": "U"}

    def test_is_not_returned_when_it_has_expired(self, store: ExtractionStore) -> None:
        """MongoDB removes expired documents once a minute; the store checks the date itself."""
        store.save(reading(A, 1), CITATIONS, [], -HOUR)
        assert store.data(A, CITATIONS, "v1") is None

    def test_is_forgotten_with_its_fingerprint(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), HEADER, {}, None)
        store.forget(A)
        assert store.data(A, HEADER, "v1") is None
        assert store.known(reading(NEAR, 1), HEADER, 3) == []

    @pytest.mark.parametrize(("lifetime", "expected"), [(HOUR, {}), (-HOUR, None)])
    def test_is_not_forgotten_while_a_document_has_the_text(
        self, store: ExtractionStore, lifetime: datetime.timedelta, expected: object
    ) -> None:
        store.add(resource(NEAR, 1, lifetime))
        store.save(reading(A, 1), HEADER, {}, None)
        store.forget(A)
        assert store.data(A, HEADER, "v1") == expected


class TestKnownTexts:
    def test_are_within_the_distance(self, store: ExtractionStore) -> None:
        store.save(reading(A, 0b1000), HEADER, {}, None)
        assert store.known(reading(NEAR, 0b1011), HEADER, 2) == [NearDuplicate(A, 2)]
        assert store.known(reading(NEAR, 0b1011), HEADER, 1) == []

    def test_include_the_text_itself(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), HEADER, {}, None)
        assert store.known(reading(A, 1), HEADER, 0) == [NearDuplicate(A, 0)]

    def test_have_data_of_the_kind_and_the_version(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), HEADER, {}, None)
        assert store.known(reading(NEAR, 1), CITATIONS, 3) == []
        assert store.known(replace(reading(NEAR, 1), version="v2"), HEADER, 3) == []

    def test_have_data_that_has_not_expired(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), CITATIONS, [], -HOUR)
        assert store.known(reading(NEAR, 1), CITATIONS, 3) == []

    def test_are_returned_closest_first(self, store: ExtractionStore) -> None:
        for text, fingerprint in ((FAR, 0b1111), (NEAR, 0b11)):
            store.save(reading(text, fingerprint), HEADER, {}, None)
        assert [one.id for one in store.known(reading(A, 1), HEADER, 3)] == [NEAR, FAR]

    def test_with_the_highest_bit_are_found(self, store: ExtractionStore) -> None:
        store.save(reading(A, 2**63), HEADER, {}, None)
        assert store.known(reading(NEAR, 2**63 + 1), HEADER, 3) == [NearDuplicate(A, 1)]

    def test_of_a_text_without_words_that_count_are_only_itself(
        self, store: ExtractionStore
    ) -> None:
        store.save(reading(A, EMPTY), HEADER, {}, None)
        assert store.known(reading(NEAR, EMPTY), HEADER, 3) == []
        assert store.known(reading(A, EMPTY), HEADER, 3) == [NearDuplicate(A, 0)]

    def test_are_found_by_indexes(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        store.save(reading(A, 1), HEADER, {}, None)
        alike = {"$or": [{"_id": A}, {"sub": {"$in": [1, 2, 3, 4]}}]}
        plan = str(database["extractions"].find(alike).explain()["queryPlanner"]["winningPlan"])
        assert "IXSCAN" in plan
        assert "COLLSCAN" not in plan


@pytest.mark.parametrize("migration", ["0002_extractions_by_text", "0004_data_of_texts"])
def test_what_an_earlier_schema_stored_is_migrated(
    database: Database[dict[str, Any]], migration: str
) -> None:
    """Extractions are removed; documents are read again."""
    connection = Connection(database, "the test's server", 5)
    Store(connection).prepare()
    for name in ("resources", "extractions"):
        database.command("collMod", name, validator={})
    now = datetime.datetime.now(datetime.UTC)
    old = {"_id": A, "type": "pdf", "fingerprint": Int64(1), "expires": now + HOUR}
    database["resources"].insert_one(old)
    database["fingerprints"].insert_one({"_id": Int64(1), "sub": [1, 2, 3, 4]})
    key = {"fingerprint": Int64(1), "kind": "header"}
    database["extractions"].insert_one({"_id": key, "token": A, "used": now, "data": b""})
    database["extractions"].create_index("_id.fingerprint")
    database["pymongo_migrate"].delete_many({"name": {"$gte": migration}})
    assert "0004_data_of_texts" in Schema(connection).migrate()
    store = ExtractionStore(connection)
    found = store.resource(A)
    assert found
    assert found.reading.version == ""
    assert database["extractions"].count_documents({}) == 0
    assert "fingerprints" not in database.list_collection_names()
    assert "_id.fingerprint_1" not in database["extractions"].index_information()


def test_each_use_is_noted(store: ExtractionStore, database: Database[dict[str, Any]]) -> None:
    store.save(reading(A, 1), HEADER, {}, None)
    (saved,) = database["extractions"].distinct("used")
    store.data(A, HEADER, "v1")
    (used,) = database["extractions"].distinct("used")
    assert used >= saved


class TestExpiredCitations:
    def test_are_removed_but_not_the_header(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        store.save(reading(A, 1), HEADER, {}, None)
        store.save(reading(A, 1), CITATIONS, [], -HOUR)
        store.expire()
        (left,) = database["extractions"].find()
        assert "header" in left
        assert "citations" not in left

    def test_are_removed_with_a_text_of_which_nothing_else_is_stored(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        for text, hours in ((A, -1), (NEAR, 1)):
            store.save(reading(text, 1), CITATIONS, [], hours * HOUR)
        store.expire()
        assert database["extractions"].distinct("_id") == [NEAR]


def test_stored_data_is_compressed(
    store: ExtractionStore, database: Database[dict[str, Any]]
) -> None:
    store.save(reading(A, 1), CITATIONS, [{"raw": "the same again"}] * 100, HOUR)
    stored = database["extractions"].find_one()
    assert stored is not None
    assert len(stored["citations"]["data"]) < 200


class TestAStoreThatIsShrunk:
    def test_loses_the_least_recently_used_data(self, store: ExtractionStore) -> None:
        first = numbered(0).text
        for number in range(600):
            store.save(numbered(number), HEADER, {"n": number}, None)
        assert store.data(first, HEADER, "v1")  # used again, so it is kept
        store.shrink(40_000)
        kept = [number for number in range(600) if store.known(numbered(number), HEADER, 0)]
        assert kept == [0, *range(501, 600)]

    def test_with_nothing_to_remove_is_left_alone(self, store: ExtractionStore) -> None:
        store.shrink(-1)
        assert store.used_bytes() == 0

    def test_that_is_not_full_is_left_alone(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), HEADER, {}, None)
        store.shrink(10_000)
        assert store.known(reading(A, 1), HEADER, 0)


class TestADocumentOfAnotherShape:
    """The database refuses documents that this version does not write."""

    @pytest.mark.parametrize(
        ("collection", "document"),
        [
            pytest.param("resources", {"_id": "../etc"}, id="a path as a token"),
            pytest.param("resources", {"type": "doc"}, id="an unknown type"),
            pytest.param("resources", {"expires": "tomorrow"}, id="a date as text"),
            pytest.param("extractions", {"sub": [1, 2, 3]}, id="a table too few"),
            pytest.param("extractions", {"citations": {"data": "plain"}}, id="data as text"),
            pytest.param("extractions", {"used": 6}, id="a number as a date"),
            pytest.param("extractions", {"_id": 1}, id="a number as the digest of a text"),
        ],
    )
    def test_is_refused(
        self, database: Database[dict[str, Any]], store: ExtractionStore,
        collection: str, document: dict[str, Any],
    ) -> None:  # fmt: skip
        store.add(resource(A, 1))
        store.save(reading(A, 1), CITATIONS, [], HOUR)
        good = database[collection].find_one_and_delete({})
        assert good is not None
        database[collection].insert_one(good)
        database[collection].delete_one({"_id": good["_id"]})
        with pytest.raises(WriteError, match="Document failed validation"):
            database[collection].insert_one({**good, **document})
