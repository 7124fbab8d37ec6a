"""Estimate how well formulas do on labelled pairs, with intervals from resampled works.

The pairs of a work depend on each other, as do the unlabelled pairs of a paper such as “Editorial”.
So a sample draws works: a labelled pair counts as often as its work was drawn, and an unlabelled
one as often as the product of the numbers of its works. These are Poisson, as in a bootstrap of a
large set, so that works without any pair need not be known.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.kernel.pairs import DisjointSets
from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import Evaluation, HandlePair

Array = npt.NDArray[Any]

_RESAMPLES = 1000
_SEED = 1
_OUTSIDE = 0.025

ENOUGH_WORKS = 50  # labelled; with fewer, intervals are too narrow (tests/benchmarks/README.md)

_LIMITS = np.arange(100) / 100  # the limits to choose from; further decimals would follow chance
_SMOOTHED = 5  # the limits over which F1 is averaged, so that no single pair decides
_EQUAL = 1e-9

_Node = tuple[int, str]


class Works:
    """Numbers works, labelled ones first; papers joined by labelled pairs are one work."""

    def __init__(self, evaluations: Sequence[Evaluation]) -> None:
        labelled = sorted(evaluations[0].labelled)
        self._right_side = 0 if evaluations[0].one_set else 1
        self._sets = DisjointSets[_Node]()
        self._numbers: dict[_Node, int] = {}
        for pair in labelled:
            self._sets.join(*self._nodes(pair))
        for pair in labelled:
            self.numbers(pair)
        self.labelled = len(self._numbers)
        for scored in chain.from_iterable(evaluation.judged for evaluation in evaluations):
            self.numbers(scored.pair)

    def __len__(self) -> int:
        return len(self._numbers)

    def numbers(self, pair: HandlePair) -> tuple[int, int]:
        """Return the numbers of the two works of a pair, the next one for a new work."""
        left, right = (
            self._numbers.setdefault(self._sets.root(node), len(self._numbers))
            for node in self._nodes(pair)
        )
        return left, right

    def samples(self) -> Array:
        """Draw works with replacement, the same each time; the first sample has each work once."""
        random, size = np.random.default_rng(_SEED), 1 + _RESAMPLES
        drawn = [random.poisson(1.0, size).astype(np.uint8) for _ in range(len(self))]
        times: Array = np.ascontiguousarray(np.reshape(drawn, (len(self), size)).T, np.uint8)
        times[0] = 1
        return times

    def _nodes(self, pair: HandlePair) -> tuple[_Node, _Node]:
        return (0, pair[0]), (self._right_side, pair[1])


class Figures(NamedTuple):
    average_precision: Array
    best_f1: Array
    precision: Array  # this and the next two are those of a limit that is the same in all samples
    recall: Array
    f1: Array


def resampled_figures(
    evaluation: Evaluation, works: Works, samples: Array, limit: float
) -> Figures:
    strengths = np.array([pair.strength for pair in evaluation.judged])
    true = np.array([pair.true for pair in evaluation.judged], bool)
    left, right = (
        np.array([works.numbers(pair.pair) for pair in evaluation.judged], np.intp).reshape(-1, 2).T
    )
    labelled = np.array([works.numbers(pair)[0] for pair in sorted(evaluation.labelled)], np.intp)
    ends = np.searchsorted(-strengths, np.unique(-strengths[true]), "right")
    cuts = np.append(ends, np.searchsorted(-strengths, -limit, "left"))
    left, right, true = (values[: cuts.max()] for values in (left, right, true))

    def figures(times: Array) -> tuple[float, ...]:
        weights = times[left] * np.where(left == right, 1, times[right])
        reported, matches = (
            np.concatenate([[0], np.cumsum(counted)])[cuts] for counted in (weights, weights * true)
        )
        return _figures(matches, reported, max(int(times[labelled].sum()), 1))

    return Figures(*np.array([figures(times) for times in samples]).T)


def _figures(matches: Array, reported: Array, labelled: int) -> tuple[float, ...]:
    """Compute the figures at cuts; the last is that of the limit."""
    precision = np.where(reported == 0, 1.0, matches / np.maximum(reported, 1))
    f1 = 2 * matches / np.maximum(reported + labelled, 1)
    area = (precision[:-1] * np.diff(matches[:-1], prepend=0)).sum() / labelled
    return area, f1[:-1].max(initial=0.0), precision[-1], matches[-1] / labelled, f1[-1]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def estimate(values: Array, works: int) -> Estimate:
    """Estimate a share by its value in the papers at hand, the first, and in resamples.

    The interval is corrected for the average bias of resamples: a best F1 is higher in them than in
    their source. Where they do not vary, it is that of no error in as many works.
    """
    value, resampled = float(values[0]), values[1:]
    low, high = np.quantile(resampled, [_OUTSIDE, 1 - _OUTSIDE]) - (resampled.mean() - value)
    if resampled.min() == resampled.max():
        unseen = 1 - _OUTSIDE ** (1 / max(works, 1))
        low, high = value - unseen, value + unseen
    return Estimate(value, max(float(low), 0.0), min(float(high), 1.0))


def best_limit(evaluation: Evaluation) -> float:
    """Return the limit with the best smoothed F1; of several, the middle one."""
    f1 = np.array([point.f1 for point in evaluation.points_at(_LIMITS.tolist())])
    padded = np.pad(f1, _SMOOTHED // 2, mode="edge")
    smooth = np.lib.stride_tricks.sliding_window_view(padded, _SMOOTHED).mean(axis=-1)
    best = _LIMITS[smooth >= smooth.max() - _EQUAL]
    return float(best[len(best) // 2])


@dataclass(frozen=True, slots=True)
class Shares:
    precision: Estimate
    recall: Estimate
    f1: Estimate


@dataclass(frozen=True, slots=True)
class FormulaRow:
    formula: Formula
    evaluation: Evaluation
    average_precision: Estimate
    best_f1: Estimate
    limit: float  # the best one
    looked_at: float  # the limit of `at_limit`, by default the best one
    at_limit: Shares

    def as_dict(self) -> dict[str, Any]:
        return {
            "formula": self.formula.value,
            "average_precision": asdict(self.average_precision),
            "best": {**asdict(self.evaluation.best()), "f1": asdict(self.best_f1)},
            "best_limit": {"value": self.limit},
            "limit": self.looked_at,
            "at_limit": asdict(self.at_limit),
            "compared": self.evaluation.candidates,
        }


@dataclass(frozen=True, slots=True)
class SideBySide:
    rows: Sequence[FormulaRow]
    configured: Formula
    works: int  # the number of works with a label

    @property
    def is_enough(self) -> bool:
        return self.works >= ENOUGH_WORKS

    @property
    def recommended(self) -> FormulaRow:
        """The row with the best F1; that of the configured formula if others are no better."""
        current = next(row for row in self.rows if row.formula is self.configured)
        rows = [current, *self.rows] if self.is_enough else [current]
        return max(rows, key=lambda row: row.best_f1.value)

    def as_dicts(self) -> list[dict[str, Any]]:
        return [row.as_dict() for row in self.rows]


def side_by_side(
    evaluate: Callable[[Formula], Evaluation],
    configured: Formula = Formula.SPECIFIED,
    formulas: Iterable[Formula] = Formula,
    limit: float | None = None,
) -> SideBySide:
    """Evaluate formulas and the configured one, each at its best limit unless one is given."""
    evaluations = {formula: evaluate(formula) for formula in formulas}
    works = Works(list(evaluations.values()))
    samples = works.samples()

    def row(formula: Formula, evaluation: Evaluation) -> FormulaRow:
        best = best_limit(evaluation)
        looked_at = best if limit is None else limit
        figures = resampled_figures(evaluation, works, samples, looked_at)
        area, best_f1, *shares = (estimate(values, works.labelled) for values in figures)
        return FormulaRow(formula, evaluation, area, best_f1, best, looked_at, Shares(*shares))

    return SideBySide([row(*item) for item in evaluations.items()], configured, works.labelled)
