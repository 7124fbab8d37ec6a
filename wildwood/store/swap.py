"""Replace the old collections by rebuilt ones, in steps that can be finished later.

Recording the swap decides it. Before, the old collections are valid; afterwards, any command
finishes the remaining steps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pymongo.errors import OperationFailure

from wildwood.model import Punctuation
from wildwood.store.connection import Connection, translated

COLLECTIONS = ("handles", "issues", "frequencies")
_FRESH = "fresh_"
_ID = "swap"
_NAMESPACE_NOT_FOUND = 26


@dataclass(frozen=True, slots=True)
class Swap:
    """A decided swap: the ps directory and punctuation setting of the rebuild, and its mark."""

    ps: Path
    punctuation: Punctuation
    mark: str
    """The rebuild whose collections and ps rifs are meant; see `fresh_name`."""


def fresh_name(collection: str, mark: str) -> str:
    """Return the name of the collection that will replace `collection`.

    Each rebuild has its own mark, so that one that was suspended and lost its lock cannot write
    into the collections of another.
    """
    return f"{_FRESH}{mark}_{collection}"


class Swaps:
    """The record of a swap, and the collections that rebuilds fill."""

    def __init__(self, connection: Connection, may_write: Callable[[], None]) -> None:
        """Take the connection and the check that raises when writing is no longer allowed."""
        self.connection = connection
        self._may_write = may_write
        self._meta = connection.collection("meta")

    @translated
    def pending(self) -> Swap | None:
        """Return the swap that is decided and not finished, if any."""
        record = self._meta.find_one({"_id": _ID})
        if record is None:
            return None
        return Swap(Path(record["ps"]), Punctuation(record["punctuation"]), record["mark"])

    @translated
    def decide(self, swap: Swap) -> None:
        """Record the decision."""
        record = {"ps": str(swap.ps), "punctuation": swap.punctuation.value, "mark": swap.mark}
        self._meta.replace_one({"_id": _ID}, record, upsert=True)

    @translated
    def complete(self, swap: Swap) -> None:
        """Rename the collections that are not renamed yet, and remove the record.

        Idempotent. If the swap is finished, or another one is decided, this does nothing.
        """
        if self.pending() != swap:
            return
        for name in COLLECTIONS:
            self._may_write()
            self.connection.retried(partial(self._rename, name, swap.mark))
        self._may_write()
        settings = {"punctuation": swap.punctuation.value}
        self._meta.replace_one({"_id": "settings"}, settings, upsert=True)
        self._meta.delete_one({"_id": _ID})

    @translated
    def drop_leftovers(self) -> None:
        """Drop the collections of rebuilds that were not finished; no swap may be pending."""
        for name in self.connection.database.list_collection_names():
            if name.startswith(_FRESH):
                self.connection.retried(self.connection.collection(name).drop)

    def _rename(self, name: str, mark: str) -> None:
        """Rename a fresh collection to the name of the old one, unless that is done."""
        try:
            self.connection.collection(fresh_name(name, mark)).rename(name, dropTarget=True)
        except OperationFailure as error:
            if error.code != _NAMESPACE_NOT_FOUND:
                raise
