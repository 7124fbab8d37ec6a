"""Which papers resemble which: external and internal matching over one interface."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from wildwood.memory import IssueIndex
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
from wildwood.similarity import strength
from wildwood.targets import TargetIndex

Key = TypeVar("Key", bound=Hashable)


class Match(NamedTuple, Generic[Key]):
    """A paper of an issue and a known one that resembles it."""

    position: int
    key: Key
    strength: float
    tie: float
    """The same mean over Dice's ratios, which tell apart what the smaller total makes equal."""


def find_similar(
    papers: Sequence[Paper],
    history: TargetIndex[str],
    limits: Limits,
    formula: Formula = SPECIFIED,
) -> list[list[Similar]]:
    """For each paper of an issue its similar ones, in the order of what is printed."""
    issue = [paper.features for paper in papers]
    found: list[list[Similar]] = [[] for _ in papers]
    for match in matches(issue, history, limits.external, formula):
        found[match.position].append(
            Similar(match.key, match.strength, SimilarityType.EXTERNAL, match.tie)
        )
    internal = matches(issue, IssueIndex(issue), limits.internal, formula)
    for (position, handle), (strong, tie) in _by_handle(papers, internal).items():
        found[position].append(Similar(handle, strong, SimilarityType.INTERNAL, tie))
    return [_printed_order(similars) for similars in found]


def matches(
    issue: Sequence[Features],
    index: TargetIndex[Key],
    limit: float,
    formula: Formula = SPECIFIED,
) -> Iterator[Match[Key]]:
    """Each paper of the issue with each known one whose strength is above the limit, strictly."""
    for position, key, shared, totals in index.targets(issue, limit, formula):
        new = issue[position].totals
        found = strength(shared, new, totals, formula)
        if found > limit:
            tie = strength(shared, new, totals, replace(formula, ratio=Ratio.DICE))
            yield Match(position, key, found, tie)


def _by_handle(
    papers: Sequence[Paper], internal: Iterable[Match[int]]
) -> dict[tuple[int, str], tuple[float, float]]:
    """The similar papers of the same issue; a handle that stands there twice counts once."""
    strongest: dict[tuple[int, str], tuple[float, float]] = {}
    for position, other, found, tie in internal:
        if position != other:
            pair = position, papers[other].handle
            strongest[pair] = max((found, tie), strongest.get(pair, (0.0, 0.0)))
    return strongest


def _printed_order(similars: Iterable[Similar]) -> list[Similar]:
    """Strongest as printed first, then what decides a tie, ext before int, and the handle."""
    return sorted(
        similars,
        key=lambda found: (-float(found.printed), -found.tie, found.type.value, found.handle),
    )
