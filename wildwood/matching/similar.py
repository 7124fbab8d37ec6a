"""Find the similar papers of an issue: external and internal matching over one interface."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from wildwood.matching.in_memory import IssueIndex
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

    @property
    def rank(self) -> tuple[float, float]:
        """Return the key that orders matches of the same pair."""
        return self.strength, self.tie


def find_similar(
    papers: Sequence[Paper],
    history: TargetIndex[str],
    limits: Limits,
    formula: Formula = SPECIFIED,
) -> list[list[Similar]]:
    """Return the similar papers of each paper of an issue, in the order of the ps rif."""
    issue = [paper.features for paper in papers]
    external = find_matches(issue, history, limits.external, formula)
    others = find_matches(issue, IssueIndex(issue), limits.internal, formula)
    internal = (
        Match(match.position, papers[match.key].handle, match.strength, match.tie)
        for match in others
        if match.position != match.key
    )
    found: list[list[Similar]] = [[] for _ in papers]
    for kind, matches in (
        (SimilarityType.EXTERNAL, external),
        (SimilarityType.INTERNAL, internal),
    ):
        for match in _strongest_by_handle(matches):
            found[match.position].append(Similar(match.key, match.strength, kind, match.tie))
    return [_print_order(similars) for similars in found]


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


def _strongest_by_handle(matches: Iterable[Match[str]]) -> Iterable[Match[str]]:
    """Reduce matches to one for each handle, which can have several versions."""
    strongest: dict[tuple[int, str], Match[str]] = {}
    for match in matches:
        pair = match.position, match.key
        if pair not in strongest or match.rank > strongest[pair].rank:
            strongest[pair] = match
    return strongest.values()


def _print_order(similars: Iterable[Similar]) -> list[Similar]:
    """Sort by printed strength, then by the strength with Dice's ratios.

    Of equal ones, `ext` comes first; the last criterion is the handle.
    """
    return sorted(
        similars,
        key=lambda found: (-float(found.printed), -found.tie, found.type.value, found.handle),
    )
