"""The store of the extraction, on a real MongoDB."""

import datetime
from typing import Any

import pytest
from bson import Int64
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.extraction.extracted import DocumentType, Kind
from wildwood.extraction.service.document_store import ExtractionStore, Resource, Uses
from wildwood.extraction.service.reading import Reading
from wildwood.extraction.service.simhash import EMPTY
from wildwood.store import Connection, Store
from wildwood.store.schema import Schema

HOUR = datetime.timedelta(hours=1)
A, NEAR, FAR = "a" * 32, "b" * 32, "c" * 32
VERSION = "v1"


@pytest.fixture
def store(database: Database[dict[str, Any]]) -> ExtractionStore:
    connection = Connection(database, "the test's server", 5)
    Store(connection).prepare()
    return ExtractionStore(connection)


def reading(text: str, fingerprint: int) -> Reading:
    return Reading(text, front="f" * 32, fingerprint=fingerprint, version=VERSION)


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
        assert [store.remove(A), store.remove(A)] == [True, False]
        assert store.resource(A) is None

    def test_are_gone_when_they_expire(self, store: ExtractionStore) -> None:
        store.add(resource(A, 1, -HOUR))
        assert store.resource(A) is None
        assert store.overdue() == [A]


class TestExtractedData:
    def test_is_that_of_the_same_text(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), Kind.HEADER, VERSION, {"title": "T"}, None)
        assert store.data(A, Kind.HEADER, VERSION) == {"title": "T"}
        assert store.data(NEAR, Kind.HEADER, VERSION) is None

    def test_is_that_of_the_same_version(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), Kind.HEADER, VERSION, {"title": "T"}, None)
        assert store.data(A, Kind.HEADER, "v2") is None
        store.save(reading(A, 1), Kind.HEADER, "v2", {"title": "U"}, None)
        assert store.data(A, Kind.HEADER, "v2") == {"title": "U"}

    def test_is_not_returned_when_it_has_expired(self, store: ExtractionStore) -> None:
        """MongoDB removes expired documents once a minute; the store checks the date itself."""
        store.save(reading(A, 1), Kind.CITATIONS, VERSION, [], -HOUR)
        assert store.data(A, Kind.CITATIONS, VERSION) is None

    def test_is_forgotten_with_its_fingerprint(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), Kind.HEADER, VERSION, {}, None)
        store.forget(A)
        assert store.data(A, Kind.HEADER, VERSION) is None
        assert store.near(reading(NEAR, 1), 3) == []

    @pytest.mark.parametrize(("lifetime", "expected"), [(HOUR, {}), (-HOUR, None)])
    def test_is_not_forgotten_while_a_document_has_the_text(
        self, store: ExtractionStore, lifetime: datetime.timedelta, expected: object
    ) -> None:
        store.add(resource(NEAR, 1, lifetime))
        store.save(reading(A, 1), Kind.HEADER, VERSION, {}, None)
        store.forget(A)
        assert store.data(A, Kind.HEADER, VERSION) == expected


class TestNearDuplicates:
    def test_are_other_texts_within_the_distance(self, store: ExtractionStore) -> None:
        store.save(reading(A, 0b1000), Kind.HEADER, VERSION, {}, None)
        (near,) = store.near(reading(NEAR, 0b1011), 2)
        assert (near.distance, near.text) == (2, A)
        assert store.near(reading(NEAR, 0b1011), 1) == []
        assert store.near(reading(A, 0b1000), 3) == []

    def test_are_returned_closest_first(self, store: ExtractionStore) -> None:
        for text, fingerprint in ((FAR, 0b1111), (NEAR, 0b11)):
            store.save(reading(text, fingerprint), Kind.HEADER, VERSION, {}, None)
        assert [one.text for one in store.near(reading(A, 1), 3)] == [NEAR, FAR]

    def test_are_as_many_as_can_be_looked_at(self, store: ExtractionStore) -> None:
        for number in range(25):
            store.save(reading(f"{number:032x}", 1), Kind.HEADER, VERSION, {}, None)
        assert len(store.near(reading(A, 1), 3)) == 20

    def test_with_the_highest_bit_are_found(self, store: ExtractionStore) -> None:
        store.save(reading(A, 2**63), Kind.HEADER, VERSION, {}, None)
        assert [one.distance for one in store.near(reading(NEAR, 2**63 + 1), 3)] == [1]

    def test_of_a_text_without_words_that_count_are_none(self, store: ExtractionStore) -> None:
        store.save(reading(A, EMPTY), Kind.HEADER, VERSION, {}, None)
        assert store.near(reading(NEAR, EMPTY), 3) == []

    def test_are_found_by_an_index(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        store.save(reading(A, 1), Kind.HEADER, VERSION, {}, None)
        plan = database["fingerprints"].find({"sub": {"$in": [1, 2, 3, 4]}}).explain()
        assert "IXSCAN" in str(plan["queryPlanner"]["winningPlan"])


def test_what_an_earlier_schema_stored_is_migrated(database: Database[dict[str, Any]]) -> None:
    """Extractions by fingerprint are removed; documents are read again."""
    connection = Connection(database, "the test's server", 5)
    Store(connection).prepare()
    for name in ("resources", "fingerprints", "extractions"):
        database.command("collMod", name, validator={})
    now = datetime.datetime.now(datetime.UTC)
    old = {"_id": A, "type": "pdf", "fingerprint": Int64(1), "expires": now + HOUR}
    database["resources"].insert_one(old)
    database["fingerprints"].insert_one({"_id": Int64(1), "sub": [1, 2, 3, 4]})
    key = {"fingerprint": Int64(1), "kind": "header"}
    database["extractions"].insert_one({"_id": key, "token": A, "used": now, "data": b""})
    database["extractions"].create_index("_id.fingerprint")
    database["pymongo_migrate"].delete_many({"name": "0002_extractions_by_text"})
    assert Schema(connection).migrate() == ["0002_extractions_by_text"]
    store = ExtractionStore(connection)
    found = store.resource(A)
    assert found
    assert found.reading.version == ""
    assert database["fingerprints"].count_documents({}) == 0
    assert database["extractions"].count_documents({}) == 0
    assert "_id.fingerprint_1" not in database["extractions"].index_information()


class TestTheDateOfTheLatestUse:
    def test_is_not_written_with_each_search(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        store.save(reading(A, 1), Kind.HEADER, VERSION, {}, None)
        saved = database["extractions"].find_one()
        store.data(A, Kind.HEADER, VERSION)
        assert database["extractions"].find_one() == saved

    def test_is_written_for_many_together(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        for number in range(500):
            store.save(numbered(number), Kind.HEADER, VERSION, {}, None)
        saved = database["extractions"].distinct("used")
        for number in range(500):
            store.data(numbered(number).text, Kind.HEADER, VERSION)
        assert database["extractions"].count_documents({"used": {"$lte": max(saved)}}) == 0


@pytest.mark.parametrize("collection", ["extractions", "fingerprints"])
def test_expired_documents_are_removed_by_mongodb(
    database: Database[dict[str, Any]], collection: str
) -> None:
    Store(Connection(database, "the test's server", 5)).prepare()
    indexes = database[collection].index_information()
    assert indexes["expires_1"]["expireAfterSeconds"] == 0


def test_a_fingerprint_expires_with_the_last_of_its_data(
    store: ExtractionStore, database: Database[dict[str, Any]]
) -> None:
    store.save(reading(A, 1), Kind.CITATIONS, VERSION, [], HOUR)
    soon = database["fingerprints"].find_one()
    store.save(reading(A, 1), Kind.HEADER, VERSION, {}, None)
    store.save(reading(A, 1), Kind.CITATIONS, VERSION, [], HOUR)
    late = database["fingerprints"].find_one()
    citations = database["extractions"].find_one({"_id.kind": "citations"})
    assert soon
    assert late
    assert citations
    assert abs(soon["expires"] - citations["expires"]) < HOUR / 10
    assert late["expires"].year == 9999


def test_stored_data_is_compressed(
    store: ExtractionStore, database: Database[dict[str, Any]]
) -> None:
    store.save(reading(A, 1), Kind.CITATIONS, VERSION, [{"raw": "the same again"}] * 100, HOUR)
    stored = database["extractions"].find_one()
    assert stored is not None
    assert len(stored["data"]) < 200


class TestAStoreThatIsShrunk:
    def test_loses_the_least_recently_used_data(self, store: ExtractionStore) -> None:
        first = numbered(0).text
        for number in range(600):
            store.save(numbered(number), Kind.HEADER, VERSION, {"n": number}, None)
        assert store.data(first, Kind.HEADER, VERSION)  # used again, so it is kept
        assert store.shrink(60_000) == 500
        assert store.data(first, Kind.HEADER, VERSION)
        assert store.near(reading(A, numbered(1).fingerprint), 0) == []

    def test_with_nothing_to_remove_is_left_alone(self, store: ExtractionStore) -> None:
        assert store.shrink(-1) == 0

    def test_that_is_not_full_is_left_alone(self, store: ExtractionStore) -> None:
        store.save(reading(A, 1), Kind.HEADER, VERSION, {}, None)
        assert store.shrink(10_000) == 0


class TestADocumentOfAnotherShape:
    """The database refuses documents that this version does not write."""

    @pytest.mark.parametrize(
        ("collection", "document"),
        [
            pytest.param("resources", {"_id": "../etc"}, id="a path as a token"),
            pytest.param("resources", {"type": "doc"}, id="an unknown type"),
            pytest.param("resources", {"expires": "tomorrow"}, id="a date as text"),
            pytest.param("fingerprints", {"sub": [1, 2, 3]}, id="a table too few"),
            pytest.param("extractions", {"data": "plain"}, id="data as text"),
            pytest.param("extractions", {"expires": 6}, id="a number as a date"),
            pytest.param("extractions", {"_id": {"kind": "header"}}, id="no text"),
            pytest.param("fingerprints", {"_id": 1}, id="a number as the digest of a text"),
        ],
    )
    def test_is_refused(
        self, database: Database[dict[str, Any]], store: ExtractionStore,
        collection: str, document: dict[str, Any],
    ) -> None:  # fmt: skip
        store.add(resource(A, 1))
        store.save(reading(A, 1), Kind.CITATIONS, VERSION, [], HOUR)
        good = database[collection].find_one_and_delete({})
        assert good is not None
        database[collection].insert_one(good)
        database[collection].delete_one({"_id": good["_id"]})
        with pytest.raises(WriteError, match="Document failed validation"):
            database[collection].insert_one({**good, **document})


HEADER, CITATIONS = (A, "header"), (A, "citations")


def test_each_use_of_an_extraction_is_taken_once() -> None:
    uses = Uses()
    for key in (HEADER, CITATIONS, HEADER):
        uses.add(key)
    assert set(uses.taken()) == {HEADER, CITATIONS}
    assert uses.taken() == []


def test_uses_are_to_be_taken_when_there_are_many() -> None:
    uses = Uses()
    assert [uses.add((str(number), "header")) for number in range(500)] == [False] * 499 + [True]
    uses.taken()
    assert not uses.add(HEADER)
