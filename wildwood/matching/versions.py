"""Which paper of an issue is the version of its handle, if several have the same handle."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wildwood.model import Features, Paper


class IssueText(NamedTuple):
    """A paper of an issue, without what only its document needs."""

    handle: str
    features: Features
    is_version: bool
    """Whether it is the version of its handle."""


def issue_texts(papers: Sequence[Paper]) -> list[IssueText]:
    """Return the papers of an issue with the choice of `issue_versions`."""
    versions = issue_versions(papers)
    return [
        IssueText(paper.handle, paper.features, versions[paper.handle] is paper) for paper in papers
    ]


def issue_versions(papers: Iterable[Paper]) -> dict[str, Paper]:
    """Return, for each handle, its last paper with a name or a title, or else its last paper."""
    chosen: dict[str, Paper] = {}
    for paper in papers:
        if paper.record.is_described or not _is_described(chosen.get(paper.handle)):
            chosen[paper.handle] = paper
    return chosen


def _is_described(paper: Paper | None) -> bool:
    return paper is not None and paper.record.is_described
