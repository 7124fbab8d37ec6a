"""The store on a real mongod: its documents of issues and papers, and its queries."""

from itertools import permutations

import pytest
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import StoreError
from wildwood.kernel.model import Features, Paper, Provenance, PsRecord, Punctuation
from wildwood.nep import documents
from wildwood.nep.history import StoredHistory
from wildwood.nep.store import Store

from tests.support.issues import issue_of, version_document
from tests.support.stored import (
    FIRST,
    SECOND,
    THIRD,
    Document,
    expected,
    handles,
    paper,
    put,
    stored,
)


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
            "similar": [],
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
            "similar": [],
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
            "similar": [],
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
        assert stored(database) == {"handles": [], "issues": [], "similar": []}


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


VERSION = version_document(FIRST, paper("a"))
HANDLE: Document = {"_id": "a", "issues": [VERSION], "features": ["author:krugman"]}
ISSUE: Document = {"_id": "2015-03-05", "rif": "2015-03-05.amf.xml", "papers": 490}
