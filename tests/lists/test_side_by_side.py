"""All formulas on the same labelled pairs."""

from dataclasses import replace

import pytest

from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import SideBySide

from tests.support.labelled_works import evaluation_of, labelled_works
from tests.support.resampled import resample, resampled_estimate

WORKS, BETTER = 300, 1.0


def compared(
    seed: int, better: frozenset[Formula] = frozenset(), *, works: int = WORKS
) -> SideBySide:
    """Compare formulas that are equally good, except for some."""
    return SideBySide(
        [
            replace(
                labelled_works(seed, works, shift=BETTER * (formula in better), noise=noise),
                formula=formula,
            )
            for noise, formula in enumerate(Formula)
        ]
    )


def test_every_formula_has_a_row() -> None:
    assert [row.formula for row in compared(1).rows] == list(Formula)


def test_the_formula_with_the_best_f1_is_recommended() -> None:
    assert compared(1, frozenset({Formula.DICE})).recommended.formula is Formula.DICE


def test_of_formulas_with_one_f1_the_first_is_kept() -> None:
    evaluation = labelled_works(1, WORKS)
    for used in Formula:
        formulas = dict.fromkeys([used, *Formula])
        rows = SideBySide([replace(evaluation, formula=formula) for formula in formulas])
        assert rows.recommended.formula is used


def test_with_few_labels_nothing_else_is_recommended() -> None:
    found = compared(1, frozenset({Formula.DICE}), works=60)
    assert not found.is_enough
    assert found.recommended.formula is Formula.SPECIFIED


def test_figures_are_those_of_the_best_limit_if_none_is_given() -> None:
    found = compared(1)
    assert list(found.rows) == [evaluation.best for evaluation in found.evaluations]


def test_figures_are_those_of_a_limit_that_is_given() -> None:
    evaluation = labelled_works(1, WORKS)
    assert SideBySide([evaluation], 0.62).recommended == evaluation.at(0.62)


@pytest.mark.parametrize("strengths", [{}, {("x", "y"): 0.9}], ids=["no pair", "false"])
def test_a_formula_that_finds_nothing_has_figures_of_zero(
    strengths: dict[tuple[str, str], float],
) -> None:
    row = SideBySide([evaluation_of(strengths, [("a", "b")])]).recommended
    assert (row.recall.value, row.f1.value) == (0, 0)


def test_intervals_are_about_those_of_resampled_works() -> None:
    evaluation = labelled_works(1, WORKS)
    figures = evaluation.at(0.6)
    estimates = (figures.precision, figures.recall, figures.f1)
    columns = resample(evaluation, 0.6).T[2:]
    for own, other in zip(estimates, map(resampled_estimate, columns), strict=True):
        assert (own.value, own.low, own.high) == pytest.approx(
            (other.value, other.low, other.high), abs=0.025
        )
