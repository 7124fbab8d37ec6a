"""Records of issues as a run makes them, and versions of their papers, for tests of stores."""

import datetime
import hashlib
from collections.abc import Sequence
from typing import Any

from wildwood.kernel.model import Issue, Paper, Provenance, PsRecord
from wildwood.nep import documents

MADE_FROM = PsRecord(Provenance({"output": 1, "external": 0.6, "punctuation": "space"}, "5a1d"))


def issue_of(
    date: datetime.date, papers: Sequence[Paper], digest: str = "e3b0", ps: PsRecord = MADE_FROM
) -> Issue:
    """Make the record of an issue with these papers."""
    stamp = f"{date} {hashlib.sha256(digest.encode()).hexdigest()[:16]}"
    handles = len({paper.handle for paper in papers})
    return Issue(date, f"{date}.amf.xml", digest, len(papers), ps, stamp=stamp, stored=handles)


def version_document(date: datetime.date, paper: Paper) -> dict[str, Any]:
    """Make the version of a paper in the issue of a date."""
    return documents.version_document(issue_of(date, [paper]), paper)
