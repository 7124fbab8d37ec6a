"""The documents of `handles` and `issues`, as pure values."""

import datetime
from collections.abc import Iterable
from typing import Any

import bson

from wildwood.model import Features, Issue, Limits, Paper, PsRun, Record

Document = dict[str, Any]

MAX_BYTES = 12 * 1024 * 1024
"""A document over this is not stored; MongoDB itself takes 16 MB."""

AUTHOR = "author:"
TITLE = "title:"


def author_keys(features: Features) -> list[str]:
    """The author features as they stand in the indexed array."""
    return sorted({AUTHOR + feature for feature in features.authors})


def title_keys(features: Features) -> list[str]:
    """The title features as they stand in the indexed array."""
    return sorted({TITLE + feature for feature in features.titles})


def version(date: datetime.date, paper: Paper) -> Document:
    """What one issue had of a handle."""
    return {
        "date": date.isoformat(),
        "names": list(paper.record.names),
        "titles": list(paper.record.titles),
        "author_features": list(paper.features.authors),
        "title_features": list(paper.features.titles),
    }


def handle_document(handle: str, versions: Iterable[Document]) -> Document | None:
    """The document of a handle that was in these issues; None where there are none.

    Versions are in date order; the latest that would take the document over `MAX_BYTES`
    are left out, so that it depends on the versions alone.
    """
    kept = sorted(versions, key=lambda version: str(version["date"]))
    while kept:
        document = {"_id": handle, "issues": kept, "features": _selecting(kept)}
        if len(bson.encode(document)) <= MAX_BYTES:
            return document
        kept = kept[:-1]
    return None


def _selecting(versions: Iterable[Document]) -> list[str]:
    keys: set[str] = set()
    for entry in versions:
        features = features_of(entry)
        keys.update(author_keys(features), title_keys(features))
    return sorted(keys)


def version_before(document: Document, date: datetime.date) -> Document | None:
    """The version of the latest issue strictly before a date."""
    earlier = [entry for entry in document["issues"] if entry["date"] < date.isoformat()]
    return earlier[-1] if earlier else None


def features_of(entry: Document) -> Features:
    """The feature multisets of a version."""
    return Features(tuple(entry["author_features"]), tuple(entry["title_features"]))


def latest_record(document: Document) -> Record:
    """Names and titles as the latest issue wrote them."""
    entry = document["issues"][-1]
    return Record(document["_id"], tuple(entry["names"]), tuple(entry["titles"]))


def issue_document(issue: Issue) -> Document:
    """The document of an issue."""
    document: Document = {
        "_id": issue.date.isoformat(),
        "rif": issue.rif,
        "papers": issue.papers,
    }
    if issue.digest is not None:
        document["digest"] = issue.digest
    if issue.ps is not None:
        document["ps"] = {
            "external": issue.ps.limits.external,
            "internal": issue.ps.limits.internal,
            "presort": issue.ps.presort,
            "history": issue.ps.history,
        }
    return document


def issue_of(document: Document) -> Issue:
    """The issue that a document records."""
    ps = document.get("ps")
    return Issue(
        date=datetime.date.fromisoformat(document["_id"]),
        rif=document["rif"],
        digest=document.get("digest"),
        papers=document["papers"],
        ps=ps and PsRun(Limits(ps["external"], ps["internal"]), ps["presort"], ps["history"]),
    )
