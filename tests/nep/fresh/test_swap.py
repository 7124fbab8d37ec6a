"""The swap of fresh collections for the live ones, which any next command can finish."""

import itertools
from contextlib import suppress
from typing import Any

import pytest
from pymongo.collection import Collection
from pymongo.database import Database

from wildwood.kernel.errors import LockedError
from wildwood.nep.fresh import COLLECTIONS
from wildwood.nep.store import Store

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
    interrupted_at,
    lose_lock,
    paper,
    rebuild_collections,
    structure,
)
from tests.support.stored import stored


class TestDecided:
    def test_is_recorded_with_the_data_needed_to_finish(self, store: Store) -> None:
        assert store.swaps.pending() is None
        decided(store)
        assert store.swaps.pending() == SWAP

    def test_does_not_change_the_live_store_until_it_is_completed(
        self, store: Store, database: Database[Document]
    ) -> None:
        before = stored(database)
        decided(store)
        assert stored(database) == before

    def test_is_not_recorded_if_the_lock_was_lost(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fresh = filled(store)
        lose_lock(store, monkeypatch)
        with pytest.raises(LockedError):
            fresh.decide_swap(SWAP)
        assert store.swaps.pending() is None

    def test_is_not_recorded_if_interrupted_at_any_step_before(
        self, store: Store, database: Database[Document]
    ) -> None:
        before = stored(database)
        for step in itertools.count():
            fresh = filled(store)
            with interrupted_at(step), suppress(KeyboardInterrupt):
                fresh.decide_swap(SWAP)
                break
            assert store.swaps.pending() is None
            assert stored(database) == before
        assert step > 1
        assert store.swaps.pending() == SWAP


class TestCompleted:
    def test_replaces_the_live_store(self, store: Store, database: Database[Document]) -> None:
        decided(store)
        store.swaps.complete(SWAP)
        assert stored(database) == REBUILT
        assert rebuild_collections(database) == []
        assert store.swaps.pending() is None

    def test_has_the_same_documents_as_storing_each_issue(
        self, store: Store, database: Database[Document]
    ) -> None:
        decided(store)
        store.swaps.complete(SWAP)
        rebuilt = stored(database)
        for issue in store.issues():
            store.forget_issue(issue.date)
        second = [paper("a", "The First Title"), paper("b")]
        third = [paper("a", "The Second Title"), paper("c")]
        store.replace_issue(issue_of(THIRD, third), third)
        store.replace_issue(issue_of(SECOND, second), second)
        assert stored(database) == rebuilt

    def test_can_be_empty(self, store: Store, database: Database[Document]) -> None:
        store.fresh(SWAP.mark).decide_swap(SWAP)
        store.swaps.complete(SWAP)
        assert stored(database) == {"handles": [], "issues": [], "similar": []}

    def test_accepts_the_next_issue(self, store: Store, database: Database[Document]) -> None:
        decided(store)
        store.swaps.complete(SWAP)
        new = paper("z")
        store.replace_issue(issue_of(FIRST, [new]), [new])
        assert [document["_id"] for document in stored(database)["handles"]] == list("abcz")

    def test_has_the_options_and_indexes_that_migrations_created(
        self, store: Store, database: Database[Document]
    ) -> None:
        migrated = structure(database)
        decided(store)
        store.swaps.complete(SWAP)
        assert structure(database) == migrated

    def test_has_the_options_and_indexes_that_the_operator_added(
        self, store: Store, database: Database[Document]
    ) -> None:
        database.command("collMod", "handles", validationAction="warn")
        database["handles"].create_index([("_id", "hashed")])
        database["handles"].create_index([("issues.names", 1), ("_id", -1)], sparse=True)
        database["handles"].create_index([("issues.titles", "text")], default_language="french")
        database["issues"].create_index("rif", unique=True, name="by file")
        changed = structure(database)
        decided(store)
        store.swaps.complete(SWAP)
        assert structure(database) == changed

    def test_has_an_index_whose_direction_the_shell_stored_as_a_double(
        self, store: Store, database: Database[Document]
    ) -> None:
        names = {"key": {"issues.names": 1.0}, "name": "names"}
        database.command("createIndexes", "handles", indexes=[names])
        decided(store)
        store.swaps.complete(SWAP)
        assert "names" in structure(database)["handles"][1]

    def test_twice_is_the_same_as_once(self, store: Store, database: Database[Document]) -> None:
        decided(store)
        store.swaps.complete(SWAP)
        once = stored(database), structure(database)
        store.swaps.complete(SWAP)
        assert (stored(database), structure(database)) == once

    def test_twice_does_not_change_a_later_rebuild(
        self, store: Store, database: Database[Document]
    ) -> None:
        decided(store)
        store.swaps.complete(SWAP)
        add(store.fresh(SWAP.mark), FIRST, paper("of an unfinished rebuild"))
        store.swaps.complete(SWAP)
        assert stored(database) == REBUILT


class TestWithoutTheLock:
    """A swap whose command has lost the lock to another one."""

    def test_is_not_cancelled(
        self, store: Store, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        decided(store)
        before = stored(database)
        lose_lock(store, monkeypatch)
        with pytest.raises(LockedError):
            store.swaps.cancel(SWAP)
        assert (store.swaps.pending(), stored(database)) == (SWAP, before)

    def test_is_not_reported_as_finished(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        decided(store)
        lose_lock_after_last_rename(store, monkeypatch)
        with pytest.raises(LockedError):
            store.swaps.complete(SWAP)
        assert store.swaps.pending() == SWAP


def lose_lock_after_last_rename(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rename, left = Collection.rename, itertools.count(len(COLLECTIONS) - 1, -1)

    def renamed(collection: Collection[Any], *to: Any, **options: Any) -> None:
        rename(collection, *to, **options)
        if next(left) == 0:
            lose_lock(store, monkeypatch)

    monkeypatch.setattr(Collection, "rename", renamed)


class TestInterruptedCompletion:
    STEPS = pytest.mark.parametrize(
        "step", range(len(COLLECTIONS) + 1), ids=[*COLLECTIONS, "the record"]
    )

    @staticmethod
    def interrupt_at(store: Store, step: int) -> None:
        decided(store)
        with interrupted_at(step), pytest.raises(KeyboardInterrupt):
            store.swaps.complete(SWAP)

    @STEPS
    def test_stays_recorded(self, store: Store, step: int) -> None:
        self.interrupt_at(store, step)
        assert store.swaps.pending() == SWAP

    @STEPS
    def test_is_finished_by_completing_it_again(
        self, store: Store, database: Database[Document], step: int
    ) -> None:
        migrated = structure(database)
        self.interrupt_at(store, step)
        store.swaps.complete(SWAP)
        assert stored(database) == REBUILT
        assert structure(database) == migrated
        assert rebuild_collections(database) == []
