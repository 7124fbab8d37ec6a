"""The collection `handles`: what the server accepts, and by which index it answers."""

import pytest
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.model import Record
from wildwood.scoring.features import paper_of
from wildwood.store import Store
from wildwood.store.selection.stored_history import StoredHistory

from tests.support.issues import version_document
from tests.support.stored import FIRST, SECOND, Document, expected, paper, put, stored

VERSION = version_document(FIRST, paper("a"))
HANDLE: Document = {"_id": "a", "issues": [VERSION], "features": ["author:krugman"]}
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
            ("handles", {"_id": "a", "issues": [VERSION]}),
            ("handles", {"_id": "a", "features": []}),
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

    def test_for_the_targets_of_a_paper_is_the_index_of_features(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, *(paper(str(number)) for number in range(100)))
        database.command("profile", 2)
        found = list(
            StoredHistory(store.connection, before=SECOND).targets([paper("new").features], 0.0)
        )
        assert len(found) == 100
        assert set(self.plans(database)) == {"IXSCAN { features: 1, totals: 1 }"}

    def test_for_the_handles_of_an_issue_is_the_index_of_stamps(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a"))
        put(store, SECOND, paper("b"))
        database.command("profile", 2)
        store.forget_issue(FIRST)
        assert "IXSCAN { issues.stamp: 1 }" in self.plans(database)
        assert "COLLSCAN" not in self.plans(database)


def test_the_shells_query_finds_the_papers_of_an_author(
    store: Store, database: Database[Document]
) -> None:
    krugman = paper("RePEc:nbr:nberwo:3123")
    other = paper_of(Record("RePEc:nbr:nberwo:1", ("Robert Krugmann",), ("Krugman",)))
    put(store, FIRST, krugman, other)
    found = database["handles"].find({"features": "author:krugman"})
    assert list(found) == [expected(krugman.handle, (FIRST, krugman))]
