"""The store: all past papers with their features, and the issues that they were in."""

import datetime
from collections.abc import Sequence

from wildwood.errors import StoreError
from wildwood.model import Issue, Paper, Punctuation
from wildwood.store import documents
from wildwood.store.connection import Connection, translated
from wildwood.store.figures import Figures, read_figures, record_run
from wildwood.store.frequencies import Frequencies
from wildwood.store.fresh import FreshStore
from wildwood.store.handles import Handles
from wildwood.store.issue_records import IssueRecords
from wildwood.store.lock import WriterLock
from wildwood.store.schema import Schema
from wildwood.store.swap import Swaps


class Store:
    """All past papers, in the collections `handles` and `issues`.

    Attributes:
        connection: the connection, which stores of other kinds can share.
        lock: keeps other writers out; every write checks it.
        handles: the papers.
        swaps: the swaps by which rebuilds replace this store.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.lock = WriterLock(connection)
        self.handles = Handles(connection, connection.collection("handles"), self.lock.check)
        self.swaps = Swaps(connection, self.lock.check)
        self._schema = Schema(connection)
        self._issues = IssueRecords(connection, connection.collection("issues"), self.lock.check)
        self._meta = connection.collection("meta")
        self._frequencies = Frequencies(
            connection, connection.collection("handles"), connection.collection("frequencies")
        )

    def prepare(self) -> None:
        """Create the schema in a new database; check that an old one has this version's.

        Raises:
            StoreError: the schema is older or newer than this version's.
        """
        if self._schema.is_new():
            with self.lock.held("the set-up of the database", wait_s=self.connection.timeout_s):
                self._schema.migrate()
        self._schema.check()

    def migrate(self) -> list[str]:
        """Migrate the schema to this version's; return the names of the migrations that ran."""
        with self.lock.held("wildwood migrate"):
            return self._schema.migrate()

    @translated
    def record_run(self, command: str) -> None:
        """Record that a command that writes has finished, even if it left something out."""
        record_run(self.connection, command)

    @translated
    def figures(self) -> Figures:
        """Return the figures of the database."""
        return read_figures(self.connection, self._schema.applied()[-1])

    @translated
    def check_punctuation(self, punctuation: Punctuation) -> None:
        """Check that the stored features were made with this setting.

        Raises:
            StoreError: they were made with another one.
        """
        settings = self._meta.find_one({"_id": "settings"})
        if settings is not None and settings["punctuation"] != punctuation.value:
            raise StoreError(
                f'The database was built with features.punctuation = "{settings["punctuation"]}",'
                f' not "{punctuation.value}"; change it back, or rebuild: wildwood_all.'
            )

    @translated
    def issues(self) -> list[Issue]:
        """Return all stored issues, oldest first."""
        return self._issues.all()

    def reload(self) -> None:
        """Read the issues again, since a swap has replaced them."""
        self._issues.reload()

    @translated
    def replace_issue(
        self, issue: Issue, papers: Sequence[Paper], punctuation: Punctuation
    ) -> list[str]:
        """Store an issue, replacing any stored issue of its date; idempotent.

        Of papers with the same handle, one is stored; see `issue_versions`. Until everything is
        written, the record of the issue has no digest.

        Returns:
            The handles that were left out because their documents would be too large.
        """
        versions = documents.version_documents(issue.date, papers)
        self._meta.update_one(
            {"_id": "settings"}, {"$set": {"punctuation": punctuation.value}}, upsert=True
        )
        self.mark_incomplete(issue.date)
        stored = self.handles.handles_of_issue(issue.date)
        removed = dict.fromkeys(handle for handle in stored if handle not in versions)
        too_large = self.handles.write_versions(issue.date, {**versions, **removed})
        self.lock.check()
        self._frequencies.refresh()
        self._issues.replace(issue)
        return too_large

    @translated
    def mark_incomplete(self, date: datetime.date) -> None:
        """Record that the ps rif or the papers of an issue are about to change.

        Raises:
            LockedError: the writer's lock was lost, before or while this was recorded.
        """
        self._issues.mark(date, {"$unset": {"digest": ""}})
        self.lock.check()

    @translated
    def mark_forgotten(self, date: datetime.date) -> None:
        """Record that an issue is about to be removed."""
        self._issues.mark(date, {"$unset": {"digest": ""}, "$set": {"forgotten": True}})

    @translated
    def forgotten_dates(self) -> list[datetime.date]:
        """Return the dates of issues whose removal was not finished."""
        return self._issues.forgotten()

    @translated
    def forget_issue(self, date: datetime.date) -> None:
        """Remove an issue and the versions of its papers; idempotent."""
        self.mark_forgotten(date)
        handles = self.handles.handles_of_issue(date)
        self.handles.write_versions(date, dict.fromkeys(handles))
        self.lock.check()
        self._issues.remove(date)

    def fresh(self, mark: str) -> FreshStore:
        """Create an empty store next to this one, for the rebuild `mark` to fill."""
        return FreshStore(self.connection, self.lock.check, mark)
