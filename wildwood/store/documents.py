"""The documents of `handles` and `issues`, as pure values."""

import datetime
from collections.abc import Iterable
from typing import Any

import bson

from wildwood.model import (
    SPECIFIED,
    Features,
    Formula,
    Issue,
    Limits,
    Paper,
    PsRun,
    Ratio,
    Record,
    Weights,
)
from wildwood.store.selection import selecting_keys, totals_key

Document = dict[str, Any]

MAX_BYTES = 12 * 1024 * 1024
"""A document over this is not stored; MongoDB itself takes 16 MB."""


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

    Versions are in date order; one that would take the document over `MAX_BYTES` is left
    out. So the document depends on the versions alone.
    """
    kept: list[Document] = []
    fitting = None
    for entry in sorted(versions, key=lambda version: str(version["date"])):
        document = _document(handle, [*kept, entry])
        if not _may_be_large(document) or len(bson.encode(document)) <= MAX_BYTES:
            kept, fitting = document["issues"], document
    return fitting


def _document(handle: str, versions: list[Document]) -> Document:
    features = [features_of(entry) for entry in versions]
    keys: set[str] = set().union(*map(selecting_keys, features))
    document = {"_id": handle, "issues": versions, "features": sorted(keys)}
    totals = {totals_key(version.totals) for version in features}
    if len(totals) == 1:
        document["totals"] = totals.pop()
    return document


def _may_be_large(document: Document) -> bool:
    """Whether a document is worth the cost of its exact size.

    A character takes up to four bytes, an array's element some ten more.
    """
    texts = [document["_id"], *document["features"]]
    for entry in document["issues"]:
        texts += entry["names"] + entry["titles"]
        texts += entry["author_features"] + entry["title_features"]
    return 4 * sum(map(len, texts)) + 10 * len(texts) > MAX_BYTES


def version_before(document: Document, date: datetime.date) -> Document | None:
    """The version of the latest issue strictly before a date."""
    earlier = [entry for entry in document["issues"] if entry["date"] < date.isoformat()]
    return earlier[-1] if earlier else None


def features_of(entry: Document) -> Features:
    """The feature multisets of a version."""
    return Features(tuple(entry["author_features"]), tuple(entry["title_features"]))


def latest_paper(document: Document) -> Paper:
    """The paper as its latest issue had it."""
    return _paper(document["_id"], document["issues"][-1])


def paper_of(document: Document, date: datetime.date) -> Paper:
    """The paper as the issue of a date had it, which it was in."""
    [entry] = [found for found in document["issues"] if found["date"] == date.isoformat()]
    return _paper(document["_id"], entry)


def _paper(handle: str, entry: Document) -> Paper:
    return Paper(Record(handle, tuple(entry["names"]), tuple(entry["titles"])), features_of(entry))


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
            "ratio": issue.ps.formula.ratio.value,
            "weights": issue.ps.formula.weights.value,
            "presort": issue.ps.presort,
            "history": issue.ps.history,
        }
    return document


def issue_of(document: Document) -> Issue:
    """The issue that a document records."""
    return Issue(
        date=datetime.date.fromisoformat(document["_id"]),
        rif=document["rif"],
        digest=document.get("digest"),
        papers=document["papers"],
        ps=_run_of(document["ps"]) if "ps" in document else None,
    )


def _run_of(ps: Document) -> PsRun:
    formula = Formula(
        Ratio(ps.get("ratio", SPECIFIED.ratio)), Weights(ps.get("weights", SPECIFIED.weights))
    )
    return PsRun(Limits(ps["external"], ps["internal"]), ps["presort"], ps["history"], formula)
