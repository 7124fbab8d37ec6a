"""Which papers resemble which: external and internal matching over one interface."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from wildwood.memory import IssueIndex
from wildwood.model import Features, Limits, Paper, Similar, SimilarityType
from wildwood.similarity import strength
from wildwood.targets import TargetIndex

Key = TypeVar("Key", bound=Hashable)


def find_similar(
    papers: Sequence[Paper], history: TargetIndex[str], limits: Limits
) -> list[list[Similar]]:
    """For each paper of an issue its similar ones, in the order of what is printed."""
    issue = [paper.features for paper in papers]
    found: list[list[Similar]] = [[] for _ in papers]
    for position, handle, strong in matches(issue, history, limits.external):
        found[position].append(Similar(handle, strong, SimilarityType.EXTERNAL))
    for (position, handle), strong in _internal(papers, issue, limits.internal).items():
        found[position].append(Similar(handle, strong, SimilarityType.INTERNAL))
    return [_printed_order(similars) for similars in found]


def matches(
    issue: Sequence[Features], index: TargetIndex[Key], limit: float
) -> Iterator[tuple[int, Key, float]]:
    """Each paper of the issue with each known one whose strength is above the limit, strictly."""
    for position, key, shared, totals in index.targets(issue, limit):
        found = strength(shared, issue[position].totals, totals)
        if found > limit:
            yield position, key, found


def _internal(
    papers: Sequence[Paper], issue: Sequence[Features], limit: float
) -> dict[tuple[int, str], float]:
    """The similar papers of the same issue; a handle that stands there twice counts once."""
    strongest: dict[tuple[int, str], float] = {}
    for position, other, found in matches(issue, IssueIndex(issue), limit):
        if position != other:
            pair = position, papers[other].handle
            strongest[pair] = max(found, strongest.get(pair, 0.0))
    return strongest


def _printed_order(similars: Iterable[Similar]) -> list[Similar]:
    """Strongest as printed first, then ext before int, then by handle."""
    return sorted(
        similars, key=lambda found: (-float(found.printed), found.type.value, found.handle)
    )
