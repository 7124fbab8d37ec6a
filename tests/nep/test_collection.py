"""The collection `handles`: what the server accepts, and by which index it answers."""

from unittest.mock import patch

import bson
import pytest
from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.biblio.record import Record
from wildwood.kernel.errors import StoreError
from wildwood.kernel.features import paper_of
from wildwood.nep.documents import shortened
from wildwood.nep.history import StoredHistory
from wildwood.nep.schema import Schema
from wildwood.nep.store import Store

from tests.support.issues import version_document
from tests.support.stored import FIRST, SECOND, Document, expected, handles, paper, put, stored

VERSION = version_document(FIRST, paper("a"))
HANDLE: Document = {"_id": "a", "issues": [VERSION], "features": ["author:krugman"], "pairs": []}
ISSUE: Document = {"_id": "2015-03-05", "rif": "2015-03-05.amf.xml", "papers": 490}


@pytest.mark.usefixtures("store")
class TestTheServer:
    @pytest.mark.parametrize(
        ("collection", "document"),
        [
            ("handles", {**HANDLE, "_id": 10013}),
            ("handles", {**HANDLE, "issues": []}),
            ("handles", {**HANDLE, "issues": VERSION}),
            ("handles", {**HANDLE, "features": "author:krugman"}),
            ("handles", {**HANDLE, "features": [1]}),
            ("handles", {**HANDLE, "pairs": ["krugman|new title"]}),
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
        assert stored(database) == {"handles": [HANDLE], "issues": [ISSUE]}


class TestTheQueryPlan:
    """The plans of the store's queries, from the profiler of the server."""

    @staticmethod
    def plans(database: Database[Document]) -> list[str]:
        profile = {"ns": f"{database.name}.handles", "op": "query"}
        return [entry["planSummary"] for entry in database["system.profile"].find(profile)]

    def test_for_the_targets_of_a_paper_is_that_of_pairs_and_for_wide_ones_that_of_features(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, *(paper(str(number)) for number in range(100)))
        database.command("profile", 2)
        found = list(
            StoredHistory(store.connection, before=SECOND).targets([paper("new").features], 0.0)
        )
        assert len(found) == 100
        assert set(self.plans(database)) == {
            "IXSCAN { pairs: 1, totals: 1 }",
            "IXSCAN { features: 1, totals: 1 }",
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
        store.handles.insert(FIRST, {"a": bson.encode({**HANDLE, "pairs": [1.5]})})


def test_the_shells_query_finds_the_papers_of_an_author(
    store: Store, database: Database[Document]
) -> None:
    krugman = paper("RePEc:nbr:nberwo:3123")
    other = paper_of(Record("RePEc:nbr:nberwo:1", ("Robert Krugmann",), ("Krugman",)))
    put(store, FIRST, krugman, other)
    found = database["handles"].find({"features": "author:krugman"})
    assert list(found) == [expected(krugman.handle, (FIRST, krugman))]


class TestPairsThatAreStoredAsTexts:
    """Version 1.0 has them among the features."""

    @pytest.fixture
    def before(self, store: Store, database: Database[Document]) -> list[bytes]:
        """Store papers, store them again as they were once, and return what they were."""
        database["handles"].drop_index("features_1_totals_1")
        database["handles"].create_index([("features", 1), ("totals", 1)])
        put(store, FIRST, paper("a"), paper("long", "x" * 301), paper_of(Record("bare", (), ())))
        put(store, SECOND, paper("a", "Another Title"))
        found, collection = handles(database), database["handles"]
        database.command(
            "collMod",
            "handles",
            validator={"$jsonSchema": {"required": ["features"], "properties": {}}},
        )
        collection.drop_index("pairs_1_totals_1")
        for document in found:
            features = sorted([*document["features"], *self.texts(document)])
            changed = {"$set": {"features": features}, "$unset": {"pairs": ""}}
            collection.update_one({"_id": document["_id"]}, changed)
        database["pymongo_migrate"].delete_many({"name": "0003_pairs"})
        return list(map(bson.encode, found))

    @staticmethod
    def stored(database: Database[Document]) -> list[bytes]:
        return list(map(bson.encode, handles(database)))

    @staticmethod
    def texts(document: Document) -> set[str]:
        return {
            f"pair:{shortened(author)}|{shortened(title)}"
            for version in document["issues"]
            for author in version["author_features"]
            for title in version["title_features"]
        }

    def test_are_replaced_by_a_migration(
        self, store: Store, database: Database[Document], before: list[bytes]
    ) -> None:
        assert self.stored(database) != before
        assert Schema(store.connection).migrate() == ["0003_pairs"]
        assert self.stored(database) == before

    @pytest.mark.usefixtures("before")
    def test_are_indexed_in_small_pages_then(
        self, store: Store, database: Database[Document]
    ) -> None:
        Schema(store.connection).migrate()
        indexes = database["handles"].index_information()
        for name in ("features_1_totals_1", "pairs_1_totals_1"):
            assert "leaf_page_max=4KB" in str(indexes[name]["storageEngine"])

    def test_are_not_indexed_again_if_they_are(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a"))
        database["pymongo_migrate"].delete_many({"name": "0003_pairs"})
        with patch.object(Collection, "drop_index") as drop_index:
            assert Schema(store.connection).migrate() == ["0003_pairs"]
        drop_index.assert_not_called()

    @pytest.mark.parametrize("step", ["bulk_write", "create_index"])
    def test_are_replaced_after_an_interruption(
        self, store: Store, database: Database[Document], before: list[bytes], step: str
    ) -> None:
        with (
            patch.object(Collection, step, side_effect=KeyboardInterrupt),
            pytest.raises(KeyboardInterrupt),
        ):
            Schema(store.connection).migrate()
        assert Schema(store.connection).migrate() == ["0003_pairs"]
        assert self.stored(database) == before
