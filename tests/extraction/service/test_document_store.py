"""The store of the extraction, on a real MongoDB."""

import datetime
from typing import Any

import pytest
from pymongo import MongoClient, monitoring
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.extraction.extracted import DocumentType, Kind
from wildwood.extraction.service.document_store import ExtractionStore, Resource, Uses
from wildwood.store import Connection, Store

HOUR = datetime.timedelta(hours=1)
A, NEAR, FAR = "a" * 32, "b" * 32, "c" * 32


@pytest.fixture
def store(database: Database[dict[str, Any]]) -> ExtractionStore:
    connection = Connection(database, "the test's server", 5)
    Store(connection).prepare()
    return ExtractionStore(connection)


def resource(token: str, fingerprint: int, lifetime: datetime.timedelta = HOUR) -> Resource:
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    return Resource(token, DocumentType.PDF, fingerprint, now + lifetime)


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


class TestNearDuplicates:
    def test_return_data_that_was_extracted_before(self, store: ExtractionStore) -> None:
        store.save(resource(A, 0b1000), Kind.HEADER, {"title": "T"}, None)
        known = store.search(0b1011, Kind.HEADER, 3).known
        assert known is not None
        assert (known.token, known.distance, known.data) == (A, 2, {"title": "T"})

    def test_are_within_the_given_distance(self, store: ExtractionStore) -> None:
        store.save(resource(A, 0b1000), Kind.HEADER, {}, None)
        assert store.search(0b1011, Kind.HEADER, 1).known is None
        assert store.search(0b1000, Kind.HEADER, 0).known is not None

    def test_are_used_closest_first(self, store: ExtractionStore) -> None:
        for token, fingerprint in ((FAR, 0b111), (NEAR, 0b1)):
            store.save(resource(token, fingerprint), Kind.HEADER, {}, None)
        known = store.search(0, Kind.HEADER, 3).known
        assert known is not None
        assert known.token == NEAR

    def test_that_lack_a_kind_are_skipped(self, store: ExtractionStore) -> None:
        store.save(resource(NEAR, 0b1), Kind.HEADER, {}, None)
        store.save(resource(FAR, 0b111), Kind.CITATIONS, [], None)
        known = store.search(0, Kind.CITATIONS, 3).known
        assert known is not None
        assert known.token == FAR

    def test_with_the_highest_bit_are_found(self, store: ExtractionStore) -> None:
        store.save(resource(A, 2**63), Kind.HEADER, {}, None)
        assert store.near(2**63 + 1, 3) == [(1, 2**63)]

    def test_do_not_return_expired_data(self, store: ExtractionStore) -> None:
        """MongoDB removes expired documents once a minute; the store checks the date itself."""
        store.save(resource(A, 1), Kind.CITATIONS, [], -HOUR)
        assert store.search(1, Kind.CITATIONS, 3).known is None

    def test_are_found_by_an_index(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        store.save(resource(A, 1), Kind.HEADER, {}, None)
        plan = database["fingerprints"].find({"sub": {"$in": [1, 2, 3, 4]}}).explain()
        assert "IXSCAN" in str(plan["queryPlanner"]["winningPlan"])


class TestAFingerprintThatIsListed:
    def test_is_told_by_a_search(self, store: ExtractionStore) -> None:
        assert not store.search(1, Kind.CITATIONS, 3).is_listed
        store.save(resource(A, 1), Kind.HEADER, {}, None)
        assert store.search(1, Kind.CITATIONS, 3).is_listed

    def test_is_not_a_near_one(self, store: ExtractionStore) -> None:
        store.save(resource(A, 1), Kind.HEADER, {}, None)
        assert not store.search(0, Kind.HEADER, 3).is_listed

    def test_is_not_one_that_expires(self, store: ExtractionStore) -> None:
        """It could be gone before the data that is saved next."""
        store.save(resource(A, 1), Kind.CITATIONS, [], HOUR)
        assert not store.search(1, Kind.HEADER, 3).is_listed

    def test_is_not_written_again(self, store: ExtractionStore) -> None:
        store.save(resource(A, 1), Kind.CITATIONS, [], HOUR, is_listed=True)
        assert store.near(1, 3) == []


class Commands(monitoring.CommandListener):
    """The names of the commands that a client sends."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        self.names.append(event.command_name)

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None: ...

    def failed(self, event: monitoring.CommandFailedEvent) -> None: ...


def test_a_new_document_is_listed_once(database: Database[dict[str, Any]]) -> None:
    Store(Connection(database, "the test's server", 5)).prepare()
    commands = Commands()
    assert database.client.address
    host, port = database.client.address
    with MongoClient[dict[str, Any]](host, port, event_listeners=[commands]) as client:
        store = ExtractionStore(Connection(client[database.name], "the test's server", 5))
        for kind in (Kind.HEADER, Kind.CITATIONS):
            is_listed = store.search(1, kind, 3).is_listed
            store.save(resource(A, 1), kind, {}, None, is_listed=is_listed)
    stored = [name for name in commands.names if name in {"find", "update"}]
    assert stored == ["find", "update", "update", "find", "find", "update"]


class TestTheDateOfTheLatestUse:
    def test_is_not_written_with_each_search(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        store.save(resource(A, 1), Kind.HEADER, {}, None)
        saved = database["extractions"].find_one()
        store.search(1, Kind.HEADER, 3)
        assert database["extractions"].find_one() == saved

    def test_is_written_for_many_together(
        self, store: ExtractionStore, database: Database[dict[str, Any]]
    ) -> None:
        for number in range(500):
            store.save(resource(A, number << 20), Kind.HEADER, {}, None)
        saved = database["extractions"].distinct("used")
        for number in range(500):
            store.search(number << 20, Kind.HEADER, 0)
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
    store.save(resource(A, 1), Kind.CITATIONS, [], HOUR)
    soon = database["fingerprints"].find_one()
    store.save(resource(A, 1), Kind.HEADER, {}, None)
    store.save(resource(A, 1), Kind.CITATIONS, [], HOUR)
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
    store.save(resource(A, 1), Kind.CITATIONS, [{"raw": "the same again"}] * 100, HOUR)
    stored = database["extractions"].find_one()
    assert stored is not None
    assert len(stored["data"]) < 200


class TestAStoreThatIsShrunk:
    def test_loses_the_least_recently_used_data(self, store: ExtractionStore) -> None:
        for number in range(600):
            store.save(resource(f"{number:032x}", number << 20), Kind.HEADER, {"n": number}, None)
        assert store.search(0, Kind.HEADER, 0).known is not None  # used again, so it is kept
        assert store.shrink(40_000) == 500
        assert store.search(0, Kind.HEADER, 0).known is not None
        assert store.near(1 << 20, 0) == []

    def test_with_nothing_to_remove_is_left_alone(self, store: ExtractionStore) -> None:
        assert store.shrink(-1) == 0

    def test_that_is_not_full_is_left_alone(self, store: ExtractionStore) -> None:
        store.save(resource(A, 1), Kind.HEADER, {}, None)
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
            pytest.param("extractions", {"_id": {"kind": "header"}}, id="no fingerprint"),
        ],
    )
    def test_is_refused(
        self, database: Database[dict[str, Any]], store: ExtractionStore,
        collection: str, document: dict[str, Any],
    ) -> None:  # fmt: skip
        store.add(resource(A, 1))
        store.save(resource(A, 1), Kind.CITATIONS, [], HOUR)
        good = database[collection].find_one_and_delete({})
        assert good is not None
        database[collection].insert_one(good)
        database[collection].delete_one({"_id": good["_id"]})
        with pytest.raises(WriteError, match="Document failed validation"):
            database[collection].insert_one({**good, **document})


HEADER, CITATIONS = (1, "header"), (1, "citations")


def test_each_use_of_an_extraction_is_taken_once() -> None:
    uses = Uses()
    for key in (HEADER, CITATIONS, HEADER):
        uses.add(key)
    assert set(uses.taken()) == {HEADER, CITATIONS}
    assert uses.taken() == []


def test_uses_are_to_be_taken_when_there_are_many() -> None:
    uses = Uses()
    assert [uses.add((number, "header")) for number in range(500)] == [False] * 499 + [True]
    uses.taken()
    assert not uses.add(HEADER)
