"""The editor's decisions in ps rifs: which similar papers are left out, and which are marked."""

import datetime
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from wildwood.display import listed
from wildwood.model import Issue, Limits, Similar
from wildwood.report.relation import Relation
from wildwood.report.shown import Decision
from wildwood.runs.job import Job
from wildwood.runs.provenance import CORRECTIONS, DECISIONS, stale_parts
from wildwood.store import Store

Find = Callable[[Limits], list[list[Similar]]]
"""Finds the similar papers of each paper of an issue with some limits."""


def decided(
    relation: Relation, handles: Sequence[str], limits: Limits, find: Find
) -> list[list[Similar]]:
    """Find similar papers, without those that are decided to be different.

    Args:
        relation: the decisions.
        handles: the papers of the issue.
        limits: the limits.
        find: finds the similar papers.
    """
    if not relation:
        return find(limits)
    most = limits.most
    left_out = [_different(relation, handle) for handle in handles]
    if most:  # each that is left out can be listed as external and as internal
        limits = replace(limits, most=most + 2 * max(left_out, default=0))
    found = [
        [
            _marked(relation, handle, similar)
            for similar in similars
            if _stays(relation, handle, similar)
        ]
        for handle, similars in zip(handles, find(limits), strict=True)
    ]
    return [similars[:most] for similars in found] if most else found


def digest(relation: Relation, handles: Iterable[str]) -> str:
    """Return the digest of what is decided about the papers of an issue; empty for nothing."""
    if not relation:
        return ""
    about = [
        (handle, other, decision.value)
        for handle in sorted(set(handles))
        for other, decision in relation.about(handle)
    ]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest() if about else ""


def lost_decisions(job: Job, store: Store) -> str:
    """Return a sentence if a person's decisions count in ps rifs and their file is gone, or ""."""
    missing = [
        (name, file, table)
        for name, file, table in (
            (DECISIONS, job.missing_decisions, "paths"),
            (CORRECTIONS, job.annotate.missing_corrections, "language"),
        )
        if file is not None
    ]
    if not missing:
        return ""
    parts = {issue.date: issue.ps.provenance.parts for issue in store.issues() if issue.ps}
    for name, file, table in missing:
        dates = [date for date in parts if name in parts[date]]
        if dates:
            return (
                f"{file} is gone, but its {name} count in the ps rifs of {listed(dates)}; restore"
                f" it, or, to do without them, remove {name} from [{table}] in the configuration."
            )
    return ""


def stale_ps_rifs(
    job: Job, store: Store, issues: Sequence[Issue]
) -> dict[datetime.date, list[str]]:
    """Return what `stale_parts` returns, with the decisions about the papers of each issue."""
    return stale_parts(job, issues, _digests(job.decisions, store, issues))


def _digests(
    relation: Relation, store: Store, issues: Iterable[Issue]
) -> Mapping[datetime.date, str]:
    if not relation:
        return {}
    handles: dict[datetime.date, set[str]] = {
        issue.date: relation.keys() & set(issue.too_large) for issue in issues
    }
    for handle, versions in store.handles.all_versions(sorted(relation.keys())).items():
        for version in versions:
            handles.setdefault(version.date, set()).add(handle)
    return {date: digest(relation, found) for date, found in handles.items()}


def _different(relation: Relation, handle: str) -> int:
    return sum(decision is Decision.DIFFERENT for _, decision in relation.about(handle))


def _stays(relation: Relation, handle: str, similar: Similar) -> bool:
    return relation.of(handle, similar.handle) is not Decision.DIFFERENT


def _marked(relation: Relation, handle: str, similar: Similar) -> Similar:
    is_same = relation.of(handle, similar.handle) is Decision.SAME
    return replace(similar, is_same=True) if is_same else similar
