"""All formulas on the same labelled pairs."""

import pytest

from wildwood.analysis.evaluation import Evaluation, ScoredPair
from wildwood.analysis.side_by_side import side_by_side
from wildwood.scoring.formulas import Formula


def of(*strengths: tuple[float, bool]) -> Evaluation:
    """Make an evaluation of pairs of these strengths, of which some are the same paper."""
    judged = [
        ScoredPair((str(number), "x"), strong, strong, true)
        for number, (strong, true) in enumerate(strengths)
    ]
    return Evaluation(judged, frozenset(pair.pair for pair in judged if pair.true) | {("m", "x")})


GOOD, FAIR = of((0.9, True), (0.8, True)), of((0.9, True), (0.8, False), (0.7, True))


def test_every_formula_is_evaluated_once() -> None:
    asked: list[Formula] = []

    def evaluate(formula: Formula) -> Evaluation:
        asked.append(formula)
        return FAIR

    found = side_by_side(evaluate)
    assert [row.formula for row in found.rows] == asked == list(Formula)


@pytest.mark.parametrize("best", Formula)
def test_the_formula_with_the_best_f1_is_recommended(best: Formula) -> None:
    found = side_by_side(lambda formula: GOOD if formula is best else FAIR)
    assert found.recommended.formula is best
    assert found.recommended.limit == 0.7


def test_of_equal_ones_the_specified_is_recommended() -> None:
    assert side_by_side(lambda _: GOOD).recommended.formula is Formula.SPECIFIED


def test_of_equal_f1_the_better_average_precision_is_recommended() -> None:
    # Both have the best F1 at one true and one labelled pair missed; one has another true pair.
    tail = of((0.9, True), *[(0.8 - n / 100, False) for n in range(20)], (0.3, True))
    without = Evaluation(tail.judged[:-1], tail.labelled)
    assert tail.best().f1 == without.best().f1
    found = side_by_side(lambda formula: tail if formula is Formula.TOLERANT else without)
    assert found.recommended.formula is Formula.TOLERANT
