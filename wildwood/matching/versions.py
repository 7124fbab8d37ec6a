"""Which paper of an issue is the version of its handle, if several have the same handle."""

from collections.abc import Iterable

from wildwood.model import Paper


def issue_versions(papers: Iterable[Paper]) -> dict[str, Paper]:
    """Return, for each handle, its last paper with a name or a title, or else its last paper."""
    chosen: dict[str, Paper] = {}
    for paper in papers:
        if paper.record.is_described or not _is_described(chosen.get(paper.handle)):
            chosen[paper.handle] = paper
    return chosen


def _is_described(paper: Paper | None) -> bool:
    return paper is not None and paper.record.is_described
