"""The formula of the strength."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.model import Features, Totals
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import (
    cofeature_ratios,
    cofeatures,
    shared_totals,
    strength,
    strength_of_papers,
    tie_breaker,
    type_weights,
)

totals = st.integers(1, 60)
papers = st.builds(Totals, totals, totals)
formulas = st.sampled_from(Formula)


def between(left: Features, right: Features, formula: Formula = Formula.SPECIFIED) -> float:
    return strength(shared_totals(left, right), left.totals, right.totals, formula)


def test_cofeatures_count_repeated_occurrences() -> None:
    assert cofeatures(["foo", "bar"], ["foo", "bar", "bar"]) == 2
    assert cofeatures(["x"] * 2, ["x"] * 3) == 2


def test_the_ratio_is_over_the_smaller_total() -> None:
    assert cofeature_ratios(Totals(2, 3), Totals(4, 8), Totals(3, 9)) == (2 / 3, 3 / 8)


def test_dices_ratio_is_over_the_mean_of_both_totals() -> None:
    found = cofeature_ratios(Totals(2, 3), Totals(4, 8), Totals(3, 9), Formula.DICE)
    assert found == (4 / 7, 6 / 17)


def test_the_weight_of_a_type_is_the_share_of_the_other_type() -> None:
    assert type_weights(Totals(4, 4), Totals(2, 3)) == (7 / 13, 6 / 13)


def test_the_weights_of_dice_are_halves() -> None:
    assert type_weights(Totals(4, 4), Totals(2, 3), Formula.DICE) == (0.5, 0.5)


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
        (Formula.SPECIFIED, 1 ** (7 / 13) * (2 / 3) ** (6 / 13)),
        (Formula.DICE, (4 / 6 * 4 / 7) ** 0.5),
    ],
)
def test_each_formula_by_hand(formula: Formula, expected: float) -> None:
    found = strength(Totals(2, 2), Totals(4, 4), Totals(2, 3), formula)
    assert found == pytest.approx(expected, abs=1e-9)


def test_ties_are_broken_by_the_specified_mean_over_dices_ratios() -> None:
    found = tie_breaker(Totals(2, 2), Totals(4, 4), Totals(2, 3), Formula.SPECIFIED)
    assert found == pytest.approx((4 / 6) ** (7 / 13) * (4 / 7) ** (6 / 13), abs=1e-9)
    assert tie_breaker(Totals(0, 2), Totals(4, 4), Totals(2, 3), Formula.SPECIFIED) == 0


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
def test_a_copy_has_strength_one_unless_tolerant(
    authors: int, titles: int, formula: Formula
) -> None:
    total = Totals(authors, titles)
    found = strength(total, total, total, formula, agreed=1)
    assert (found == 1.0) == (formula is not Formula.TOLERANT)


@pytest.mark.parametrize(
    ("agreed", "shared", "expected"),
    [
        (1.0, 3, (6 / 8) ** 0.5),
        (0.5, 3, (0.6 * 6 / 8) ** 0.5),
        (0.0, 3, (0.2 * 6 / 8) ** 0.5),
        (1.0, 1, (2 / 8) ** 0.5),
        (1.0, 0, 0.0),
    ],
)
def test_the_tolerant_strength_by_hand(agreed: float, shared: int, expected: float) -> None:
    found = strength(Totals(0, shared), Totals(2, 3), Totals(0, 4), Formula.TOLERANT, agreed)
    assert found == pytest.approx(expected, abs=1e-9)


@given(papers, papers, st.floats(0, 1), st.floats(0, 1), st.data())
def test_the_tolerant_strength_grows_with_the_agreement_of_the_names(
    left: Totals, right: Totals, one: float, other: float, data: st.DataObject
) -> None:
    shared = data.draw(at_most(left, right))
    weak, strong = (
        strength(shared, left, right, Formula.TOLERANT, agreed) for agreed in sorted((one, other))
    )
    assert weak <= strong < 1


def test_titles_alone_stay_below_the_usual_limits() -> None:
    long = Totals(0, 10_000)
    assert strength(long, long, long, Formula.TOLERANT) < 0.2**0.5


def test_the_tolerant_strength_of_papers_compares_their_names() -> None:
    keen = Features(("keen",), ("on re insurance",), ("m",))
    michael = Features(("michael", "keen"), ("on re insurance",))
    found = strength_of_papers(keen, michael, Formula.TOLERANT)
    assert found == pytest.approx((2 / 3) ** 0.5, abs=1e-9)
    nobody = Features(("nobody",), michael.titles)
    assert strength_of_papers(keen, nobody, Formula.TOLERANT) < found
