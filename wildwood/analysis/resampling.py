"""Count reported pairs in many samples of the works at once, for intervals and for folds.

The pairs of a work are not independent of each other, nor are the unlabelled pairs of a paper
such as “Editorial”, which resembles many. So a sample draws works, not pairs: a labelled pair
counts as often as its work was drawn, and an unlabelled pair of two works as often as the product
of their numbers. These are Poisson, as in a bootstrap of a large set, so that works without any
pair need not be known.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from wildwood.analysis.evaluation import Evaluation, HandlePair
from wildwood.disjoint_sets import DisjointSets

Array = npt.NDArray[Any]

_RESAMPLES = 1000
_SEED = 1
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
    drawn = np.random.default_rng(_SEED).poisson(1.0, (len(works), 1 + _RESAMPLES))
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
