"""The store: all past papers with their features, and the issues that they were in."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from functools import partial
from operator import attrgetter

from pymongo import UpdateOne

from wildwood.kernel import interruption
from wildwood.kernel.errors import StoreError
from wildwood.kernel.model import Issue, Paper, Provenance, Punctuation
from wildwood.nep import documents, records
from wildwood.nep.connection import Connection, Document, translated
from wildwood.nep.folders import PsFolder
from wildwood.nep.fresh import FreshStore, Swaps
from wildwood.nep.handles import Frequencies, Handles
from wildwood.nep.schema import Schema
from wildwood.nep.writer_lock import WriterLock

_LAST_RUN = "last_run"


class Store:
    """All past papers; the records of issues are read once and follow this process's writes."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.lock = WriterLock(connection)
        self.handles = Handles(connection, connection.collection("handles"), self.lock.check)
        similar = connection.collection("similar")
        self.similar = records.SimilarPairs(connection, similar, self.lock.check)
        self.swaps = Swaps(connection, self.lock.check)
        self.contents = records.Contents(connection)
        self.omissions = records.Omissions(connection, self.lock.check)
        self.schema = Schema(connection)
        self._issues = connection.collection("issues")
        self._by_date: dict[datetime.date, Issue] | None = None
        self._meta, self._papers = map(connection.collection, ("meta", "handles"))
        shares = connection.collection("frequencies")
        self._frequencies = Frequencies(connection, self._papers, shares)

    def prepare(self) -> None:
        """Create the schema in a new database; check that of an old one."""
        if not self.connection.is_server:
            return
        if self.schema.is_new():
            with self.lock.held("the set-up of the database", wait_s=self.connection.timeout_s):
                self.schema.migrate()
        self.schema.check()

    def migrate(self) -> list[str]:
        with self.lock.held("wildwood migrate"):
            ran = self.schema.migrate()
            return [*ran, *(f"the repair of {name}" for name in self.schema.repair())]

    @translated
    def record_run(self, command: str) -> None:
        """Record that a writing command has finished, even if it left something out."""
        record = {"$set": {"command": command}, "$currentDate": {"ended": True}}
        self._meta.update_one({"_id": _LAST_RUN}, record, upsert=True)

    @translated
    def figures(self) -> records.Figures:
        size = self.connection.database.command("dbStats")
        run = self._meta.find_one({"_id": _LAST_RUN})
        ended = run["ended"].replace(tzinfo=datetime.UTC) if run else None
        last = records.LastRun(run["command"], ended) if run and ended else None
        papers, schema = self._papers.estimated_document_count(), self.schema.applied()[-1]
        return records.Figures(papers, schema, int(size["storageSize"] + size["indexSize"]), last)

    @translated
    def check_punctuation(self, punctuation: Punctuation) -> None:
        key = "ps.made_from.punctuation"
        query = {key: {"$exists": True, "$ne": punctuation.value}}
        if issue := self._issues.find_one(query, {key: 1}):
            made_with = issue["ps"]["made_from"]["punctuation"]
            raise StoreError(
                f'The database was built with features.punctuation = "{made_with}",'
                f' not "{punctuation.value}"; change it back, or rebuild: wildwood_all.'
            )

    @translated
    def issues(self) -> list[Issue]:
        """Return all stored issues, oldest first."""
        if self._by_date is None:
            self._by_date = {issue.date: issue for issue in self._recorded({})}
        return sorted(self._by_date.values(), key=attrgetter("date"))

    @translated
    def issues_of(self, dates: Iterable[datetime.date]) -> list[Issue]:
        query = {"_id": {"$in": sorted(date.isoformat() for date in dates)}}
        return sorted(self._recorded(query), key=attrgetter("date"))

    def _recorded(self, query: Document) -> Iterator[Issue]:
        return map(documents.issue_of, self.connection.find(self._issues, query))

    def reload(self) -> None:
        self._by_date = None

    @translated
    def reconcile(self, ps: PsFolder) -> None:
        """Restore lost pairs; mark issues that another program has changed as incomplete."""
        issues = self.issues()
        if not self.contents.has_changed(issues):
            return
        self._restore_pairs(ps, issues)
        incomplete = {issue.date for issue in issues if issue.digest is None}
        for date in self.contents.wrong_dates(self.issues()):
            if date not in incomplete:
                self.mark_incomplete(date)
        self.contents.record()

    def _restore_pairs(self, ps: PsFolder, issues: Sequence[Issue]) -> None:
        """Store missing pairs from the ps rifs that are as they were written."""
        files = {issue.date: issue.ps.file for issue in issues if issue.ps}
        wrong = sorted(records.dates_of_wrong_pairs(self.connection, issues))
        for date in interruption.check_each(wrong):
            if (file := files.get(date)) and ps.holds(file):
                rif = ps.read(date, file.name).rif
                listed = zip(rif.handles, rif.similars(), strict=True)
                pairs = documents.pair_documents(date, file, listed)
                self.similar.replace(date, pairs)
                self._mark(date, {"$set": {"ps.similar": len(pairs)}})

    @translated
    def replace_issue(
        self, issue: Issue, papers: Sequence[Paper], pairs: Sequence[Document] = ()
    ) -> Issue:
        """Replace the issue of a date; return it without papers that are too large. Idempotent.

        Until all is written, its record has no digest. Other issues with a version of a changed
        paper that no longer fits, or may fit now, become incomplete.
        """
        versions = documents.version_documents(issue, papers)
        self.mark_incomplete(issue.date)
        before = self.handles.handles_of_issue(issue.date)
        removed = dict.fromkeys(handle for handle in before if handle not in versions)
        reopen = partial(self._reopen, issue.date)
        too_large = self.handles.write_versions(issue.date, {**versions, **removed}, reopen)
        self.similar.replace(issue.date, pairs)
        self.lock.check()
        self._frequencies.refresh()
        stored = issue.drop(too_large)
        document = documents.issue_document(stored)
        with self._changing(stored.date):
            self._issues.replace_one({"_id": document["_id"]}, document, upsert=True)
        self.contents.record()
        self.omissions.remove([issue.date])
        return stored

    def _reopen(
        self, date: datetime.date, handles: AbstractSet[str], dropped: AbstractSet[datetime.date]
    ) -> None:
        """Mark other issues that a change of these handles affects as incomplete."""
        affected = {each.date for each in self.issues() if not handles.isdisjoint(each.too_large)}
        for affected_date in sorted((affected | dropped) - {date}):
            self.mark_incomplete(affected_date)

    @translated
    def record_provenances(self, made_from: Mapping[datetime.date, Provenance]) -> None:
        """Record what ps rifs, which stay as they are, would be made from today."""
        changes = []
        for date, made in made_from.items():
            fields = {"ps.provenance": made.digest, "ps.made_from": dict(made.parts)}
            changes.append(UpdateOne({"_id": date.isoformat()}, {"$set": fields}))
        self.lock.check()
        if changes:
            self.connection.retried(partial(self._issues.bulk_write, changes))
        self.reload()

    @translated
    def mark_incomplete(self, date: datetime.date) -> None:
        """Record, under the lock, that an issue's ps rif or papers will change."""
        self._mark(date, documents.INCOMPLETE)
        self.lock.check()

    @translated
    def mark_forgotten(self, date: datetime.date) -> None:
        self._mark(date, {**documents.INCOMPLETE, "$set": {"forgotten": True}})

    def _mark(self, date: datetime.date, change: Document) -> None:
        """Change the record of an issue, or make one if it was not read."""
        self.lock.check()
        update = {**change, "$setOnInsert": documents.UNREAD}
        with self._changing(date):
            self._issues.update_one({"_id": date.isoformat()}, update, upsert=True)

    @contextmanager
    def _changing(self, date: datetime.date) -> Iterator[None]:
        """Read the record of a date again after a change; all, if the change fails."""
        issues, self._by_date = self._by_date, None
        yield
        if issues is not None:
            issues.pop(date, None)
            changed = self._recorded({"_id": date.isoformat()})
            self._by_date = issues | {issue.date: issue for issue in changed}

    @translated
    def forgotten_dates(self) -> list[datetime.date]:
        """Return the dates of issues whose removal was not finished."""
        forgotten = self.connection.find(self._issues, {"forgotten": True})
        return sorted(datetime.date.fromisoformat(document["_id"]) for document in forgotten)

    @translated
    def forget_issue(self, date: datetime.date) -> None:
        """Remove an issue that is marked as forgotten; the next writer continues if this fails."""
        handles = self.handles.handles_of_issue(date)
        self.handles.write_versions(date, dict.fromkeys(handles), partial(self._reopen, date))
        self.similar.replace(date, ())
        self.lock.check()
        with self._changing(date):
            self._issues.delete_one({"_id": date.isoformat()})
        self.contents.record()
        self.omissions.remove([date])

    def fresh(self, mark: str) -> FreshStore:
        return FreshStore(self.connection, self.lock.check, mark)
