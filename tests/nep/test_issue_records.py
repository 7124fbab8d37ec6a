"""The records of issues: without a digest while an issue is stored in part, and read once."""

from typing import Any

import pytest
from pymongo.database import Database
from pymongo.errors import WriteError

from wildwood.kernel.errors import StoreError
from wildwood.kernel.model import Issue
from wildwood.nep.folders import PsFolder
from wildwood.nep.session import remove_issue
from wildwood.nep.store import Store

from tests.support.stored import FIRST, SECOND, THIRD, Document, paper, put, stored


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
        self, store: Store, database: Database[Document], ps: PsFolder
    ) -> None:
        put(store, FIRST, paper("a"))
        put(store, SECOND, paper("a", "Another Title"))
        self.refuse(database, refused=True)
        with pytest.raises(StoreError):
            remove_issue(ps, store, FIRST)
        assert [issue.digest for issue in store.issues()] == [None, "e3b0"]


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
