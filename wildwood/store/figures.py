"""What an operator asks of the database as a whole."""

import datetime
from dataclasses import dataclass

from wildwood.store import schema
from wildwood.store.connection import Connection

_ID = "last_run"


@dataclass(frozen=True, slots=True)
class LastRun:
    """The last command that wrote and came to its end, by the server's clock."""

    command: str
    ended: datetime.datetime


@dataclass(frozen=True, slots=True)
class Figures:
    """The database in figures."""

    handles: int
    schema: str
    """The name of the last migration that ran."""
    bytes: int
    """What data and indexes take on the server's disk."""
    last_run: LastRun | None


def note_run(connection: Connection, command: str) -> None:
    """Set down that a command that wrote has come to its end."""
    noted = [{"$replaceWith": {"_id": _ID, "command": {"$literal": command}, "ended": "$$NOW"}}]
    connection.collection("meta").update_one({"_id": _ID}, noted, upsert=True)


def figures(connection: Connection) -> Figures:
    """Count and measure."""
    size = connection.database.command("dbStats")
    return Figures(
        handles=connection.collection("handles").estimated_document_count(),
        schema=schema.applied(connection)[-1],
        bytes=int(size["storageSize"] + size["indexSize"]),
        last_run=_last_run(connection),
    )


def _last_run(connection: Connection) -> LastRun | None:
    found = connection.collection("meta").find_one({"_id": _ID})
    if found is None:
        return None
    return LastRun(found["command"], found["ended"].replace(tzinfo=datetime.UTC))
