"""A rebuild's fresh store, filled, decided and interrupted."""

import datetime
import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pymongo.collection import Collection
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.nep import documents, writer_lock
from wildwood.nep.fresh import FreshStore, Swap
from wildwood.nep.store import Store

from tests.support.issues import issue_of, version_document

Document = dict[str, Any]


FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
SWAP = Swap("1")


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


def structure(database: Database[Document]) -> dict[str, tuple[Any, Any]]:
    """Return the options of the collections, and their indexes by name."""
    return {
        name: (
            database[name].options(),
            {index["name"]: index for index in database[name].list_indexes()},
        )
        for name in ("handles", "issues", "similar")
    }


def rebuild_collections(database: Database[Document]) -> list[str]:
    """Return the names of the collections of all rebuilds, finished or not."""
    return [name for name in database.list_collection_names() if "fresh" in name]


_WRITES = tuple(
    (Collection, name)
    for name in ("insert_many", "create_index", "rename", "replace_one", "delete_one")
)


@contextmanager
def interrupted_at(step: int, writes: Iterable[tuple[type, str]] = _WRITES) -> Iterator[None]:
    """Interrupt the program, like Ctrl-C, instead of the write with this number."""
    numbers = itertools.count()

    def interrupting(original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            if next(numbers) == step:
                raise KeyboardInterrupt
            return original(*arguments, **options)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in writes:
            patch.setattr(owner, name, interrupting(getattr(owner, name)))
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
    "similar": [],
}


def lose_lock(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another writer have the lock of this one, which has slept too long to renew it."""
    monkeypatch.setattr(writer_lock, "_VALID_S", -1.0)
    store.connection.collection("meta").update_one({"_id": "lock"}, {"$set": {"token": "another"}})
