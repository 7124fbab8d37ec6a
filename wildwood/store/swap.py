"""Putting a rebuilt database in the place of the old one, so that it can be finished later.

The record of the swap is the moment of decision: before it the old collections stand,
after it any command finishes what is left to do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pymongo.errors import OperationFailure

from wildwood.model import Punctuation
from wildwood.store.connection import Connection

COLLECTIONS = ("handles", "issues", "frequencies")
_FRESH = "fresh_"
_ID = "swap"
_NAMESPACE_NOT_FOUND = 26


@dataclass(frozen=True, slots=True)
class Swap:
    """A decided swap: what the new database was built with, and where its ps rifs wait."""

    ps: Path
    punctuation: Punctuation
    mark: str
    """Whose collections and ps rifs are meant; see `fresh_name`."""


def fresh_name(collection: str, mark: str) -> str:
    """The name under which a collection's successor is filled.

    Each rebuild has a mark of its own, so that one that slept and lost its lock cannot write
    into what another one fills.
    """
    return f"{_FRESH}{mark}_{collection}"


def is_fresh(name: str) -> bool:
    """Whether a collection is some rebuild's."""
    return name.startswith(_FRESH)


def pending(connection: Connection) -> Swap | None:
    """The swap that is decided and not finished, if any."""
    record = connection.collection("meta").find_one({"_id": _ID})
    if record is None:
        return None
    return Swap(Path(record["ps"]), Punctuation(record["punctuation"]), record["mark"])


def decide(connection: Connection, swap: Swap) -> None:
    """Set the decision down."""
    record = {"ps": str(swap.ps), "punctuation": swap.punctuation.value, "mark": swap.mark}
    connection.collection("meta").replace_one({"_id": _ID}, record, upsert=True)


def complete(connection: Connection, swap: Swap, may_write: Callable[[], None]) -> None:
    """Rename what is not renamed yet, and close the record.

    Idempotent; where the swap is closed, or another one decided, it does nothing.
    `may_write` raises where writing is no longer allowed.
    """
    if pending(connection) != swap:
        return
    for name in COLLECTIONS:
        may_write()
        connection.repeated(partial(_rename, connection, name, swap.mark))
    may_write()
    meta = connection.collection("meta")
    settings = {"punctuation": swap.punctuation.value}
    meta.replace_one({"_id": "settings"}, settings, upsert=True)
    meta.delete_one({"_id": _ID})


def _rename(connection: Connection, name: str, mark: str) -> None:
    """Put a collection's successor in its place, unless that is done."""
    try:
        connection.collection(fresh_name(name, mark)).rename(name, dropTarget=True)
    except OperationFailure as error:
        if error.code != _NAMESPACE_NOT_FOUND:
            raise
