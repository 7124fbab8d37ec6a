"""Count reported pairs in many samples of the works at once, for intervals and for folds.

The pairs of a work are not independent of each other, nor are the unlabelled pairs of a paper
such as “Editorial”, which resembles many. So a sample draws works, not pairs: a labelled pair
counts as often as its work was drawn, and an unlabelled pair of two works as often as the product
of their numbers. These are Poisson, as in a bootstrap of a large set, so that works without any
pair need not be known.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from wildwood.kernel.pairs import DisjointSets
from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import Evaluation, HandlePair

Array = npt.NDArray[Any]

_RESAMPLES = 1000
_SAMPLES_SEED = 1
_OUTSIDE = 0.025
"""The share of resamples on either side of an interval of 95 %."""
_PIECE = 4096
"""Pairs that are weighed at once."""


_Node = tuple[int, str]
"""The side of a paper, and its handle."""


class Works:
    """Numbers the works of evaluations of the same labelled pairs, those with a label first.

    Papers that are joined by labelled pairs are one work; any other paper is one by itself.
    """

    def __init__(self, evaluations: Sequence[Evaluation]) -> None:
        labelled = sorted(evaluations[0].labelled)
        self._right_side = 0 if evaluations[0].one_set else 1
        self._sets = DisjointSets[_Node]()
        for pair in labelled:
            self._sets.join(*self._nodes(pair))
        self._numbers: dict[_Node, int] = {}
        self._number_all(labelled)
        self.labelled = len(self._numbers)
        """The number of works with a label."""
        for found in evaluations:
            self._number_all(pair.pair for pair in found.judged)

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, pair: HandlePair) -> tuple[int, int]:
        """Return the numbers of the works of both papers."""
        left, right = map(self._sets.root, self._nodes(pair))
        return self._numbers[left], self._numbers[right]

    def _nodes(self, pair: HandlePair) -> tuple[_Node, _Node]:
        return (0, pair[0]), (self._right_side, pair[1])

    def _number_all(self, pairs: Iterable[HandlePair]) -> None:
        for pair in pairs:
            for node in self._nodes(pair):
                self._numbers.setdefault(self._sets.root(node), len(self._numbers))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and the interval in which it is with a confidence of 95 %."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def estimate(values: Array, works: int) -> Estimate:
    """Estimate a share by its value in the papers at hand, which is the first, and in resamples.

    The interval is moved by as much as the resamples are off on average: a best F1, for instance,
    is higher in a resample than in the papers that this was drawn from, as it is there higher than
    in others. Where the resamples do not vary, it is that of no error in as many works.
    """
    value, resampled = float(values[0]), values[1:]
    low, high = np.quantile(resampled, [_OUTSIDE, 1 - _OUTSIDE]) - (resampled.mean() - value)
    if resampled.min() == resampled.max():
        unseen = 1 - _OUTSIDE ** (1 / max(works, 1))
        low, high = value - unseen, value + unseen
    return Estimate(value, max(float(low), 0.0), min(float(high), 1.0))


def is_higher(values: Array, others: Array) -> bool:
    """Whether a figure is higher than another in the same papers, beyond chance."""
    difference = values - others
    low = np.quantile(difference[1:], _OUTSIDE) - (difference[1:].mean() - difference[0])
    return bool(low > 0)


@dataclass(frozen=True, slots=True)
class Weights:
    """How often each sample has each work: a row for each work, a column for each sample.

    A pair of two works weighs the product of `left` of one and `right` of the other. The last
    row of `right` is 1, for the pairs within a work.
    """

    left: Array
    right: Array


def resamples(works: Works) -> Weights:
    """Draw works with replacement, always the same for the same works; the first has each once."""
    drawn = np.random.default_rng(_SAMPLES_SEED).poisson(1.0, (len(works), 1 + _RESAMPLES))
    left = drawn.astype(np.uint8)
    left[:, 0] = 1
    return Weights(left, np.vstack([left, np.ones(left.shape[1], np.uint8)]))


@dataclass(frozen=True, slots=True)
class PairTally:
    """The weights of the pairs that are reported; the last axis has the samples."""

    found: Array
    """The labelled ones among the reported."""
    reported: Array
    labelled: Array
    """All labelled pairs, reported or not."""

    @property
    def precision(self) -> Array:
        """The share of labelled pairs among the reported ones; 1 if none is reported."""
        nothing = self.reported == 0
        precision: Array = np.where(nothing, 1.0, self.found / np.where(nothing, 1, self.reported))
        return precision

    @property
    def recall(self) -> Array:
        """The share of reported pairs among the labelled ones."""
        recall: Array = self.found / np.maximum(self.labelled, 1)
        return recall

    @property
    def f1(self) -> Array:
        """The harmonic mean of precision and recall."""
        f1: Array = 2 * self.found / np.maximum(self.reported + self.labelled, 1)
        return f1

    @property
    def average_precision(self) -> Array:
        """Precision times the step in recall, summed over the first axis."""
        steps = np.diff(self.found, axis=0, prepend=0)
        total: Array = (self.precision * steps).sum(axis=0) / np.maximum(self.labelled, 1)
        return total


class CountedPairs:
    """The pairs of an evaluation in arrays, strongest first."""

    def __init__(self, found: Evaluation, works: Works) -> None:
        pairs = np.array([works.of(pair.pair) for pair in found.judged], np.intp).reshape(-1, 2)
        self.left, right = pairs.T
        self.right = right
        self.strengths = np.array([pair.strength for pair in found.judged])
        self._partners = np.where(self.left == right, len(works), right)
        self._true = np.array([pair.true for pair in found.judged], bool)
        self._labelled = np.array([works.of(pair)[0] for pair in sorted(found.labelled)], np.intp)

    @cached_property
    def steps(self) -> Array:
        """How many pairs are reported down to each distinct strength of a labelled pair."""
        distinct = np.unique(-self.strengths[self._true])
        return np.searchsorted(-self.strengths, distinct, "right")

    def at(self, limits: Array) -> Array:
        """Count the pairs that each limit reports."""
        return np.searchsorted(-self.strengths, -limits, "left")

    def tally(self, cuts: Array, weights: Weights) -> PairTally:
        """Weigh the strongest pairs.

        Args:
            cuts: numbers of pairs; the tally has a row for each.
            weights: those of the works.
        """
        distinct, rows = np.unique(cuts, return_inverse=True)
        true = np.flatnonzero(self._true)
        found = self._sums(true, np.searchsorted(true, distinct), weights)
        reported = self._sums(np.arange(len(self._true)), distinct, weights)
        return PairTally(found[rows], reported[rows], self._all_labelled(weights))

    def tally_of_shares(self, shares: Array, weights: Weights) -> PairTally:
        """Weigh pairs of which shares are reported."""
        shares = shares.astype(np.float64)  # whole numbers would overflow with those of the works
        found, reported = np.zeros((2, weights.left.shape[1]))
        for piece in _pieces(np.flatnonzero(shares)):
            weighed = self._weighed(piece, weights)
            true = self._true[piece]
            reported += shares[piece] @ weighed
            found += shares[piece[true]] @ weighed[true]
        return PairTally(found, reported, self._all_labelled(weights))

    def _all_labelled(self, weights: Weights) -> Array:
        total: Array = weights.left[self._labelled].sum(axis=0, dtype=np.float64)
        return total

    def _weighed(self, pairs: Array, weights: Weights) -> Array:
        product: Array = weights.left[self.left[pairs]] * weights.right[self._partners[pairs]]
        return product

    def _sums(self, pairs: Array, cuts: Array, weights: Weights) -> Array:
        """Sum the weights of the first of some pairs, up to each cut."""
        sums = np.zeros((len(cuts), weights.left.shape[1]), np.float32)
        first = 0
        for piece in _pieces(pairs[: cuts[-1] if len(cuts) else 0]):
            rows = np.searchsorted(cuts, np.arange(first, first + len(piece)), "right")
            starts = np.flatnonzero(np.diff(rows, prepend=-1))
            weighed = self._weighed(piece, weights)
            sums[rows[starts]] += np.add.reduceat(weighed, starts, axis=0, dtype=np.float32)
            first += len(piece)
        return np.cumsum(sums, axis=0, dtype=np.float64)


def _pieces(pairs: Array) -> Iterator[Array]:
    for start in range(0, len(pairs), _PIECE):
        yield pairs[start : start + _PIECE]


LIMITS = np.arange(100) / 100
"""The limits to choose from; further decimals would follow chance."""

_FOLDS, _DEALS = 10, 5
_FOLDS_SEED = 2
_SMOOTHED = 5
"""The limits over which F1 is averaged, so that no single pair decides."""
_EQUAL = 1e-9


def best_limits(f1: Array) -> Array:
    """Return the limit with the best F1 of each sample, with neighbours taken into account.

    Of several, it is the one in the middle.

    Args:
        f1: has a row for each of `LIMITS` and a column for each sample.
    """
    margin = _SMOOTHED // 2
    padded = np.pad(f1, ((margin, margin), (0, 0)), mode="edge")
    smooth = np.lib.stride_tricks.sliding_window_view(padded, _SMOOTHED, axis=0).mean(axis=-1)
    so_far = np.cumsum(smooth >= smooth.max(axis=0) - _EQUAL, axis=0)
    middle: Array = LIMITS[np.argmax(2 * so_far > so_far[-1], axis=0)]
    return middle


@dataclass(frozen=True, slots=True)
class Folds:
    """Works dealt into folds of equal size; a work is in one."""

    of_work: Array

    def others(self) -> Weights:
        """Return a sample for each fold, of the works that are not in it.

        More unlabelled than labelled pairs are lost, as either work can be in the fold; those
        that are left count for them.
        """
        outside = (self.of_work[:, None] != np.arange(_FOLDS)).astype(np.float32)
        right = outside * np.float32(_FOLDS / (_FOLDS - 1))
        return Weights(outside, np.vstack([right, np.ones(_FOLDS, np.float32)]))


def deals(works: Works) -> list[Folds]:
    """Deal the works several times, always the same; those with a label by themselves."""
    draw = np.random.default_rng(_FOLDS_SEED)
    parts = [np.arange(part) % _FOLDS for part in (works.labelled, len(works) - works.labelled)]
    return [Folds(np.concatenate(list(map(draw.permutation, parts)))) for _ in range(_DEALS)]


def held_out(pairs: CountedPairs, dealt: Sequence[Folds], weights: Weights) -> PairTally:
    """Count what is reported if each fold has the limit that is best for the others.

    An unlabelled pair of works in two folds counts half in either. The counts are means of the
    deals.
    """
    shares = np.mean([_reported(pairs, folds) for folds in dealt], axis=0)
    return pairs.tally_of_shares(shares, weights)


def _reported(pairs: CountedPairs, folds: Folds) -> Array:
    """Return the share of each pair that is reported: none, half of it or all."""
    limits = best_limits(pairs.tally(pairs.at(LIMITS), folds.others()).f1)[folds.of_work]
    sides = [pairs.strengths > limits[works] for works in (pairs.left, pairs.right)]
    share: Array = np.mean(sides, axis=0)
    return share


ENOUGH_WORKS = 50
"""Labelled works; with fewer, intervals are too narrow (tests/benchmarks/README.md)."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Precision, recall and F1."""

    precision: Estimate
    recall: Estimate
    f1: Estimate


@dataclass(frozen=True, slots=True)
class FormulaRow:
    """A formula, and how it does on some papers."""

    formula: Formula
    evaluation: Evaluation
    average_precision: Estimate
    best_f1: Estimate
    """At the limit that is best for these very papers."""
    limit: float
    """The recommended one."""
    level_limits: tuple[float, float]
    """The limits around it whose F1 is not lower beyond chance, from and to."""
    held_out: Shares
    """With limits chosen on other papers."""
    average_precisions: Array
    """In the papers, and in each resample."""

    def as_dict(self) -> dict[str, Any]:
        """Return its figures, as JSON has them."""
        found = self.evaluation
        best = found.best()
        return {
            "formula": self.formula.value,
            "average_precision": asdict(self.average_precision),
            "average_precision_as_ordered": found.average_precision_as_ordered(),
            "best": {
                **asdict(best),
                "f1": asdict(self.best_f1),
                "limit": found.limit_for(best),
            },
            "best_limit": {
                "value": self.limit,
                "from": self.level_limits[0],
                "to": self.level_limits[1],
            },
            "held_out": asdict(self.held_out),
            "compared": found.candidates,
        }

    def is_better(self, other: "FormulaRow") -> bool:
        """Whether it orders pairs better beyond chance, without a lower F1."""
        return self.held_out.f1.value >= other.held_out.f1.value and is_higher(
            self.average_precisions, other.average_precisions
        )


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The rows of some formulas."""

    rows: Sequence[FormulaRow]
    configured: Formula
    works: int
    """The number of works with a label."""

    @property
    def is_enough(self) -> bool:
        """Whether there are enough labels to recommend anything."""
        return self.works >= ENOUGH_WORKS

    @property
    def recommended(self) -> FormulaRow:
        """The best row of those that are better than the configured one, or this."""
        current = self.row(self.configured)
        better = [row for row in self.rows if self.is_enough and row.is_better(current)]
        return max(better, key=lambda row: row.average_precision.value, default=current)

    @property
    def level(self) -> list[FormulaRow]:
        """The rows that are neither better nor worse than the recommended one."""
        chosen = self.recommended
        return [
            row
            for row in self.rows
            if row is not chosen and not chosen.is_better(row) and not row.is_better(chosen)
        ]

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the figures of each row, as JSON has them."""
        return [row.as_dict() for row in self.rows]

    def row(self, formula: Formula) -> FormulaRow:
        """Return the row of a formula."""
        return next(row for row in self.rows if row.formula is formula)


def side_by_side(
    evaluate: Callable[[Formula], Evaluation],
    configured: Formula = Formula.SPECIFIED,
    formulas: Iterable[Formula] = Formula,
) -> SideBySide:
    """Evaluate formulas, among them the configured one."""
    found = {formula: evaluate(formula) for formula in formulas}
    works = Works(list(found.values()))
    drawn, dealt = resamples(works), deals(works)
    rows = [_row(formula, one, works, drawn, dealt) for formula, one in found.items()]
    return SideBySide(rows, configured, works.labelled)


def shares_at(found: Evaluation, limit: float) -> Shares:
    """Estimate the shares at a limit that was not chosen on these papers."""
    works = Works([found])
    pairs = CountedPairs(found, works)
    [cut] = pairs.at(np.array([limit]))
    return _shares(pairs.tally_of_shares(np.arange(len(pairs.left)) < cut, resamples(works)), works)


def _row(
    formula: Formula, found: Evaluation, works: Works, drawn: Weights, dealt: Sequence[Folds]
) -> FormulaRow:
    pairs = CountedPairs(found, works)
    steps = pairs.tally(pairs.steps, drawn)
    limit, level = _limit(pairs.tally(pairs.at(LIMITS), drawn).f1)
    return FormulaRow(
        formula,
        found,
        estimate(steps.average_precision, works.labelled),
        estimate(steps.f1.max(axis=0, initial=0.0), works.labelled),
        limit,
        level,
        _shares(held_out(pairs, dealt, drawn), works),
        steps.average_precision,
    )


def _shares(tally: PairTally, works: Works) -> Shares:
    return Shares(
        *(estimate(share, works.labelled) for share in (tally.precision, tally.recall, tally.f1))
    )


def _limit(f1: Array) -> tuple[float, tuple[float, float]]:
    """Return the best limit, and the range of those around it that are level with it."""
    chosen = int(np.searchsorted(LIMITS, best_limits(f1[:, :1])[0]))
    first = last = chosen
    while first > 0 and not is_higher(f1[chosen], f1[first - 1]):
        first -= 1
    while last < len(LIMITS) - 1 and not is_higher(f1[chosen], f1[last + 1]):
        last += 1
    return float(LIMITS[chosen]), (float(LIMITS[first]), float(LIMITS[last]))
