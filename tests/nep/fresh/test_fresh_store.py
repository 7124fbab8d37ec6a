"""The store of a rebuild: filled next to the live one and swapped in, even if interrupted."""

import datetime
from collections.abc import Iterator
from typing import Any

import bson
import pytest
from pymongo.database import Database
from pymongo.errors import AutoReconnect, WriteError

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import LockedError
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Features, Paper
from wildwood.kernel.settings import MongoSettings
from wildwood.nep import documents
from wildwood.nep.cluster_tasks import Versions
from wildwood.nep.connection import connect
from wildwood.nep.fresh import FreshStore, fresh_stores
from wildwood.nep.history import StoredHistory
from wildwood.nep.store import Store

from tests.support.installation import Installation
from tests.support.issues import issue_of, version_document
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

    def test_its_collections_can_be_created_by_an_attempt_whose_answer_is_lost(
        self, store: Store, database: Database[Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        create, created = Database.create_collection, set[str]()

        def create_and_lose(self: Database[Document], name: str, **options: Any) -> None:
            create(self, name, **options)
            if name not in created:
                created.add(name)
                raise AutoReconnect

        monkeypatch.setattr(Database, "create_collection", create_and_lose)
        filled(store)
        assert created == set(rebuild_collections(database))


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


DATES = (datetime.date(2015, 3, 5), datetime.date(2015, 3, 12))
TRADE = paper_of(Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth",)))
MARK = "mark"


@pytest.fixture
def settings(installation: Installation) -> MongoSettings:
    return MongoSettings(installation.uri, installation.database.name, 5, 30)


@pytest.fixture
def fresh(settings: MongoSettings) -> Iterator[FreshStore]:
    """The collections of a rebuild that is under way."""
    with connect(settings, None) as connection:
        store = Store(connection)
        store.prepare()
        with store.lock.held("a rebuild"):
            yield store.fresh(MARK)


def versions_of_trade() -> Versions:
    """Return both versions of a paper, the later one first."""
    made = [version_document(date, TRADE) for date in reversed(DATES)]
    return {TRADE.handle: made}


@pytest.mark.usefixtures("fresh")
def test_a_document_has_all_versions_in_date_order_however_often_it_is_written(
    installation: Installation, settings: MongoSettings
) -> None:
    for _ in range(2):
        with fresh_stores(settings, MARK) as (handles, _):
            assert handles.write_all_versions(versions_of_trade()) == []
        [found] = installation.database[f"fresh_{MARK}_handles"].find()
        assert [version["date"] for version in found["issues"]] == [str(date) for date in DATES]


@pytest.mark.usefixtures("fresh")
def test_versions_that_are_too_large_are_named(
    settings: MongoSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    [_, earlier] = versions_of_trade()[TRADE.handle]
    with_one = documents.handle_document(TRADE.handle, [earlier])
    assert with_one is not None
    monkeypatch.setattr(documents, "MAX_BYTES", len(bson.encode(with_one)))
    with fresh_stores(settings, MARK) as (handles, _):
        too_large = handles.write_all_versions(versions_of_trade())
    assert too_large == [(DATES[1], TRADE.handle)]


def test_nothing_is_written_once_the_rebuild_has_ended(
    installation: Installation, settings: MongoSettings, fresh: FreshStore
) -> None:
    with fresh_stores(settings, MARK) as (handles, _):
        fresh.discard()
        with pytest.raises(LockedError, match="The rebuild has ended"):
            handles.write_all_versions(versions_of_trade())
    assert f"fresh_{MARK}_handles" not in installation.database.list_collection_names()
