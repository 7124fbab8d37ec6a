"""Compare the stored papers of an issue with those of its rif."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from wildwood.display import counted, listed, quoted
from wildwood.model import Issue
from wildwood.store.connection import Document
from wildwood.store.handles import documents
from wildwood.store.handles.collection import Handles

_TOO_LARGE = "too large"


class Audit(NamedTuple):
    """What is stored of an issue, compared with what should be."""

    too_large: list[str]
    """The handles that are rightly left out, because their documents would be too large."""
    differences: list[str]
    """Sentences about all that differs."""


def audit(handles: Handles, issue: Issue, encoded: Mapping[str, bytes | None]) -> Audit:
    """Compare the stored papers of an issue.

    Args:
        handles: the stored papers.
        issue: the issue.
        encoded: what its rif says; see `documents.encoded_documents`.
    """
    stored = handles.stored({*encoded, *handles.handles_of_issue(issue.date)})
    found: defaultdict[str, list[str]] = defaultdict(list)
    for handle in {**encoded, **stored}:
        if handle in encoded:
            fault = _fault(issue, handle, stored.get(handle), encoded[handle])
        else:
            fault = "stored but not in the rif"
        found[fault].append(handle)
    found.pop("", None)
    too_large = found.pop(_TOO_LARGE, [])
    return Audit(too_large, [_sentence(issue, *faulty) for faulty in found.items()])


def _sentence(issue: Issue, fault: str, handles: list[str]) -> str:
    return (
        f"{issue.rif}: {counted(len(handles), 'paper')} {fault}, {listed([*map(quoted, handles)])}."
    )


def _fault(issue: Issue, handle: str, stored: Document | None, encoded: bytes | None) -> str:
    """Return what is wrong with a paper of the rif, empty for nothing."""
    versions = stored["issues"] if stored else []
    expected = documents.encoded_version(encoded) if encoded else None
    kept = next((found for found in versions if found["date"] == issue.date.isoformat()), None)
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
