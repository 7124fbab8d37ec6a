"""Read the figures of the database, and record its last run."""

import datetime
from dataclasses import dataclass

from wildwood.store.connection import Connection

_ID = "last_run"


@dataclass(frozen=True, slots=True)
class LastRun:
    """The last command that wrote and finished; the time is the server's."""

    command: str
    ended: datetime.datetime


@dataclass(frozen=True, slots=True)
class Figures:
    """The database in figures."""

    handles: int
    schema: str
    """The name of the last migration that ran."""
    bytes: int
    """Size of data and indexes on the server's disk."""
    last_run: LastRun | None


def record_run(connection: Connection, command: str) -> None:
    """Record that a command that writes has finished, even if it left something out."""
    record = [{"$replaceWith": {"_id": _ID, "command": {"$literal": command}, "ended": "$$NOW"}}]
    connection.collection("meta").update_one({"_id": _ID}, record, upsert=True)


def read_figures(connection: Connection, schema: str) -> Figures:
    """Count and measure a database with that schema."""
    size = connection.database.command("dbStats")
    return Figures(
        handles=connection.collection("handles").estimated_document_count(),
        schema=schema,
        bytes=int(size["storageSize"] + size["indexSize"]),
        last_run=_last_run(connection),
    )


def _last_run(connection: Connection) -> LastRun | None:
    found = connection.collection("meta").find_one({"_id": _ID})
    if found is None:
        return None
    return LastRun(found["command"], found["ended"].replace(tzinfo=datetime.UTC))
