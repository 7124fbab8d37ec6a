"""What is stored of each issue, compared with the records."""

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.kernel import settings
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.nep.folders import PsFolder
from wildwood.nep.session import writing_store
from wildwood.nep.store import Store

from tests.support.installation import Installation
from tests.support.issues import issue_of

FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
OTHER = "f00d"
PS = PsFolder(Path("ps"))


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    """A store with two issues that have a paper in common, with the writer's lock held."""
    with writing_store(settings.load_config(installation.config), "a test") as opened:
        put(opened, FIRST, "a", "b")
        put(opened, SECOND, "b", "c")
        yield opened


def put(store: Store, date: datetime.date, *handles: str, digest: str = "e3b0") -> None:
    papers = [paper(handle) for handle in handles]
    store.replace_issue(issue_of(date, papers, digest), papers)


def paper(handle: str) -> Paper:
    return paper_of(Record(handle, ("Paul Krugman",), ("Trade and Growth",)))


def wrong(store: Store) -> list[datetime.date]:
    return store.contents.wrong_dates(store.issues())


def incomplete(store: Store) -> list[datetime.date]:
    return [issue.date for issue in store.issues() if issue.digest is None]


def move_to_second_issue(database: Database[dict[str, Any]], old: str, new: str) -> None:
    """Replace a paper of the first issue by one of the second."""
    database["handles"].delete_one({"_id": old})
    stored = database["handles"].find_one({"_id": "b"}) or {}
    database["handles"].insert_one({**stored, "_id": new, "issues": stored["issues"][1:]})


def test_nothing_is_wrong_after_runs(store: Store) -> None:
    put(store, FIRST, "d")
    store.forget_issue(SECOND)
    assert wrong(store) == []
    assert not store.contents.has_changed(store.issues())


def test_an_issue_without_papers_does_not_seem_changed(store: Store) -> None:
    put(store, THIRD)
    assert not store.contents.has_changed(store.issues())


def test_a_missing_paper_is_wrong_in_each_of_its_issues(
    store: Store, database: Database[dict[str, Any]]
) -> None:
    database["handles"].delete_one({"_id": "b"})
    assert wrong(store) == [FIRST, SECOND]
    database["handles"].delete_one({"_id": "a"})
    assert wrong(store) == [FIRST, SECOND]


def test_papers_of_another_rif_of_the_date_are_wrong_even_if_they_are_as_many(
    store: Store, database: Database[dict[str, Any]]
) -> None:
    """The papers are restored from a backup, and the records are not."""
    backup = list(database["handles"].find())
    put(store, SECOND, "b", "d", digest=OTHER)
    database["handles"].delete_many({})
    database["handles"].insert_many(backup)
    assert wrong(store) == [SECOND]
    assert store.contents.has_changed(store.issues())


def test_papers_that_no_record_knows_are_wrong(
    store: Store, database: Database[dict[str, Any]]
) -> None:
    database["issues"].delete_one({"_id": "2015-03-05"})
    store.reload()
    assert wrong(store) == [FIRST]


def test_a_dropped_collection_is_wrong_in_all_issues(
    store: Store, database: Database[dict[str, Any]]
) -> None:
    database["handles"].drop()
    assert wrong(store) == [FIRST, SECOND]
    assert store.contents.has_changed(store.issues())


class TestReconciling:
    def test_marks_the_issues_with_wrong_papers_as_incomplete(
        self, store: Store, database: Database[dict[str, Any]]
    ) -> None:
        database["handles"].delete_one({"_id": "a"})
        store.reconcile(PS)
        assert incomplete(store) == [FIRST]
        assert not store.contents.has_changed([]) or incomplete(store) == [FIRST]

    def test_marks_them_even_if_the_papers_are_as_many(
        self, store: Store, database: Database[dict[str, Any]]
    ) -> None:
        """One paper was replaced by another one by hand, which has a longer handle."""
        move_to_second_issue(database, "a", "longer")
        store.reconcile(PS)
        assert incomplete(store) == [FIRST, SECOND]

    def test_leaves_papers_of_the_same_number_and_size_to_a_verification(
        self, store: Store, database: Database[dict[str, Any]]
    ) -> None:
        move_to_second_issue(database, "a", "z")
        store.reconcile(PS)
        assert incomplete(store) == []

    def test_lets_papers_without_a_record_be_forgotten(
        self, store: Store, database: Database[dict[str, Any]]
    ) -> None:
        database["issues"].delete_one({"_id": "2015-03-05"})
        store.reload()
        store.reconcile(PS)
        assert incomplete(store) == [FIRST]
        store.forget_issue(FIRST)
        assert wrong(store) == []
        assert sorted(found["_id"] for found in database["handles"].find()) == ["b", "c"]


class TestPapersThatNoLongerFit:
    """Papers are so large here that two versions do not fit into one document."""

    @pytest.fixture(autouse=True)
    def small_documents(self, monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
        for date in (FIRST, SECOND):
            store.forget_issue(date)
        monkeypatch.setattr("wildwood.nep.documents.MAX_BYTES", 500)

    def test_are_part_of_the_record(self, store: Store) -> None:
        put(store, FIRST, "a")
        put(store, SECOND, "a")
        assert [issue.too_large for issue in store.issues()] == [(), ("a",)]
        assert [issue.stored for issue in store.issues()] == [1, 0]
        assert wrong(store) == []

    def test_make_a_later_issue_incomplete_that_loses_its_version(self, store: Store) -> None:
        put(store, SECOND, "a")
        put(store, FIRST, "a")
        assert incomplete(store) == [SECOND]
        put(store, SECOND, "a")
        assert incomplete(store) == []
        assert [issue.too_large for issue in store.issues()] == [(), ("a",)]

    def test_make_their_issue_incomplete_when_there_is_room(self, store: Store) -> None:
        put(store, FIRST, "a")
        put(store, SECOND, "a")
        store.forget_issue(FIRST)
        assert incomplete(store) == [SECOND]
        put(store, SECOND, "a")
        assert [issue.too_large for issue in store.issues()] == [()]

    def test_do_so_even_if_the_change_is_broken_off(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(store, FIRST, "a")
        put(store, SECOND, "a")

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(type(store.handles), "_apply", interrupt)
            with pytest.raises(KeyboardInterrupt):
                put(store, FIRST, "b")
        assert incomplete(store) == [FIRST, SECOND]

    def test_do_not_reopen_each_other_for_ever(self, store: Store) -> None:
        for date in (FIRST, SECOND, THIRD):
            put(store, date, "a")
        for date in (SECOND, THIRD):
            put(store, date, "a")
            assert incomplete(store) == []
