"""Evaluate how well the strength separates labelled pairs from all others, at every limit."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from wildwood.matching.indexed_papers import indexed
from wildwood.matching.similar import Match, find_matches
from wildwood.matching.versions import issue_versions
from wildwood.model import Paper
from wildwood.scoring.formulas import Formula

HandlePair = tuple[str, str]
"""The handles of two papers, one of the left set and one of the right set."""

_MAX_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """A pair with its strength, and whether it is labelled as the same paper."""

    pair: HandlePair
    strength: float
    tie: float
    true: bool


@dataclass(frozen=True, slots=True)
class Point:
    """Precision and recall when all pairs down to some strength are reported."""

    strength: float
    """The strength of the weakest reported pairs."""
    precision: float
    """The share of labelled pairs among the reported ones."""
    recall: float
    """The share of reported pairs among the labelled ones."""

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All pairs with a strength, in the order in which an editor would see them."""

    judged: Sequence[ScoredPair]
    labelled: frozenset[HandlePair]
    one_set: bool = False
    """Whether left and right are the same set of papers."""
    decided: bool = False
    """Whether these are the pairs that a person decided, so that the others are truly false."""

    @property
    def candidates(self) -> int:
        """The number of labelled pairs that are compared at all, as candidates."""
        return sum(pair.true for pair in self.judged)

    def among(self, pairs: Iterable[HandlePair]) -> "Evaluation":
        """Return the evaluation on these pairs alone; for others, it is not known what is true."""
        known = {frozenset(pair) for pair in pairs}
        judged = [one for one in self.judged if frozenset(one.pair) in known]
        return replace(self, judged=judged, decided=True)

    def points(self) -> list[Point]:
        """Return a point for each distinct strength, strongest first."""
        return [
            Point(strength, precision, recall)
            for (strength,), precision, recall in self._steps(lambda pair: (pair.strength,))
        ]

    def average_precision(self) -> float:
        """Sum precision times the step in recall over the distinct strengths."""
        return _area(self._steps(lambda pair: (pair.strength,)))

    def average_precision_as_ordered(self) -> float:
        """Return the average precision with equal strengths ordered as in the ps rif."""
        return _area(self._steps(lambda pair: (pair.strength, pair.tie)))

    def best(self) -> Point:
        """Return the point with the best F1, of several the strongest."""
        nothing = Point(1.0, 0.0, 0.0)
        return max([nothing, *self.points()], key=lambda point: point.f1)

    def at(self, limit: float) -> Point:
        """Return the point of a limit, which reports strengths greater than it."""
        reported = [pair for pair in self.judged if pair.strength > limit]
        found = sum(pair.true for pair in reported)
        precision = found / len(reported) if reported else 1.0
        return Point(limit, precision, found / len(self.labelled) if self.labelled else 0.0)

    def unlabelled(self, limit: float) -> list[ScoredPair]:
        """Return the pairs that a limit reports but that are not labelled, strongest first.

        They count as false, but can be the same paper.
        """
        return [pair for pair in self.judged if pair.strength > limit and not pair.true]

    def missed(self, limit: float) -> list[ScoredPair]:
        """Return the labelled pairs that a limit does not report, strongest first.

        Pairs that are not in each other's target sets have strength 0.
        """
        weak = [pair for pair in self.judged if pair.true and pair.strength <= limit]
        without = self.labelled - {pair.pair for pair in self.judged}
        return weak + [ScoredPair(pair, 0.0, 0.0, true=True) for pair in sorted(without)]

    def limit_for(self, point: Point) -> float:
        """Return the highest limit, of those with the fewest decimals, that reports a point."""
        weaker = [pair.strength for pair in self.judged if pair.strength < point.strength]
        for decimals in range(1, _MAX_DECIMALS + 1):
            steps = 10.0**decimals
            limit = (math.ceil(point.strength * steps) - 1) / steps
            if limit >= max(weaker, default=0.0):
                return limit
        return max(weaker)

    def _steps(
        self, value: Callable[[ScoredPair], tuple[float, ...]]
    ) -> Iterator[tuple[tuple[float, ...], float, float]]:
        """Yield each distinct value with the precision and recall down to it."""
        reported = found = 0
        for shared, tied in groupby(self.judged, value):
            step = list(tied)
            reported += len(step)
            found += sum(pair.true for pair in step)
            yield shared, found / reported, found / len(self.labelled) if self.labelled else 0.0


def _area(steps: Iterable[tuple[tuple[float, ...], float, float]]) -> float:
    area = before = 0.0
    for _, precision, recall in steps:
        area += precision * (recall - before)
        before = recall
    return area


def evaluate_linkage(
    left: Sequence[Paper],
    right: Sequence[Paper],
    labelled: Collection[HandlePair],
    formula: Formula = Formula.SPECIFIED,
) -> Evaluation:
    """Evaluate the strength as linkage: each paper of one set against each of another."""
    known = list(issue_versions(left).values())
    new = [paper.features for paper in right]
    index = indexed([*(paper.features for paper in known), *new])
    pairs = (
        ((known[match.key].handle, right[match.position].handle), match)
        for match in find_matches(new, index, 0.0, formula)
        if match.key < len(known)
    )
    return _evaluation(pairs, frozenset(labelled), one_set=False)


def evaluate_deduplication(
    papers: Sequence[Paper], labelled: Collection[HandlePair], formula: Formula = Formula.SPECIFIED
) -> Evaluation:
    """Evaluate the strength as deduplication: the papers of one set against each other."""
    features = [paper.features for paper in papers]
    found = find_matches(features, indexed(features), 0.0, formula)
    pairs = (
        (_unordered(papers[match.key].handle, papers[match.position].handle), match)
        for match in found
        if match.key < match.position
    )
    return _evaluation(pairs, frozenset(_unordered(*pair) for pair in labelled), one_set=True)


def _unordered(one: str, other: str) -> HandlePair:
    return (one, other) if one < other else (other, one)


def _evaluation(
    found: Iterable[tuple[HandlePair, Match[Any]]],
    labelled: frozenset[HandlePair],
    *,
    one_set: bool,
) -> Evaluation:
    judged = [
        ScoredPair(pair, match.strength, match.tie, pair in labelled) for pair, match in found
    ]
    judged.sort(key=lambda pair: (-pair.strength, -pair.tie, pair.pair))
    return Evaluation(judged, labelled, one_set)
