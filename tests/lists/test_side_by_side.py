"""All formulas on the same labelled pairs."""

import pytest

from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import Evaluation, ScoredPair, SideBySide, side_by_side

from tests.support.labelled_works import labelled_works

WORKS, BETTER = 300, 1.0


def compared(
    seed: int, better: frozenset[Formula] = frozenset(), *, works: int = WORKS
) -> SideBySide:
    """Compare formulas that are equally good, except for some."""
    shifts = {formula: BETTER * (formula in better) for formula in Formula}
    return side_by_side(
        lambda formula: labelled_works(
            seed, works, shift=shifts[formula], noise=list(Formula).index(formula)
        )
    )


def test_every_formula_is_evaluated_once() -> None:
    asked: list[Formula] = []

    def evaluate(formula: Formula) -> Evaluation:
        asked.append(formula)
        return labelled_works(1, 50)

    found = side_by_side(evaluate)
    assert [row.formula for row in found.rows] == asked == list(Formula)


def test_the_formula_with_the_best_f1_is_recommended() -> None:
    assert compared(1, frozenset({Formula.DICE})).recommended.formula is Formula.DICE


def test_of_formulas_with_one_f1_the_configured_is_kept() -> None:
    for formula in Formula:
        evaluation = labelled_works(1, WORKS)
        rows = side_by_side(lambda _: evaluation, formula)  # noqa: B023 - called at once
        assert rows.recommended.formula is formula


def test_with_few_labels_nothing_else_is_recommended() -> None:
    found = compared(1, frozenset({Formula.DICE}), works=60)
    assert not found.is_enough
    assert found.recommended.formula is Formula.SPECIFIED


def test_figures_are_those_of_the_best_limit_if_none_is_given() -> None:
    for row in compared(1).rows:
        assert row.limit == row.best_limit == row.evaluation.best_limit()
        [at] = row.evaluation.points([row.limit])
        assert row.f1.value == pytest.approx(at.f1)


def test_figures_are_those_of_a_limit_that_is_given() -> None:
    evaluation = labelled_works(1, WORKS)
    row = side_by_side(lambda _: evaluation, limit=0.6).recommended
    [at] = evaluation.points([0.6])
    assert (row.limit, row.best_limit) == (0.6, evaluation.best_limit())
    assert row.precision.value == pytest.approx(at.precision)
    assert row.recall.low < at.recall < row.recall.high


@pytest.mark.parametrize(
    "judged", [(), (ScoredPair(("x", "y"), 0.9, true=False),)], ids=["no pair", "false"]
)
def test_a_formula_that_finds_nothing_has_figures_of_zero(judged: tuple[ScoredPair, ...]) -> None:
    row = side_by_side(lambda _: Evaluation(judged, frozenset({("a", "b")}))).recommended
    assert (row.average_precision.value, row.best_f1.value) == (0, 0)
