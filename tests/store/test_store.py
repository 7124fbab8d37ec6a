"""The store on a real mongod: its documents of issues and papers, and its queries."""

import datetime
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood import config_file
from wildwood.errors import StoreError
from wildwood.matching.target_index import Target
from wildwood.model import Features, Issue, Paper, Provenance, PsRecord, Punctuation, Record
from wildwood.runs.session import writing_store
from wildwood.scoring.features import paper_of
from wildwood.scoring.similarity import shared_totals
from wildwood.store import Store
from wildwood.store.handles import documents
from wildwood.store.selection.stored_history import StoredHistory

from tests.support.installation import Installation
from tests.support.issues import issue_of, version_document

Document = dict[str, Any]

FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    """A new store, with the writer's lock held."""
    with writing_store(config_file.load(installation.config), "a test") as opened:
        yield opened


def paper(handle: str, title: str = "Trade and Growth in Open Economies") -> Paper:
    return paper_of(Record(handle, ("Paul Krugman",), (title,)))


def put(store: Store, date: datetime.date, *papers: Paper) -> list[str]:
    """Store an issue; return the handles that were left out."""
    return list(store.replace_issue(issue_of(date, papers), papers).too_large)


def handles(database: Database[Document]) -> list[Document]:
    return list(database["handles"].find().sort("_id"))


def stored(database: Database[Document]) -> dict[str, list[Document]]:
    """Return all documents of papers and issues."""
    return {"handles": handles(database), "issues": list(database["issues"].find().sort("_id"))}


def expected(handle: str, *versions: tuple[datetime.date, Paper]) -> Document:
    """Return the document of a handle, which test_documents.py tests."""
    document = documents.handle_document(handle, [version_document(*entry) for entry in versions])
    assert document is not None
    return document


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.issues() == []
    assert store.handles.papers(["a"]) == {}
    assert (
        list(StoredHistory(store.connection, before=FIRST).targets([paper("a").features], 0.0))
        == []
    )


class TestStoringAnIssue:
    def test_creates_a_document_for_each_paper_and_one_for_the_issue(
        self, store: Store, database: Database[Document]
    ) -> None:
        a, b = paper("a"), paper("b", "Another Title")
        assert put(store, FIRST, a, b) == []
        assert stored(database) == {
            "handles": [expected("a", (FIRST, a)), expected("b", (FIRST, b))],
            "issues": [documents.issue_document(issue_of(FIRST, [a, b]))],
        }

    def test_lets_the_issue_be_read_back(self, store: Store) -> None:
        put(store, FIRST, paper("a"))
        assert store.issues() == [issue_of(FIRST, [paper("a")])]

    def test_accepts_an_issue_without_papers(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST)
        assert stored(database) == {
            "handles": [],
            "issues": [documents.issue_document(issue_of(FIRST, []))],
        }

    def test_accepts_more_papers_than_one_batch(
        self, store: Store, database: Database[Document]
    ) -> None:
        papers = [paper(f"{number:04}") for number in range(2_100)]
        put(store, FIRST, *papers)
        assert handles(database) == [expected(p.handle, (FIRST, p)) for p in papers]

    def test_again_replaces_changes_adds_and_removes_its_papers(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("changed", "Old"), paper("kept"), paper("removed"))
        new = [paper("added"), paper("changed", "New"), paper("kept")]
        put(store, FIRST, *new)
        assert stored(database) == {
            "handles": [expected(p.handle, (FIRST, p)) for p in new],
            "issues": [documents.issue_document(issue_of(FIRST, new))],
        }

    def test_twice_is_the_same_as_once(self, store: Store, database: Database[Document]) -> None:
        put(store, FIRST, paper("a"), paper("b"))
        once = stored(database)
        put(store, FIRST, paper("a"), paper("b"))
        assert stored(database) == once

    def test_keeps_the_last_of_two_papers_with_the_same_handle(
        self, store: Store, database: Database[Document]
    ) -> None:
        last = paper("a", "The Last Text")
        put(store, FIRST, paper("a", "The First Text"), paper("b"), last)
        assert handles(database) == [
            expected("a", (FIRST, last)),
            expected("b", (FIRST, paper("b"))),
        ]

    def test_keeps_the_version_of_a_handle_in_each_issue(
        self, store: Store, database: Database[Document]
    ) -> None:
        old, new = paper("a", "The Old Title"), paper("a", "The New Title")
        put(store, FIRST, old)
        put(store, SECOND, new)
        assert handles(database) == [expected("a", (FIRST, old), (SECOND, new))]

    def test_without_a_handle_that_it_had_keeps_the_versions_of_other_issues(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a"), paper("b"))
        put(store, SECOND, paper("a"), paper("b"))
        put(store, SECOND, paper("b"))
        assert handles(database) == [
            expected("a", (FIRST, paper("a"))),
            expected("b", (FIRST, paper("b")), (SECOND, paper("b"))),
        ]

    def test_in_any_order_has_the_same_result(
        self, store: Store, database: Database[Document]
    ) -> None:
        issues = {
            FIRST: [paper("a", "First Title"), paper("b")],
            SECOND: [paper("b", "Second Title"), paper("c")],
            THIRD: [paper("a", "Third Title"), paper("b", "Another")],
        }
        outcomes = []
        for order in permutations(issues):
            for date in order:
                put(store, date, *issues[date])
            outcomes.append(stored(database))
            for date in issues:
                store.forget_issue(date)
        assert outcomes == outcomes[:1] * 6

    def test_in_any_order_has_the_same_result_if_a_document_becomes_too_large(
        self, store: Store, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(documents, "MAX_BYTES", 4_000)
        issues = {FIRST: paper("a", "x" * 600), SECOND: paper("a", "y" * 900), THIRD: paper("a")}
        outcomes = []
        for order in permutations(issues):
            for date in order:
                put(store, date, issues[date])
            outcomes.append(handles(database))
            for date in issues:
                store.forget_issue(date)
        assert outcomes == outcomes[:1] * 6

    def test_in_any_order_lists_issues_by_date(self, store: Store) -> None:
        for date in (SECOND, THIRD, FIRST):
            put(store, date, paper("a"))
        assert [issue.date for issue in store.issues()] == [FIRST, SECOND, THIRD]


class TestAPaperThatIsTooLarge:
    HUGE = Paper(Record("huge", ("x" * documents.MAX_BYTES,), ()), Features((), ()))

    def test_is_left_out_and_named_and_the_rest_is_stored(
        self, store: Store, database: Database[Document]
    ) -> None:
        assert put(store, FIRST, paper("a"), self.HUGE, paper("z")) == ["huge"]
        assert [document["_id"] for document in handles(database)] == ["a", "z"]

    def test_keeps_its_versions_of_earlier_issues(
        self, store: Store, database: Database[Document]
    ) -> None:
        small = paper("huge")
        put(store, FIRST, small)
        assert put(store, SECOND, self.HUGE) == ["huge"]
        assert handles(database) == [expected("huge", (FIRST, small))]

    def test_loses_its_old_version_of_the_issue(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("huge"))
        assert put(store, FIRST, self.HUGE) == ["huge"]
        assert handles(database) == []


class TestForgettingAnIssue:
    def test_leaves_the_documents_that_would_be_stored_without_it(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a", "First Title"), paper("b"))
        put(store, THIRD, paper("a", "Third Title"), paper("c"))
        without = stored(database)
        put(store, SECOND, paper("a", "Second Title"), paper("d"))
        store.forget_issue(SECOND)
        assert stored(database) == without

    def test_twice_is_the_same_as_once(self, store: Store, database: Database[Document]) -> None:
        put(store, FIRST, paper("a"))
        put(store, SECOND, paper("a"))
        store.forget_issue(FIRST)
        once = stored(database)
        store.forget_issue(FIRST)
        assert stored(database) == once

    def test_can_leave_nothing(self, store: Store, database: Database[Document]) -> None:
        put(store, FIRST, paper("a"))
        store.forget_issue(FIRST)
        assert stored(database) == {"handles": [], "issues": []}


class TestTheHistoryOfADate:
    OLD, NEW = paper("a", "Trade and Growth"), paper("a", "Trade and Growth Again")

    @pytest.mark.parametrize(
        ("before", "found"),
        [
            (FIRST, []),
            (SECOND, [("a", OLD.features)]),
            (THIRD, [("a", OLD.features)]),
            (THIRD + datetime.timedelta(days=1), [("a", OLD.features), ("a", NEW.features)]),
        ],
        ids=["on the first day", "after it", "on the next day", "after that"],
    )
    def test_has_every_version_of_the_issues_strictly_before_it(
        self, store: Store, before: datetime.date, found: list[tuple[str, Features]]
    ) -> None:
        put(store, FIRST, self.OLD)
        put(store, THIRD, self.NEW)
        new = paper("new", "Trade and Growth").features
        expected = [
            Target(0, handle, shared_totals(new, known), known.totals) for handle, known in found
        ]
        assert list(StoredHistory(store.connection, before).targets([new], 0.0)) == expected

    def test_does_not_contain_a_later_issue(self, store: Store) -> None:
        put(store, FIRST, self.OLD)
        put(store, THIRD, paper("b", "Trade and Growth"))
        found = StoredHistory(store.connection, before=SECOND).targets([self.OLD.features], 0.0)
        assert [target.key for target in found] == ["a"]


class TestPapers:
    def test_are_as_in_their_latest_issue(self, store: Store) -> None:
        second, first = paper("a", "The Second: A Title"), paper("b", "b's")
        put(store, SECOND, second)
        put(store, FIRST, paper("a", "The First"), first)
        assert store.handles.papers(["b", "a"]) == {"a": second, "b": first}

    def test_leave_out_a_handle_that_is_not_stored(self, store: Store) -> None:
        put(store, FIRST, paper("a"))
        assert list(store.handles.papers(["a", "b"])) == ["a"]

    def test_are_returned_for_more_handles_than_one_query_takes(self, store: Store) -> None:
        put(store, FIRST, paper("first"), paper("last"))
        many = ["first", *map(str, range(2_100)), "last"]
        assert sorted(store.handles.papers(many)) == ["first", "last"]

    def test_of_an_issue_are_as_in_that_issue(self, store: Store) -> None:
        first, other = paper("b", "The First Title"), paper("a")
        put(store, FIRST, first, other)
        put(store, SECOND, paper("b", "The Second Title"), paper("c"))
        assert store.handles.papers_of_issue(FIRST) == [other, first]

    def test_of_an_issue_that_is_not_stored_are_an_empty_list(self, store: Store) -> None:
        assert store.handles.papers_of_issue(FIRST) == []


def made_with(punctuation: Punctuation) -> PsRecord:
    return PsRecord(Provenance({"punctuation": punctuation.value}, "5a1d"))


class TestThePunctuationSetting:
    @pytest.mark.parametrize("punctuation", Punctuation)
    def test_is_free_in_a_new_store(self, store: Store, punctuation: Punctuation) -> None:
        store.check_punctuation(punctuation)

    @pytest.mark.parametrize("punctuation", Punctuation)
    def test_is_accepted_if_it_is_the_same(self, store: Store, punctuation: Punctuation) -> None:
        store.replace_issue(issue_of(FIRST, [], ps=made_with(punctuation)), [])
        store.check_punctuation(punctuation)

    def test_is_refused_with_advice_if_it_is_different(self, store: Store) -> None:
        store.replace_issue(issue_of(FIRST, [], ps=made_with(Punctuation.DELETE)), [])
        with pytest.raises(StoreError) as caught:
            store.check_punctuation(Punctuation.SPACE)
        assert str(caught.value) == (
            'The database was built with features.punctuation = "delete", not "space";'
            " change it back, or rebuild: wildwood_all."
        )


class TestAWriteThatFails:
    """The server refuses every document of `handles` here, as a server with a full disk would."""

    @staticmethod
    def refuse(database: Database[Document], *, refused: bool) -> None:
        validator = {"no such field": {"$exists": True}} if refused else {}
        database.command("collMod", "handles", validator=validator)

    def test_is_reported_with_the_reason_of_the_server(
        self, store: Store, database: Database[Document]
    ) -> None:
        self.refuse(database, refused=True)
        with pytest.raises(StoreError, match=r"^MongoDB at 127\.0\.0\.1:\d+ refused: "):
            put(store, FIRST, paper("a"))

    def test_leaves_the_issue_without_digest(
        self, store: Store, database: Database[Document]
    ) -> None:
        self.refuse(database, refused=True)
        with pytest.raises(StoreError):
            put(store, FIRST, paper("a"))
        assert store.issues() == [Issue(FIRST, rif="", digest=None, papers=0, ps=None)]

    def test_removes_the_digest_that_the_issue_had(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a"))
        self.refuse(database, refused=True)
        with pytest.raises(StoreError):
            put(store, FIRST, paper("a", "Another Title"))
        assert [issue.digest for issue in store.issues()] == [None]

    def test_is_repaired_by_storing_the_issue_again(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a"), paper("b"))
        complete = stored(database)
        self.refuse(database, refused=True)
        with pytest.raises(StoreError):
            put(store, FIRST, paper("a", "Another Title"))
        self.refuse(database, refused=False)
        put(store, FIRST, paper("a"), paper("b"))
        assert stored(database) == complete

    def test_removes_the_digest_of_an_issue_that_is_being_forgotten(
        self, store: Store, database: Database[Document]
    ) -> None:
        put(store, FIRST, paper("a"))
        put(store, SECOND, paper("a", "Another Title"))
        self.refuse(database, refused=True)
        with pytest.raises(StoreError):
            store.forget_issue(FIRST)
        assert [issue.digest for issue in store.issues()] == [None, "e3b0"]


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


def test_the_issues_are_read_once_and_kept_in_step_with_what_is_written(store: Store) -> None:
    def agrees() -> bool:
        return store.issues() == Store(store.connection).issues()

    put(store, FIRST, paper("RePEc:a:b:1"))
    assert agrees()
    put(store, SECOND, paper("RePEc:a:b:2"))
    assert agrees()
    put(store, FIRST, paper("RePEc:a:b:3"))
    assert agrees()
    store.mark_incomplete(SECOND)
    assert agrees()
    store.mark_incomplete(THIRD)
    assert agrees()
    store.forget_issue(FIRST)
    assert agrees()
    assert [issue.date for issue in store.issues()] == [SECOND, THIRD]


def test_after_a_failed_write_the_issues_are_read_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, FIRST, paper("RePEc:a:b:1"))
    assert [issue.date for issue in store.issues()] == [FIRST]
    records = store.connection.collection("issues")

    def fails(*_arguments: Any, **_options: Any) -> None:
        records.delete_many({})
        raise WriteError("lost")

    monkeypatch.setattr(type(records), "update_one", fails)
    with pytest.raises(StoreError, match="lost"):
        store.mark_incomplete(FIRST)
    assert store.issues() == []
