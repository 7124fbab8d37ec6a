"""The store of a rebuild: filled next to the live one and swapped in, even if interrupted."""

import datetime

import pytest
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.errors import LockedError
from wildwood.model import Features, Paper, Record
from wildwood.store import Store
from wildwood.store.handles import documents
from wildwood.store.selection.stored_history import StoredHistory

from tests.support.issues import issue_of
from tests.support.rebuilt import (
    FIRST,
    REBUILT,
    SECOND,
    SWAP,
    THIRD,
    Document,
    add,
    decided,
    filled,
    lose_lock,
    paper,
    rebuild_collections,
    structure,
)
from tests.support.stored import stored


class TestWhileItIsFilled:
    def test_knows_the_issues_added_so_far(self, store: Store) -> None:
        fresh = store.fresh(SWAP.mark)
        assert list(fresh.issues) == []
        add(fresh, SECOND, paper("a"))
        add(fresh, THIRD)
        assert list(fresh.issues) == [issue_of(SECOND, [paper("a")]), issue_of(THIRD, [])]

    def test_the_live_store_answers_as_before(self, store: Store) -> None:
        filled(store)
        assert store.issues() == [issue_of(FIRST, [paper("old")])]
        assert list(store.handles.papers(["old", "a"])) == ["old"]
        found = StoredHistory(store.connection, before=datetime.date(2016, 1, 1)).targets(
            [paper("new").features], 0.0
        )
        assert [target.key for target in found] == ["old"]

    def test_the_live_documents_stay_as_they_are(
        self, store: Store, database: Database[Document]
    ) -> None:
        before = stored(database)
        filled(store)
        assert stored(database) == before

    def test_a_paper_that_is_too_large_is_left_out_and_named(self, store: Store) -> None:
        huge = Paper(Record("huge", ("x" * documents.MAX_BYTES,), ()), Features((), ()))
        assert add(store.fresh(SWAP.mark), SECOND, paper("a"), huge) == ["huge"]

    def test_an_invalid_document_is_refused_as_in_the_live_store(
        self, store: Store, database: Database[Document]
    ) -> None:
        store.fresh(SWAP.mark)
        for name in ("fresh_1_handles", "fresh_1_issues"):
            with pytest.raises(WriteError, match="Document failed validation"):
                database[name].insert_one({"_id": "2015-03-05"})

    def test_nothing_is_written_once_the_lock_is_lost(
        self, store: Store, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fresh = store.fresh(SWAP.mark)
        lose_lock(store, monkeypatch)
        with pytest.raises(LockedError):
            add(fresh, SECOND, paper("a"))
        assert {database[name].count_documents({}) for name in rebuild_collections(database)} == {0}


class TestAnIssueThatIsAddedTwice:
    """As when the answer of the first attempt was lost."""

    def test_is_stored_as_if_added_once(self, store: Store, database: Database[Document]) -> None:
        fresh = filled(store)
        assert add(fresh, THIRD, paper("a", "The Second Title"), paper("c")) == []
        fresh.decide_swap(SWAP)
        store.swaps.complete(SWAP)
        assert stored(database) == REBUILT

    def test_is_completed_if_a_part_was_stored(
        self, store: Store, database: Database[Document]
    ) -> None:
        fresh = store.fresh(SWAP.mark)
        add(fresh, SECOND, paper("a", "The First Title"))
        add(fresh, SECOND, paper("a", "The First Title"), paper("b"))
        add(fresh, THIRD, paper("a", "The Second Title"), paper("c"))
        fresh.decide_swap(SWAP)
        store.swaps.complete(SWAP)
        assert stored(database) == REBUILT

    def test_names_a_version_that_makes_a_stored_paper_too_large(self, store: Store) -> None:
        fresh = store.fresh(SWAP.mark)
        large = Features((), ())
        half = Record("a", ("x" * (documents.MAX_BYTES // 2),), ())
        assert add(fresh, SECOND, Paper(half, large)) == []
        assert add(fresh, THIRD, Paper(half, large), paper("b")) == ["a"]


class TestDiscarded:
    def test_leaves_nothing_behind(self, store: Store, database: Database[Document]) -> None:
        filled(store).discard()
        assert rebuild_collections(database) == []

    def test_leaves_the_live_store_as_it_was(
        self, store: Store, database: Database[Document]
    ) -> None:
        before = stored(database), structure(database)
        filled(store).discard()
        assert (stored(database), structure(database)) == before

    def test_by_a_kill_leaves_nothing_for_the_next_rebuild(
        self, store: Store, database: Database[Document]
    ) -> None:
        add(store.fresh(SWAP.mark), FIRST, paper("of the killed one"))
        decided(store)
        store.swaps.complete(SWAP)
        assert stored(database) == REBUILT
