"""The store of a rebuild: filled next to the live one and swapped in, even if interrupted."""

import datetime
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood import config_file
from wildwood.errors import LockedError
from wildwood.model import Features, Paper, Record
from wildwood.runs.session import open_store, writing_store
from wildwood.scoring.features import paper_of
from wildwood.store import FreshStore, Store, Swap
from wildwood.store.fresh import swap
from wildwood.store.handles import documents
from wildwood.store.lock import writer_lock as lock
from wildwood.store.selection.stored_history import StoredHistory

from tests.support.installation import Installation
from tests.support.issues import issue_of, version_document

Document = dict[str, Any]

FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
SWAP = Swap("1")


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    """A store with one old issue, with the writer's lock held."""
    with writing_store(config_file.load(installation.config), "a test") as opened:
        old = paper("old")
        opened.replace_issue(issue_of(FIRST, [old]), [old])
        yield opened


def paper(handle: str, title: str = "Trade and Growth in Open Economies") -> Paper:
    return paper_of(Record(handle, ("Paul Krugman",), (title,)))


def add(fresh: FreshStore, date: datetime.date, *papers: Paper) -> list[str]:
    encoded = documents.encoded_documents(issue_of(date, papers), papers)
    return list(fresh.add_issue(issue_of(date, papers), encoded).too_large)


def filled(store: Store) -> FreshStore:
    """Make a fresh store with two issues and a handle that is in both."""
    fresh = store.fresh(SWAP.mark)
    add(fresh, SECOND, paper("a", "The First Title"), paper("b"))
    add(fresh, THIRD, paper("a", "The Second Title"), paper("c"))
    return fresh


def decided(store: Store) -> FreshStore:
    fresh = filled(store)
    fresh.decide_swap(SWAP)
    return fresh


def stored(database: Database[Document]) -> dict[str, list[Document]]:
    """Return all documents of papers and issues."""
    return {name: list(database[name].find().sort("_id")) for name in ("handles", "issues")}


def structure(database: Database[Document]) -> dict[str, tuple[Any, Any]]:
    """Return the options of the two collections, and their indexes by name."""
    return {
        name: (
            database[name].options(),
            {index["name"]: index for index in database[name].list_indexes()},
        )
        for name in ("handles", "issues")
    }


def rebuild_collections(database: Database[Document]) -> list[str]:
    """Return the names of the collections of all rebuilds, finished or not."""
    return [name for name in database.list_collection_names() if "fresh" in name]


@contextmanager
def interrupted_at(step: int) -> Iterator[None]:
    """Interrupt the program, like Ctrl-C, instead of the write with this number."""
    writes = itertools.count()

    def interrupting(original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            if next(writes) == step:
                raise KeyboardInterrupt
            return original(*arguments, **options)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("insert_many", "create_index", "rename", "replace_one", "delete_one"):
            patch.setattr(Collection, name, interrupting(getattr(Collection, name)))
        yield


REBUILT = {
    "handles": [
        documents.handle_document(
            "a",
            [
                version_document(SECOND, paper("a", "The First Title")),
                version_document(THIRD, paper("a", "The Second Title")),
            ],
        ),
        documents.handle_document("b", [version_document(SECOND, paper("b"))]),
        documents.handle_document("c", [version_document(THIRD, paper("c"))]),
    ],
    "issues": [
        documents.issue_document(issue_of(SECOND, [paper("a"), paper("b")])),
        documents.issue_document(issue_of(THIRD, [paper("a"), paper("c")])),
    ],
}


def lose_lock(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another writer have the lock of this one, which has slept too long to renew it."""
    monkeypatch.setattr(lock, "_VALID_S", -1.0)
    store.connection.collection("meta").update_one({"_id": "lock"}, {"$set": {"token": "another"}})


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
        assert stored(database) == {"handles": [], "issues": []}

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
    rename, left = Collection.rename, itertools.count(len(swap.COLLECTIONS) - 1, -1)

    def renamed(collection: Collection[Any], *to: Any, **options: Any) -> None:
        rename(collection, *to, **options)
        if next(left) == 0:
            lose_lock(store, monkeypatch)

    monkeypatch.setattr(Collection, "rename", renamed)


class TestInterruptedCompletion:
    STEPS = pytest.mark.parametrize(
        "step", range(4), ids=["handles", "issues", "the setting", "the record"]
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

    @STEPS
    def test_is_finished_by_any_next_command(
        self, store: Store, installation: Installation, database: Database[Document], step: int
    ) -> None:
        self.interrupt_at(store, step)
        database["meta"].delete_one({"_id": "lock"})  # the rebuild is dead
        with open_store(config_file.load(installation.config)) as other:
            assert other.swaps.pending() is None
        assert stored(database) == REBUILT
