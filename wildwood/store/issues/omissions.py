"""The issues that could not be processed, with the reason and since when."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from wildwood.display import one_line
from wildwood.model import Omission
from wildwood.store.connection import Connection, translated


@dataclass(frozen=True, slots=True)
class Omissions:
    """The collection `omissions`: one document for each issue that failed when it ran last.

    It is apart from `issues`, whose documents depend on nothing but the stored rifs.
    """

    connection: Connection
    may_write: Callable[[], None]
    """Raises if writing is no longer allowed."""

    @translated
    def all(self) -> list[Omission]:
        """Return all omissions, oldest issue first."""
        found = self.connection.find(self.connection.collection("omissions"), {})
        omissions = (
            Omission(
                datetime.date.fromisoformat(document["_id"]),
                document["reason"],
                document["since"].replace(tzinfo=datetime.UTC),
            )
            for document in found
        )
        return sorted(omissions, key=lambda omission: omission.date)

    @translated
    def add(self, date: datetime.date, reason: str) -> None:
        """Record that an issue failed; if it failed before, the time of that stays."""
        self.may_write()
        fields = {
            "reason": {"$literal": one_line(reason)},
            "since": {"$ifNull": ["$since", "$$NOW"]},
        }
        self.connection.collection("omissions").update_one(
            {"_id": date.isoformat()}, [{"$set": fields}], upsert=True
        )

    @translated
    def remove(self, dates: Iterable[datetime.date]) -> None:
        """Remove the omissions of issues that have been processed or are gone."""
        if dates:
            self.may_write()
            self.connection.collection("omissions").delete_many(
                {"_id": {"$in": [date.isoformat() for date in dates]}}
            )
