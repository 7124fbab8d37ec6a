"""Find the similar papers of an issue: external and internal matching over one interface."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from wildwood.matching.in_memory import IssueIndex
from wildwood.matching.similar_lists import SimilarLists
from wildwood.matching.target_index import TargetIndex
from wildwood.model import (
    SPECIFIED,
    Features,
    Formula,
    Limits,
    Paper,
    Ratio,
    Similar,
    SimilarityType,
)
from wildwood.scoring.similarity import strength

Key = TypeVar("Key", bound=Hashable)


class Match(NamedTuple, Generic[Key]):
    """A paper of an issue and a known paper that resembles it."""

    position: int
    """The position of the new paper in its issue."""
    key: Key
    """The known paper."""
    strength: float
    tie: float
    """The strength with Dice's ratios, which orders pairs whose strengths are equal."""


def find_similar(
    papers: Sequence[Paper],
    history: TargetIndex[str],
    limits: Limits,
    formula: Formula = SPECIFIED,
) -> list[list[Similar]]:
    """Return the similar papers of each paper of an issue, in the order of the ps rif.

    Raises:
        TooManyPairsError: the issue has too many; see `SimilarLists`.
    """
    issue = [paper.features for paper in papers]
    found = SimilarLists(len(papers), limits.most)
    # The issue itself first: one of equal papers is refused before the past is searched.
    for other in find_matches(issue, IssueIndex(issue), limits.internal, formula):
        if other.position != other.key:
            handle = papers[other.key].handle
            found.add(other.position, _similar(other, handle, SimilarityType.INTERNAL))
    for match in find_matches(issue, history, limits.external, formula):
        found.add(match.position, _similar(match, match.key, SimilarityType.EXTERNAL))
    return found.lists()


def find_matches(
    issue: Sequence[Features],
    index: TargetIndex[Key],
    limit: float,
    formula: Formula = SPECIFIED,
) -> Iterator[Match[Key]]:
    """Yield each pair of a paper of the issue and a known paper whose strength exceeds `limit`."""
    for position, key, shared, totals in index.targets(issue, limit, formula):
        new = issue[position].totals
        found = strength(shared, new, totals, formula)
        if found > limit:
            tie = strength(shared, new, totals, replace(formula, ratio=Ratio.DICE))
            yield Match(position, key, found, tie)


def _similar(match: Match[Key], handle: str, kind: SimilarityType) -> Similar:
    return Similar(handle, match.strength, kind, match.tie)
