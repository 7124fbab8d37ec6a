"""The formula of the strength."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.model import SPECIFIED, Features, Formula, Ratio, Totals, Weights
from wildwood.scoring.similarity import (
    cofeature_ratios,
    cofeatures,
    shared_totals,
    strength,
    type_weights,
)

totals = st.integers(1, 60)
papers = st.builds(Totals, totals, totals)
formulas = st.builds(Formula, st.sampled_from(Ratio), st.sampled_from(Weights))


def between(left: Features, right: Features, formula: Formula = SPECIFIED) -> float:
    return strength(shared_totals(left, right), left.totals, right.totals, formula)


def test_cofeatures_count_repeated_occurrences() -> None:
    assert cofeatures(["foo", "bar"], ["foo", "bar", "bar"]) == 2
    assert cofeatures(["x"] * 2, ["x"] * 3) == 2


def test_the_ratio_is_over_the_smaller_total() -> None:
    assert cofeature_ratios(Totals(2, 3), Totals(4, 8), Totals(3, 9)) == (2 / 3, 3 / 8)


def test_dices_ratio_is_over_the_mean_of_both_totals() -> None:
    found = cofeature_ratios(Totals(2, 3), Totals(4, 8), Totals(3, 9), Ratio.DICE)
    assert found == (4 / 7, 6 / 17)


def test_the_damped_ratio_counts_the_titles_as_one_feature_longer() -> None:
    found = cofeature_ratios(Totals(2, 1), Totals(2, 1), Totals(2, 1), Ratio.DAMPED)
    assert found == (1, 2 / 3)


def test_the_weight_of_a_type_is_the_share_of_the_other_type() -> None:
    assert type_weights(Totals(4, 4), Totals(2, 3)) == (7 / 13, 6 / 13)


def test_equal_weights_are_halves() -> None:
    assert type_weights(Totals(4, 4), Totals(2, 3), Weights.EQUAL) == (0.5, 0.5)


def test_the_worked_example() -> None:
    new = Features(("anna", "smith", "bob", "smith"), ("1 2 3", "2 3 4", "3 4 5", "4 5 6"))
    whole = Features(("bob", "smith"), ("1 2 3", "2 3 4", "3 4 5"))
    last_two = Features(("bob", "smith"), ("3 4 5", "4 5 6", "5 6 7"))
    assert between(new, whole) == 1.0
    assert between(new, last_two) == round((2 / 3) ** (6 / 13), 9)
    assert f"{between(new, last_two):.4f}" == "0.8293"


@pytest.mark.parametrize("shared", [Totals(0, 3), Totals(2, 0), Totals(0, 0)])
def test_papers_without_common_features_of_both_types_have_strength_0(shared: Totals) -> None:
    assert strength(shared, Totals(2, 3), Totals(2, 3)) == 0.0


def test_papers_without_features_cause_no_division_by_zero() -> None:
    assert strength(Totals(0, 0), Totals(0, 0), Totals(0, 0)) == 0.0


def test_an_exact_half_stays_a_half() -> None:
    # Both ratios are 1/2, and 0.5**w * 0.5**(1-w) need not be 0.5 in floating point.
    halves = {
        strength(Totals(a, t), Totals(2 * a, 2 * t), Totals(2 * a, 2 * t))
        for a in range(1, 40)
        for t in range(1, 40)
    }
    assert halves == {0.5}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (Formula(Ratio.OVERLAP, Weights.EQUAL), (1 * 2 / 3) ** 0.5),
        (Formula(Ratio.DICE, Weights.EQUAL), (4 / 6 * 4 / 7) ** 0.5),
        (Formula(Ratio.DAMPED, Weights.EQUAL), (4 / 6 * 4 / 8) ** 0.5),
        (Formula(Ratio.DICE, Weights.OPPOSITE), (4 / 6) ** (7 / 13) * (4 / 7) ** (6 / 13)),
    ],
)
def test_each_formula_by_hand(formula: Formula, expected: float) -> None:
    found = strength(Totals(2, 2), Totals(4, 4), Totals(2, 3), formula)
    assert found == pytest.approx(expected, abs=1e-9)


def at_most(left: Totals, right: Totals) -> st.SearchStrategy[Totals]:
    """Generate totals of co-features that two papers can have."""
    authors, titles = min(left.authors, right.authors), min(left.titles, right.titles)
    return st.builds(Totals, st.integers(1, authors), st.integers(1, titles))


@given(papers, papers, formulas, st.data())
def test_strength_is_symmetric_and_within_its_range(
    left: Totals, right: Totals, formula: Formula, data: st.DataObject
) -> None:
    shared = data.draw(at_most(left, right))
    found = strength(shared, left, right, formula)
    assert 0 < found <= 1
    assert found == strength(shared, right, left, formula)


@given(papers, papers, formulas, st.data())
def test_strength_grows_with_what_is_shared(
    left: Totals, right: Totals, formula: Formula, data: st.DataObject
) -> None:
    shared = data.draw(at_most(left, right))
    fewer = data.draw(at_most(shared, shared))
    assert strength(fewer, left, right, formula) <= strength(shared, left, right, formula)


@given(totals, totals, formulas)
def test_a_copy_has_strength_one_unless_damped(authors: int, titles: int, formula: Formula) -> None:
    total = Totals(authors, titles)
    found = strength(total, total, total, formula)
    assert (found == 1.0) == (formula.ratio is not Ratio.DAMPED)


def test_a_damped_copy_is_stronger_if_its_title_is_longer() -> None:
    short, long = Totals(2, 1), Totals(2, 8)
    damped = Formula(Ratio.DAMPED, Weights.EQUAL)
    assert f"{strength(short, short, short, damped):.4f}" == "0.8165"
    assert f"{strength(long, long, long, damped):.4f}" == "0.9701"
