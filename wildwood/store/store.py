"""The store: all past papers by their features, and which issues they came in."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from wildwood.errors import StoreError
from wildwood.model import Issue, Paper, Punctuation
from wildwood.store import documents, schema, swap
from wildwood.store.connection import Connection
from wildwood.store.figures import Figures, figures, note_run
from wildwood.store.frequencies import Frequencies
from wildwood.store.fresh import FreshStore, drop_leftovers
from wildwood.store.handles import Handles
from wildwood.store.history import StoredHistory
from wildwood.store.lock import WriterLock
from wildwood.store.neologisms import Neologisms


class Store:
    """All past papers, in the collections `handles` and `issues`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = WriterLock(connection)
        self._issues = connection.collection("issues")
        self._meta = connection.collection("meta")
        self._handles = Handles(connection, connection.collection("handles"), self._lock.check)
        self._frequencies = Frequencies(
            connection, connection.collection("handles"), connection.collection("frequencies")
        )

    @property
    def neologisms(self) -> Neologisms:
        """The words learnt from the issues, which no dictionary has."""
        return Neologisms(self._connection, self._lock.check)

    @property
    def connection(self) -> Connection:
        """The database, for what lies there beside the papers."""
        return self._connection

    @contextmanager
    def writing(self, purpose: str, wait_s: float = 0.0) -> Iterator[None]:
        """Keep every other writer out meanwhile.

        Raises:
            LockedError: another command writes, and does for longer than `wait_s`.
        """
        with self._lock.held(purpose, wait_s):
            yield

    def check_writing(self) -> None:
        """See that every other writer is still kept out.

        Raises:
            LockedError: this one could not renew its lock, and another may write by now.
        """
        self._lock.check()

    def prepare(self) -> None:
        """Give a new database its schema; see that an old one has this version's.

        Raises:
            StoreError: the schema is older or newer than this version's.
        """
        with self._connection.speaking():
            if schema.is_new(self._connection):
                with self.writing("the first migration", wait_s=self._connection.timeout_s):
                    schema.migrate(self._connection)
            schema.check(self._connection)

    def migrate(self) -> list[str]:
        """Bring the schema to this version's; give the names of the migrations that ran."""
        with self.writing("migrate"), self._connection.speaking():
            return schema.migrate(self._connection)

    def note_run(self, command: str) -> None:
        """Set down that a command that wrote has come to its end."""
        with self._connection.speaking():
            note_run(self._connection, command)

    def figures(self) -> Figures:
        """The database in figures."""
        with self._connection.speaking():
            return figures(self._connection)

    def check_punctuation(self, punctuation: Punctuation) -> None:
        """See that the features here are made as the configuration says.

        Raises:
            StoreError: the database was built with another setting.
        """
        with self._connection.speaking():
            settings = self._meta.find_one({"_id": "settings"})
        if settings is not None and settings["punctuation"] != punctuation.value:
            raise StoreError(
                f'The database was built with features.punctuation = "{settings["punctuation"]}",'
                f' not "{punctuation.value}"; set it back, or build it anew: wildwood_all.'
            )

    def issues(self) -> list[Issue]:
        """All stored issues, oldest first."""
        with self._connection.speaking():
            stored = map(documents.issue_of, self._connection.found(self._issues, {}))
            return sorted(stored, key=lambda issue: issue.date)

    def papers(self, handles: Iterable[str]) -> dict[str, Paper]:
        """Those handles that are stored, as their latest issue has them."""
        with self._connection.speaking():
            return self._handles.papers(handles)

    def papers_of_issue(self, date: datetime.date) -> list[Paper]:
        """The papers of an issue as it had them, by handle; none where it is not stored."""
        with self._connection.speaking():
            return self._handles.papers_of_issue(date)

    def history(self, before: datetime.date) -> StoredHistory:
        """The papers of the issues before a date, as a target index."""
        return StoredHistory(self._connection, before)

    def replace_issue(
        self, issue: Issue, papers: Sequence[Paper], punctuation: Punctuation
    ) -> list[str]:
        """Store an issue in place of what was stored of its date; idempotent.

        Of two papers with one handle the last counts. Until all is written, the issue's
        record has no digest. Gives the handles that were left out because their document
        would be too large.
        """
        versions = {paper.handle: documents.version(issue.date, paper) for paper in papers}
        with self._connection.speaking():
            self._meta.update_one(
                {"_id": "settings"}, {"$set": {"punctuation": punctuation.value}}, upsert=True
            )
            self._mark_incomplete(issue.date)
            gone = [old for old in self._handles.of_issue(issue.date) if old not in versions]
            left_out = self._handles.write(issue.date, {**versions, **dict.fromkeys(gone)})
            self._lock.check()
            self._frequencies.keep_up()
            self._issues.replace_one(
                {"_id": issue.date.isoformat()}, documents.issue_document(issue), upsert=True
            )
        return left_out

    def forget_issue(self, date: datetime.date) -> None:
        """Remove an issue and what its papers had there; idempotent."""
        with self._connection.speaking():
            self._mark_incomplete(date)
            self._handles.write(date, dict.fromkeys(self._handles.of_issue(date)))
            self._lock.check()
            self._issues.delete_one({"_id": date.isoformat()})

    def fresh(self, mark: str) -> FreshStore:
        """An empty store beside this one, to be filled and swapped in by the rebuild of a mark."""
        return FreshStore(self._connection, self._lock.check, mark)

    def drop_leftovers(self) -> None:
        """Remove what a rebuild that was killed has filled; no swap may be pending."""
        with self._connection.speaking():
            drop_leftovers(self._connection)

    @contextmanager
    def briefly(self) -> Iterator[None]:
        """Let what is done meanwhile wait for MongoDB but a moment."""
        with self._connection.briefly():
            yield

    def pending_swap(self) -> swap.Swap | None:
        """The swap that a rebuild decided on and that is not finished, if any."""
        with self._connection.speaking():
            return swap.pending(self._connection)

    def complete_swap(self, decided: swap.Swap) -> None:
        """Put the fresh store in this one's place; idempotent."""
        with self._connection.speaking():
            swap.complete(self._connection, decided, self._lock.check)

    def _mark_incomplete(self, date: datetime.date) -> None:
        self._lock.check()
        self._issues.update_one(
            {"_id": date.isoformat()},
            {"$unset": {"digest": ""}, "$setOnInsert": {"rif": "", "papers": 0}},
            upsert=True,
        )
