"""All formulas on the same labelled pairs."""

import pytest

from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import Evaluation, ScoredPair
from wildwood.lists.intervals import SideBySide, shares_at, side_by_side

from tests.support.labelled_works import labelled_works

WORKS, BETTER = 300, 1.0


def compared(
    seed: int, better: frozenset[Formula] = frozenset(), *, works: int = WORKS,
    configured: Formula = Formula.SPECIFIED,
) -> SideBySide:  # fmt: skip
    """Compare formulas of equal worth, but for some."""
    shifts = {formula: BETTER * (formula in better) for formula in Formula}
    return side_by_side(
        lambda formula: labelled_works(
            seed, works, shift=shifts[formula], noise=list(Formula).index(formula)
        ),
        configured,
    )


def names(found: SideBySide) -> set[Formula]:
    return {row.formula for row in found.level}


def test_every_formula_is_evaluated_once() -> None:
    asked: list[Formula] = []

    def evaluate(formula: Formula) -> Evaluation:
        asked.append(formula)
        return labelled_works(1, 50)

    found = side_by_side(evaluate)
    assert [row.formula for row in found.rows] == asked == list(Formula)


def test_a_formula_that_is_better_beyond_chance_is_recommended() -> None:
    found = compared(1, frozenset({Formula.DICE}))
    assert found.recommended.formula is Formula.DICE
    assert names(found) == set()


def test_of_formulas_that_are_better_and_level_both_are_named() -> None:
    found = compared(1, frozenset({Formula.DICE, Formula.TOLERANT}))
    assert {found.recommended.formula, *names(found)} == {Formula.DICE, Formula.TOLERANT}


def test_of_equal_formulas_the_configured_is_kept_nearly_always() -> None:
    kept = [compared(seed).recommended.formula is Formula.SPECIFIED for seed in range(6)]
    assert sum(kept) >= 5


def test_the_configured_formula_is_kept_if_it_is_level() -> None:
    found = compared(1, configured=Formula.TOLERANT)
    assert found.recommended.formula is Formula.TOLERANT
    assert names(found) == set(Formula) - {Formula.TOLERANT}


def test_with_few_labels_nothing_else_is_recommended() -> None:
    found = compared(1, frozenset({Formula.DICE}), works=60)
    assert not found.is_enough
    assert found.recommended.formula is Formula.SPECIFIED


def test_the_limits_that_are_level_are_around_the_recommended_one() -> None:
    for row in compared(1).rows:
        low, high = row.level_limits
        assert low < row.limit < high


def test_a_limit_that_was_not_chosen_on_the_papers_is_measured_on_all() -> None:
    found = labelled_works(1, WORKS)
    at, shares = found.at(0.6), shares_at(found, 0.6)
    assert abs(shares.precision.value - at.precision) < 1e-9
    assert shares.recall.low < at.recall < shares.recall.high


@pytest.mark.parametrize(
    "judged", [(), (ScoredPair(("x", "y"), 0.9, 0.9, true=False),)], ids=["no pair", "false"]
)
def test_a_formula_that_finds_nothing_has_figures_of_zero(judged: tuple[ScoredPair, ...]) -> None:
    row = side_by_side(lambda _: Evaluation(judged, frozenset({("a", "b")}))).recommended
    assert (row.average_precision.value, row.held_out.f1.value) == (0, 0)
