"""Evaluate all formulas on the same labelled pairs, and recommend one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wildwood.analysis.evaluation import Evaluation, Point
from wildwood.model import SPECIFIED, Candidates, Comparison, Formula

COMPARISONS = (
    SPECIFIED,
    Comparison(Formula.DICE),
    Comparison(Formula.TOLERANT),
    Comparison(Formula.TOLERANT, Candidates.TITLES),
)
"""All that differ: `titles` changes nothing without the tolerant formula."""


@dataclass(frozen=True, slots=True)
class Row:
    """One way to compare papers, and how it does at its best limit."""

    comparison: Comparison
    evaluation: Evaluation
    average_precision: float
    best: Point
    limit: float

    @property
    def f1(self) -> float:
        """The best F1, to the three decimals that are shown."""
        return round(self.best.f1, 3)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The rows of all comparisons."""

    rows: Sequence[Row]

    @property
    def recommended(self) -> Row:
        """The row with the best F1; of several, that with the best average precision."""
        return max(self.rows, key=lambda row: (row.f1, round(row.average_precision, 3)))

    def row(self, comparison: Comparison) -> Row:
        """Return the row of a comparison, or of one that gives the same."""
        effective = comparison if comparison.finds_titles else Comparison(comparison.formula)
        return next(row for row in self.rows if row.comparison == effective)


def side_by_side(evaluate: Callable[[Comparison], Evaluation]) -> SideBySide:
    """Evaluate every comparison."""
    return SideBySide([_row(comparison, evaluate(comparison)) for comparison in COMPARISONS])


def _row(comparison: Comparison, found: Evaluation) -> Row:
    best = found.best()
    return Row(comparison, found, found.average_precision(), best, found.limit_for(best))
