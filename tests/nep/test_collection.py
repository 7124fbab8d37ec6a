"""The collection `handles`: what the server accepts, and by which index it answers."""

from collections.abc import Callable
from contextlib import suppress
from unittest.mock import patch

import bson
import pytest
from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import StoreError
from wildwood.kernel.features import paper_of
from wildwood.kernel.strength import Formula
from wildwood.nep.documents import shortened
from wildwood.nep.history import StoredHistory
from wildwood.nep.schema import Schema, structure_of_migrations
from wildwood.nep.store import Store

from tests.support.installation import Installation
from tests.support.issues import version_document
from tests.support.stored import FIRST, SECOND, Document, expected, handles, paper, put, stored
from tests.support.usual_papers import LIKE_TRADE, MONEY, TRADE, TRADE_AGAIN

VERSION = version_document(FIRST, paper("a"))
HANDLE: Document = {"_id": "a", "issues": [VERSION], "features": ["author:krugman", -7]}
Hold = Callable[[Database[Document], list[Document]], list[str]]
PAIR: Document = {
    "_id": "2015-03-05 8d1f0c6a2b7e9435 0000001",
    "date": "2015-03-05",
    "handle": "RePEc:nbr:nberwo:1",
    "similar": "RePEc:cpr:ceprdp:1",
    "strength": 1.0,
    "type": "ext",
    "first_seen": "2015-03-05",
}
ISSUE: Document = {"_id": "2015-03-05", "rif": "2015-03-05.amf.xml", "papers": 490}


class TestTheServer:
    @pytest.mark.parametrize(
        ("collection", "document"),
        [
            ("handles", {**HANDLE, "_id": 10013}),
            ("handles", {**HANDLE, "issues": []}),
            ("handles", {**HANDLE, "issues": VERSION}),
            ("handles", {**HANDLE, "features": "author:krugman"}),
            ("handles", {**HANDLE, "features": [1.5]}),
            *(
                ("handles", {k: v for k, v in HANDLE.items() if k != key})
                for key in HANDLE.keys() - {"_id"}
            ),
            *(
                ("handles", {**HANDLE, "issues": [{k: v for k, v in VERSION.items() if k != key}]})
                for key in VERSION.keys() - {"stamp"}  # papers of older versions have none
            ),
            ("handles", {**HANDLE, "issues": [{**VERSION, "stamp": "2015-03-05"}]}),
            ("handles", {**HANDLE, "issues": [{**VERSION, "date": "20150305"}]}),
            ("handles", {**HANDLE, "issues": [VERSION, {**VERSION, "names": "Paul Krugman"}]}),
            ("issues", {**ISSUE, "_id": "5 March 2015"}),
            ("issues", {**ISSUE, "papers": "490"}),
            ("issues", {**ISSUE, "digest": None}),
            ("issues", {**ISSUE, "ps": []}),
            ("issues", {"_id": "2015-03-05", "papers": 490}),
            ("issues", {"_id": "2015-03-05", "rif": "2015-03-05.amf.xml"}),
            *(
                ("similar", {k: v for k, v in PAIR.items() if k != key})
                for key in PAIR
                if key != "_id"
            ),
            ("similar", {**PAIR, "_id": "2015-03-05 1"}),
            ("similar", {**PAIR, "type": "extern"}),
            ("similar", {**PAIR, "strength": "1.0000"}),
            ("similar", {**PAIR, "decided": "different"}),
        ],
    )
    def test_refuses_an_invalid_document(
        self, database: Database[Document], collection: str, document: Document
    ) -> None:
        with pytest.raises(WriteError, match="Document failed validation"):
            database[collection].insert_one(document)

    def test_accepts_a_valid_document(self, database: Database[Document]) -> None:
        database["handles"].insert_one(HANDLE)
        database["issues"].insert_one(ISSUE)
        database["similar"].insert_one(PAIR)
        assert stored(database) == {"handles": [HANDLE], "issues": [ISSUE], "similar": [PAIR]}


WIDE = paper_of(
    Record(
        "wide",
        tuple(f"Author{number}" for number in range(101)),
        (" ".join(f"word{number}" for number in range(102)),),
    )
)


def names_in(condition: Document) -> set[str]:
    """Return the names of the fields that a query asks for."""
    return {
        name
        for key, value in condition.items()
        for name in (set().union(*map(names_in, value)) if key == "$and" else {key})
    }


class TestTheQueryPlan:
    """The plans of the store's queries, from the profiler of the server."""

    @staticmethod
    def profiled(database: Database[Document]) -> list[Document]:
        profile = {"ns": f"{database.name}.handles", "op": "query"}
        return list(database["system.profile"].find(profile))

    @classmethod
    def plans(cls, database: Database[Document]) -> list[str]:
        return [entry["planSummary"] for entry in cls.profiled(database)]

    @pytest.mark.parametrize("formula", Formula)
    def test_for_the_targets_of_an_issue_is_that_of_features(
        self, store: Store, database: Database[Document], formula: Formula
    ) -> None:
        put(store, FIRST, WIDE, *(paper(str(number)) for number in range(100)))
        database.command("profile", 2)
        history = StoredHistory(store.connection, before=SECOND)
        issue = [paper("new").features, WIDE.features]
        assert len(list(history.targets(issue, 0.0, formula))) == 101
        profiled = self.profiled(database)
        selecting = [entry for entry in profiled if "_id" not in entry["command"]["filter"]]
        assert len(selecting) >= 3
        assert {entry["planSummary"] for entry in selecting} == {
            "IXSCAN { features: 1, totals: 1 }"
        }
        names = {name for entry in selecting for name in names_in(entry["command"]["filter"])}
        assert names <= {"features", "totals"}
        if formula is not Formula.TOLERANT:  # it reads the names of what it has selected
            assert selecting == profiled

    def test_for_a_whole_issue_is_that_of_features_of_handles_or_of_stamps(
        self, installation: Installation, database: Database[Document]
    ) -> None:
        installation.issue(str(FIRST), TRADE, MONEY)
        assert installation.run("rebuild").exit_code == 0
        installation.issue(str(SECOND), TRADE_AGAIN, LIKE_TRADE)
        database.command("profile", 2)
        assert installation.run(str(SECOND)).exit_code == 0
        plans = {
            (name, entry["planSummary"])
            for entry in self.profiled(database)
            for name in names_in(entry["command"]["filter"]) - {"totals"}
        }
        assert plans == {
            ("features", "IXSCAN { features: 1, totals: 1 }"),
            ("issues.stamp", "IXSCAN { issues.stamp: 1 }"),
            ("_id", "IXSCAN { _id: 1 }"),
        }

    def test_for_the_handles_of_an_issue_is_the_index_of_stamps(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a"))
        put(store, SECOND, paper("b"))
        database.command("profile", 2)
        store.forget_issue(FIRST)
        assert "IXSCAN { issues.stamp: 1 }" in self.plans(database)
        assert "COLLSCAN" not in self.plans(database)


def test_a_new_document_that_the_server_refuses_is_an_error(store: Store) -> None:
    with pytest.raises(StoreError, match="refused: Document failed validation"):
        store.handles.insert(FIRST, {"a": bson.encode({**HANDLE, "features": [1.5]})})


def test_the_shells_query_finds_the_papers_of_an_author(
    store: Store, database: Database[Document]
) -> None:
    krugman = paper("RePEc:nbr:nberwo:3123")
    other = paper_of(Record("RePEc:nbr:nberwo:1", ("Robert Krugmann",), ("Krugman",)))
    put(store, FIRST, krugman, other)
    found = database["handles"].find({"features": "author:krugman"})
    assert list(found) == [expected(krugman.handle, (FIRST, krugman))]


_SMALL_PAGES: Document = {"storageEngine": {"wiredTiger": {"configString": "leaf_page_max=4KB"}}}
MOVING = ["0005_one_array"]


def hold_pairs_as_texts(database: Database[Document], found: list[Document]) -> list[str]:
    """Change papers to what version 1.0 has stored; return the migrations that are to come."""
    collection = database["handles"]
    collection.create_index([("features", 1), ("totals", 1)])
    for document in found:
        words = [key for key in document["features"] if isinstance(key, str)]
        features = sorted([*words, *texts_of_pairs(document)])
        collection.update_one({"_id": document["_id"]}, {"$set": {"features": features}})
    return ["0003_pairs", *MOVING]


def texts_of_pairs(document: Document) -> set[str]:
    if "wide" in document["features"]:
        return set()
    return {
        f"pair:{shortened(author)}|{shortened(title)}"
        for version in document["issues"]
        for author in version["author_features"]
        for title in version["title_features"]
    }


def hold_pairs_in_a_field(database: Database[Document], found: list[Document]) -> list[str]:
    """Change papers to the form with a second array, which has its own index."""
    collection = database["handles"]
    for field in ("features", "pairs"):
        collection.create_index([(field, 1), ("totals", 1)], **_SMALL_PAGES)
    for document in found:
        fields: dict[str, list[str | int]] = {"features": [], "pairs": []}
        for key in document["features"]:
            fields["features" if isinstance(key, str) else "pairs"].append(key)
        totals = {"totals": document["totals"]} if "totals" in document else {}
        older = {"_id": document["_id"], "issues": document["issues"], **fields, **totals}
        collection.replace_one({"_id": document["_id"]}, older)
    return MOVING


@pytest.mark.parametrize("hold", [hold_pairs_as_texts, hold_pairs_in_a_field])
class TestPairsOfAnOlderVersion:
    @pytest.fixture
    def found(self, store: Store, database: Database[Document]) -> list[Document]:
        """Store papers, and return what is stored."""
        put(store, FIRST, paper("a"), paper("long", "x" * 301), paper_of(Record("bare", (), ())))
        put(store, SECOND, paper("a", "Another Title"), WIDE)
        return handles(database)

    @pytest.fixture
    def missing(self, database: Database[Document], hold: Hold, found: list[Document]) -> list[str]:
        """Store the papers as they were once, and return the migrations that are to come."""
        database["handles"].drop_index("features_1_totals_1")
        database.command("collMod", "handles", validator={"$jsonSchema": {"properties": {}}})
        missing = hold(database, found)
        database.command("collMod", "handles", validator=self.validator())
        database["pymongo_migrate"].delete_many({"name": {"$in": missing}})
        return missing

    @staticmethod
    def validator() -> Document:
        """Return the validator of a schema with a second array."""
        validator: Document = structure_of_migrations()["handles"]["options"]["validator"]
        schema = validator["$jsonSchema"]
        schema["required"].append("pairs")
        schema["properties"]["features"]["items"] = {"bsonType": "string"}
        schema["properties"]["pairs"] = {"bsonType": "array", "items": {"bsonType": "int"}}
        return validator

    @staticmethod
    def stored(database: Database[Document]) -> list[bytes]:
        return list(map(bson.encode, handles(database)))

    def test_are_moved_by_a_migration(
        self,
        store: Store,
        database: Database[Document],
        found: list[Document],
        missing: list[str],
    ) -> None:
        before = list(map(bson.encode, found))
        assert self.stored(database) != before
        assert Schema(store.connection).migrate() == missing
        assert self.stored(database) == before
        assert Schema(store.connection).lost() == []

    @pytest.mark.usefixtures("missing")
    def test_are_in_one_index_of_small_pages_then(
        self, store: Store, database: Database[Document]
    ) -> None:
        Schema(store.connection).migrate()
        indexes = database["handles"].index_information()
        assert {*indexes} == {"_id_", "features_1_totals_1", "issues.stamp_1"}
        assert "leaf_page_max=4KB" in str(indexes["features_1_totals_1"]["storageEngine"])

    @pytest.mark.parametrize(
        "step", ["bulk_write", "drop_index", "update_many", "create_index", "replace_one"]
    )
    def test_are_moved_after_an_interruption(
        self,
        store: Store,
        database: Database[Document],
        found: list[Document],
        missing: list[str],
        step: str,
    ) -> None:
        with (
            patch.object(Collection, step, side_effect=KeyboardInterrupt),
            suppress(KeyboardInterrupt),
        ):
            Schema(store.connection).migrate()
        Schema(store.connection).migrate()
        assert {*missing} <= {*Schema(store.connection).applied()}
        assert self.stored(database) == list(map(bson.encode, found))
        assert Schema(store.connection).lost() == []


@pytest.mark.usefixtures("store")
def test_nothing_is_indexed_again_where_pairs_are_features(
    store: Store, database: Database[Document]
) -> None:
    put(store, FIRST, paper("a"), WIDE)
    before = handles(database)
    database["pymongo_migrate"].delete_many({"name": {"$gt": "0003"}})
    with patch.object(Collection, "drop_index") as drop_index:
        Schema(store.connection).migrate()
    drop_index.assert_not_called()
    assert handles(database) == before


def test_a_migrated_database_is_that_of_a_rebuild(installation: Installation) -> None:
    installation.issue(str(FIRST), TRADE, MONEY)
    installation.issue(str(SECOND), TRADE_AGAIN, LIKE_TRADE)
    assert installation.run("rebuild").exit_code == 0
    database = installation.database
    validator = database["handles"].options()["validator"]
    database.command("collMod", "handles", validator={})
    hold_pairs_in_a_field(database, handles(database))
    database.command("collMod", "handles", validator=validator)
    database["pymongo_migrate"].delete_many({"name": {"$in": MOVING}})
    assert installation.run("migrate").exit_code == 0
    migrated, in_place = stored(database), indexes_of(database)
    assert installation.run("rebuild").exit_code == 0
    assert bson.encode(stored(database)) == bson.encode(migrated)
    assert indexes_of(database) == in_place


def indexes_of(database: Database[Document]) -> Document:
    return dict(sorted(database["handles"].index_information().items()))
