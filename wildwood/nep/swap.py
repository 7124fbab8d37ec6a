"""Replace the collections by rebuilt ones; any command can finish a swap that is recorded."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from pymongo.errors import OperationFailure

from wildwood.kernel.model import WrittenFile
from wildwood.nep.connection import Connection, translated
from wildwood.nep.documents import INCOMPLETE, issue_of
from wildwood.nep.records import Contents

COLLECTIONS = ("handles", "issues", "frequencies")
_FRESH = "fresh_"
_ID = "swap"
_NAMESPACE_NOT_FOUND = 26


@dataclass(frozen=True, slots=True)
class Swap:
    """A decided swap; without directories, so a copy of an installation spares the original."""

    mark: str
    sizes: tuple[int, ...] = field(default=(), compare=False)  # documents in each collection


def fresh_name(collection: str, mark: str) -> str:
    """Return the name of a collection that only this rebuild writes."""
    return f"{_FRESH}{mark}_{collection}"


class Swaps:
    def __init__(self, connection: Connection, may_write: Callable[[], None]) -> None:
        self.connection = connection
        self._may_write = may_write
        self._meta = connection.collection("meta")

    @translated
    def pending(self) -> Swap | None:
        record = self._meta.find_one({"_id": _ID})
        return Swap(record["mark"], tuple(record["sizes"])) if record else None

    @translated
    def decide(self, swap: Swap) -> None:
        record = {"mark": swap.mark, "sizes": list(swap.sizes)}
        self._meta.replace_one({"_id": _ID}, record, upsert=True)

    @translated
    def missing_collections(self, swap: Swap) -> list[str]:
        """Return the collections neither there to rename nor, by their sizes, renamed already."""
        existing = self.connection.database.list_collection_names()
        return [
            fresh
            for name, size in zip(COLLECTIONS, swap.sizes, strict=False)
            if (fresh := fresh_name(name, swap.mark)) not in existing
            and self.connection.collection(name).count_documents({}) != size
        ]

    @translated
    def written_files(self, swap: Swap) -> list[WrittenFile]:
        """Return a swap's ps rifs as written; none once they are published."""
        issues = self.connection.collection(fresh_name("issues", swap.mark))
        rebuilt = map(issue_of, self.connection.find(issues, {}))
        return [issue.ps.file for issue in rebuilt if issue.ps and issue.ps.file]

    @translated
    def cancel(self, swap: Swap) -> None:
        """Give up a decided swap; if its papers are in place, mark all issues as incomplete."""
        self._may_write()
        papers = fresh_name(COLLECTIONS[0], swap.mark)
        if papers not in self.connection.database.list_collection_names():
            self.connection.collection("issues").update_many({}, INCOMPLETE)
        self._meta.delete_one({"_id": _ID, "mark": swap.mark})

    @translated
    def complete(self, swap: Swap) -> None:
        """Rename what remains, and remove the record, unless the swap is finished."""
        if self.pending() != swap:
            return
        for name in COLLECTIONS:
            self._may_write()
            self.connection.retried(partial(self._rename, name, swap.mark))
        self._may_write()
        Contents(self.connection).record()
        self._meta.delete_one({"_id": _ID})

    @translated
    def drop_leftovers(self) -> None:
        """Drop the collections of unfinished rebuilds; no swap may be pending."""
        self._may_write()
        self._drop(_FRESH)

    @translated
    def drop(self, mark: str) -> None:
        """Drop the collections of one rebuild, which can have lost its lock."""
        self._drop(fresh_name("", mark))

    def _drop(self, prefix: str) -> None:
        for name in self.connection.database.list_collection_names():
            if name.startswith(prefix):
                self.connection.retried(self.connection.collection(name).drop)

    def _rename(self, name: str, mark: str) -> None:
        try:
            self.connection.collection(fresh_name(name, mark)).rename(name, dropTarget=True)
        except OperationFailure as error:
            if error.code != _NAMESPACE_NOT_FOUND:
                raise
