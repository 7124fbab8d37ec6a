"""How well the strength tells labelled pairs from all others, at every limit."""

import datetime
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from wildwood.matching import Match, matches
from wildwood.memory import Archive, IssueIndex
from wildwood.model import SPECIFIED, Formula, Paper

Pair = tuple[str, str]
"""The handles of two papers, one of the left set and one of the right."""

_LEFT_DAY, _RIGHT_DAY = datetime.date(1, 1, 1), datetime.date(1, 1, 2)
_MAX_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with its strength, and whether it is labelled as one paper."""

    pair: Pair
    strength: float
    tie: float
    true: bool


@dataclass(frozen=True, slots=True)
class Point:
    """What is reported when everything down to some strength is."""

    strength: float
    """The weakest pairs that are reported have it."""
    precision: float
    """The share of true ones among the reported pairs."""
    recall: float
    """The share of reported ones among all labelled pairs."""

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All pairs with a strength, in the order in which an editor would see them."""

    judged: Sequence[Judged]
    labelled: frozenset[Pair]

    def points(self) -> list[Point]:
        """One for each distinct strength, the strongest first; a tie is taken as one step."""
        return [
            Point(strength, precision, recall)
            for (strength,), precision, recall in self._steps(lambda pair: (pair.strength,))
        ]

    def average_precision(self) -> float:
        """Precision times the step in recall, summed over the distinct strengths."""
        return _area(self._steps(lambda pair: (pair.strength,)))

    def average_precision_in_order(self) -> float:
        """The same with equal strengths told apart by what decides ties."""
        return _area(self._steps(lambda pair: (pair.strength, pair.tie)))

    def best(self) -> Point:
        """The point with the best F1; of several the strongest."""
        nothing = Point(1.0, 0.0, 0.0)
        return max([nothing, *self.points()], key=lambda point: point.f1)

    def at(self, limit: float) -> Point:
        """What a limit reports; strengths must be above it, strictly."""
        reported = [pair for pair in self.judged if pair.strength > limit]
        found = sum(pair.true for pair in reported)
        precision = found / len(reported) if reported else 1.0
        return Point(limit, precision, found / len(self.labelled) if self.labelled else 0.0)

    def false(self, limit: float) -> list[Judged]:
        """The pairs that a limit reports and that are not labelled, strongest first."""
        return [pair for pair in self.judged if pair.strength > limit and not pair.true]

    def missed(self, limit: float) -> list[Judged]:
        """The labelled pairs that a limit does not report, strongest first; 0 for no strength."""
        weak = [pair for pair in self.judged if pair.true and pair.strength <= limit]
        without = self.labelled - {pair.pair for pair in self.judged}
        return weak + [Judged(pair, 0.0, 0.0, true=True) for pair in sorted(without)]

    def limit_for(self, point: Point) -> float:
        """The limit of fewest decimals, and the highest such, that reports down to a point."""
        weaker = [pair.strength for pair in self.judged if pair.strength < point.strength]
        for decimals in range(1, _MAX_DECIMALS + 1):
            steps = 10.0**decimals
            limit = (math.ceil(point.strength * steps) - 1) / steps
            if limit >= max(weaker, default=0.0):
                return limit
        return max(weaker)

    def _steps(
        self, value: Callable[[Judged], tuple[float, ...]]
    ) -> Iterator[tuple[tuple[float, ...], float, float]]:
        """Each distinct value with the precision and recall down to it."""
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


def evaluate(
    left: Sequence[Paper],
    right: Sequence[Paper],
    labelled: Collection[Pair],
    formula: Formula = SPECIFIED,
) -> Evaluation:
    """Compare each paper of one set with each of another."""
    archive = Archive()
    archive.add_issue(_LEFT_DAY, left)
    archive.add_issue(_RIGHT_DAY, right)
    history = archive.indexed().history(before=_RIGHT_DAY)
    found = matches([paper.features for paper in right], history, 0.0, formula)
    pairs = (((match.key, right[match.position].handle), match) for match in found)
    return _evaluation(pairs, frozenset(labelled))


def evaluate_among(
    papers: Sequence[Paper], labelled: Collection[Pair], formula: Formula = SPECIFIED
) -> Evaluation:
    """Compare the papers of one set with each other; a pair has no order."""
    features = [paper.features for paper in papers]
    found = matches(features, IssueIndex(features), 0.0, formula)
    pairs = (
        (_unordered(papers[match.key].handle, papers[match.position].handle), match)
        for match in found
        if match.key < match.position
    )
    return _evaluation(pairs, frozenset(_unordered(*pair) for pair in labelled))


def _unordered(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _evaluation(found: Iterable[tuple[Pair, Match[Any]]], labelled: frozenset[Pair]) -> Evaluation:
    judged = [Judged(pair, match.strength, match.tie, pair in labelled) for pair, match in found]
    judged.sort(key=lambda pair: (-pair.strength, -pair.tie, pair.pair))
    return Evaluation(judged, labelled)
