"""Evaluate all formulas on the same labelled pairs, and recommend one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wildwood.analysis.evaluation import Evaluation, Point
from wildwood.scoring.formulas import Formula


@dataclass(frozen=True, slots=True)
class Row:
    """A formula, and how it does at its best limit."""

    formula: Formula
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
    """The rows of all formulas."""

    rows: Sequence[Row]

    @property
    def recommended(self) -> Row:
        """The row with the best F1; of several, that with the best average precision."""
        return max(self.rows, key=lambda row: (row.f1, round(row.average_precision, 3)))

    def row(self, formula: Formula) -> Row:
        """Return the row of a formula."""
        return next(row for row in self.rows if row.formula is formula)


def side_by_side(evaluate: Callable[[Formula], Evaluation]) -> SideBySide:
    """Evaluate every formula."""
    return SideBySide([_row(formula, evaluate(formula)) for formula in Formula])


def _row(formula: Formula, found: Evaluation) -> Row:
    best = found.best()
    return Row(formula, found, found.average_precision(), best, found.limit_for(best))
