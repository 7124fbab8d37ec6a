"""Measure formulas on the same labelled pairs, with intervals, and recommend one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from wildwood.analysis.cross_validation import LIMITS, Folds, best_limits, deals, held_out
from wildwood.analysis.evaluation import Evaluation
from wildwood.analysis.resampling import (
    Array,
    CountedPairs,
    Estimate,
    PairTally,
    Weights,
    Works,
    estimate,
    is_higher,
    resamples,
)
from wildwood.scoring.formulas import Formula

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
