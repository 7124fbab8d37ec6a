"""Records of issues beside the papers, and the collection `similar` of the pairs in ps rifs.

Stamps in versions show papers that are missing or of another rif.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from operator import itemgetter

from pymongo import ReplaceOne, UpdateMany
from pymongo.collection import Collection

from wildwood.kernel.model import Issue, Omission
from wildwood.kernel.relation import values_by_key
from wildwood.kernel.text import counted, listed, one_line, quoted
from wildwood.nep import documents
from wildwood.nep.connection import Connection, Document, batches, translated
from wildwood.nep.documents import pair_id
from wildwood.nep.handles import Handles, insert_new

_STAMP_LENGTH = 27
_BOTH = ["$handle", "$similar"]
_PAIR = {"$cond": [{"$lt": _BOTH}, _BOTH, _BOTH[::-1]]}  # in either order
_UNSETTLED: list[Document] = [
    {"$group": {"_id": _PAIR, "first": {"$min": "$date"}, "seen": {"$addToSet": "$first_seen"}}},
    {"$match": {"$expr": {"$ne": ["$seen", ["$first"]]}}},
]  # pairs whose `first_seen` is not their first date


@dataclass(frozen=True, slots=True)
class SimilarPairs:
    """Pairs whose `first_seen` depends on what is stored, not on the order in which it was."""

    connection: Connection
    collection: Collection[Document]
    may_write: Callable[[], None]

    @translated
    def insert(self, pairs: Sequence[Document]) -> None:
        """Add the pairs of an issue of a rebuild, which ends with `settle`."""
        if pairs:
            self._write(partial(insert_new, self.collection, pairs))

    @translated
    def settle(self, query: Document) -> None:
        """Set `first_seen` of the pairs that a query finds, which must find all of each."""
        for batch in batches(self._unsettled(query)):
            changes = [
                UpdateMany(dict(zip(("handle", "similar"), papers, strict=True)), change)
                for pair in batch
                for change in [{"$set": {"first_seen": pair["first"]}}]
                for papers in permutations(pair["_id"])
            ]
            self._write(partial(self.collection.bulk_write, changes, ordered=False))

    def replace(self, date: datetime.date, pairs: Sequence[Document]) -> None:
        """Replace the pairs of an issue. The old ones go last, so that it can be repeated."""
        for batch in batches(pairs, size=_size):
            changes = [ReplaceOne({"_id": pair["_id"]}, pair, upsert=True) for pair in batch]
            self._write(partial(self.collection.bulk_write, changes, ordered=False))
        old = _others_of(date, pairs)
        for settled in _handles_of(self._stored(date)):
            self.settle({**settled, "$nor": [old]})
        self._write(partial(self.collection.delete_many, old))

    @translated
    def are_of(self, date: datetime.date, pairs: Sequence[Document]) -> bool:
        """Return whether these are the pairs of an issue, with the right `first_seen`."""
        stored = {pair["_id"]: {**pair, "first_seen": pair["date"]} for pair in self._stored(date)}
        are_same = stored == {pair["_id"]: pair for pair in pairs}
        return are_same and not any(map(self._unsettled, _handles_of(pairs)))

    def _stored(self, date: datetime.date) -> Iterator[Document]:
        return self.connection.find(self.collection, _others_of(date, ()))

    def _unsettled(self, query: Document) -> list[Document]:
        return self.connection.aggregate(self.collection, [{"$match": query}, *_UNSETTLED])

    def _write(self, write: Callable[[], object]) -> None:
        self.may_write()
        self.connection.retried(write)


def _size(pair: Document) -> int:
    return 256 + 4 * (len(pair["handle"]) + len(pair["similar"]))


def _handles_of(pairs: Iterable[Document]) -> Iterator[Document]:
    """Yield queries that find the pairs of the same papers, in either order and any issue."""
    for batch in batches(pairs, size=_size):
        handles = sorted({pair[side] for pair in batch for side in ("handle", "similar")})
        yield {"handle": {"$in": handles}, "similar": {"$in": handles}}


def _others_of(date: datetime.date, pairs: Sequence[Document]) -> Document:
    """Return a query for the pairs of an issue apart from these, by their `_id`."""
    begin, end = f"{date} ", f"{date}!"
    if not pairs:
        return {"_id": {"$gte": begin, "$lt": end}}
    first, last = pairs[0]["_id"], pairs[-1]["_id"]
    return {"$or": [{"_id": {"$gte": begin, "$lt": first}}, {"_id": {"$gt": last, "$lt": end}}]}


def _recorded(issues: Iterable[Issue]) -> dict[str, int | None]:
    """Return the numbers of pairs of complete issues by the first `_id`; None if unknown."""
    return {
        pair_id(issue.date, issue.ps.file, 1): issue.ps.similar
        for issue in issues
        if issue.digest is not None and issue.ps and issue.ps.file and issue.ps.similar != 0
    }


def dates_of_wrong_pairs(connection: Connection, issues: Sequence[Issue]) -> set[datetime.date]:
    """Return the dates of complete issues, or of none, with another number of pairs."""
    stamp = {"$substr": ["$_id", 0, _STAMP_LENGTH]}
    by_stamp = [{"$group": {"_id": stamp, "first": {"$min": "$_id"}, "pairs": {"$sum": 1}}}]
    counted = connection.aggregate(connection.collection("similar"), by_stamp)
    stored = {(group["first"], group["pairs"]) for group in counted}
    wrong = {first for first, _ in stored ^ {*_recorded(issues).items()}}
    dates = {datetime.date.fromisoformat(first.partition(" ")[0]) for first in wrong}
    return dates - {issue.date for issue in issues if issue.digest is None}


_TOO_LARGE = "too large"


def audit(
    handles: Handles, issue: Issue, encoded: Mapping[str, bytes | None]
) -> tuple[list[str], list[str]]:
    """Return the handles that are rightly left out, and a sentence on each difference."""
    stored = handles.stored({*encoded, *handles.handles_of_issue(issue.date)})
    faults = ((_fault(issue, each, stored.get(each), encoded[each]), each) for each in encoded)
    by_fault = values_by_key(faults)
    if strangers := [handle for handle in stored if handle not in encoded]:
        by_fault["stored but not in the rif"] = strangers
    by_fault.pop("", None)
    too_large = by_fault.pop(_TOO_LARGE, [])
    differences = [
        f"{issue.rif}: {counted(len(faulty), 'paper')} {fault}, {listed([*map(quoted, faulty)])}."
        for fault, faulty in by_fault.items()
    ]
    return too_large, differences


def _fault(issue: Issue, handle: str, stored: Document | None, encoded: bytes | None) -> str:
    """Return what is wrong with a paper of the rif, or ""."""
    versions = stored["issues"] if stored else []
    expected = documents.encoded_version(encoded) if encoded else None
    kept = next((entry for entry in versions if entry["date"] == issue.date.isoformat()), None)
    if kept not in (None, expected):
        return "stored with other texts"
    if stored and documents.handle_document(handle, versions) != stored:
        return "with keys that are not those of the texts"
    if kept is not None:
        return ""
    if expected is None:
        return _TOO_LARGE
    offered = [*versions, expected]
    with_it = documents.handle_document(handle, offered)
    return _TOO_LARGE if issue.date in documents.left_out(offered, with_it) else "not stored"


_HANDLES = "handles"
_STAMPS = "issues.stamp"


def _looked_up(pipeline: Sequence[Document], name: str) -> Document:
    """Return the stage that looks up the papers of each issue, by the index of stamps."""
    joined = {"from": "handles", "localField": "stamp", "foreignField": _STAMPS}
    return {"$lookup": {**joined, "pipeline": pipeline, "as": name}}


_STORED = {"$ifNull": [{"$first": "$counted.papers"}, 0]}
_RECORDED = {"$ifNull": ["$stored", 0]}
_MISCOUNTED: list[Document] = [
    {"$match": {"stamp": {"$exists": True}}},
    _looked_up([{"$group": {"_id": None, "papers": {"$sum": 1}}}], "counted"),
    {"$match": {"$expr": {"$ne": [_STORED, _RECORDED]}}},
]  # counts the papers of each issue


@dataclass(frozen=True, slots=True)
class Contents:
    connection: Connection

    @translated
    def record(self) -> None:
        meta = self.connection.collection("meta")
        meta.replace_one({"_id": _HANDLES}, self._stored(), upsert=True)

    @translated
    def has_changed(self, issues: Sequence[Issue]) -> bool:
        """Return whether another program seems to have changed any; inexact after a crash."""
        expected = {issue.stamp for issue in issues if issue.stored and issue.stamp is not None}
        recorded = self.connection.collection("meta").find_one({"_id": _HANDLES}, {"_id": 0})
        if recorded != self._stored() or self._stamps() != expected:
            return True
        first, similar = [*_recorded(issues)], self.connection.collection("similar")
        return similar.count_documents({"_id": {"$in": first}}) != len(first)

    @translated
    def wrong_dates(self, issues: Sequence[Issue]) -> list[datetime.date]:
        """Return the dates, oldest first, whose number of papers or pairs is not as recorded."""
        if not self.has_changed(issues):
            return []
        unknown = self._stamps() - {issue.stamp for issue in issues}
        wrong = self.connection.aggregate(self.connection.collection("issues"), _MISCOUNTED)
        dates = {stamp.partition(" ")[0] for stamp in unknown} | {issue["_id"] for issue in wrong}
        wrong_pairs = dates_of_wrong_pairs(self.connection, issues)
        return sorted(wrong_pairs.union(map(datetime.date.fromisoformat, dates)))

    def _stored(self) -> Document:
        collections = [self.connection.collection(name) for name in ("handles", "similar")]
        if not self.connection.is_server:
            return {"count": [each.estimated_document_count() for each in collections]}
        measure = partial(self.connection.database.command, "dataSize", estimate=True)
        data = [self.connection.retried(partial(measure, each.full_name)) for each in collections]
        counts, sizes = ([int(size[key]) for size in data] for key in ("numObjects", "size"))
        return {"count": counts, "size": sizes}

    def _stamps(self) -> set[str]:
        return {*self.connection.collection("handles").distinct(_STAMPS)}


_LEAST_PAPERS = 3  # fewer papers can be in two issues by chance, such as revised ones
_ANY_PAPER: list[Document] = [
    _looked_up([{"$project": {"_id": 0, _STAMPS: 1}}, {"$limit": 1}], "any"),
    {"$match": {"any.issues.1": {"$exists": True}}},
    {"$project": {"stamp": 1, "any": 1}},
]  # looks at one paper of each issue; only its other issues can be copies


def earlier_copies(
    connection: Connection, issues: Iterable[Issue], later: Iterable[Issue]
) -> Mapping[datetime.date, Issue]:
    """Return, by date of `later`, the latest earlier issue with the same papers."""
    recorded = {issue.stamp: issue for issue in issues if issue.stamp}
    stamps = [issue.stamp for issue in later if issue.stamp]
    pipeline = [{"$match": {"stamp": {"$in": stamps}}}, *_ANY_PAPER]
    with connection.translated_errors():
        looked_at = connection.aggregate(connection.collection("issues"), pipeline)
        pairs = (
            (recorded[document["stamp"]], recorded[version["stamp"]])
            for document in looked_at
            for version in document["any"][0]["issues"]
            if {version.get("stamp"), document["stamp"]} <= recorded.keys()
        )
        copies = (pair for pair in pairs if _is_copy(connection, *pair))
        return {issue.date: earlier for issue, earlier in copies}


def _is_copy(connection: Connection, later: Issue, earlier: Issue) -> bool:
    if earlier.date >= later.date or not earlier.stored == later.stored >= _LEAST_PAPERS:
        return False
    query = {_STAMPS: {"$all": [earlier.stamp, later.stamp]}}
    return connection.collection("handles").count_documents(query) == earlier.stored


@dataclass(frozen=True, slots=True)
class LastRun:
    """The last command that wrote and finished; the time is the server's."""

    command: str
    ended: datetime.datetime


@dataclass(frozen=True, slots=True)
class Figures:
    handles: int
    schema: str  # the name of the last migration that ran
    bytes: int  # size of data and indexes on the server's disk
    last_run: LastRun | None


@dataclass(frozen=True, slots=True)
class Omissions:
    """The collection `omissions` of issues that failed last; `issues` depends on rifs alone."""

    connection: Connection
    may_write: Callable[[], None]  # raises if writing is no longer allowed

    @translated
    def all(self) -> list[Omission]:
        recorded = self.connection.find(self.connection.collection("omissions"), {})
        omissions = (
            Omission(datetime.date.fromisoformat(date), reason, since.replace(tzinfo=datetime.UTC))
            for date, reason, since in map(itemgetter("_id", "reason", "since"), recorded)
        )
        return sorted(omissions, key=lambda omission: omission.date)

    @translated
    def add(self, date: datetime.date, reason: str) -> None:
        """Record that an issue failed; the time of an earlier failure stays."""
        self.may_write()
        omissions, query = self.connection.collection("omissions"), {"_id": date.isoformat()}
        since = {} if omissions.find_one(query) else {"$currentDate": {"since": True}}
        omissions.update_one(query, {"$set": {"reason": one_line(reason)}, **since}, upsert=True)

    @translated
    def remove(self, dates: Iterable[datetime.date]) -> None:
        if dates:
            self.may_write()
            query = {"_id": {"$in": [date.isoformat() for date in dates]}}
            self.connection.collection("omissions").delete_many(query)
