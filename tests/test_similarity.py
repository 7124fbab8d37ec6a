"""The formula (design: Strength)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.model import Features, Totals
from wildwood.similarity import cofeature_ratio, cofeatures, common, strength, type_weights

totals = st.integers(1, 60)


def between(left: Features, right: Features) -> float:
    return strength(common(left, right), left.totals, right.totals)


def test_cofeatures_take_account_of_repeated_occurrences() -> None:
    assert cofeatures(["foo", "bar"], ["foo", "bar", "bar"]) == 2
    assert cofeatures(["x"] * 2, ["x"] * 3) == 2


def test_the_ratio_is_over_the_smaller_total() -> None:
    assert cofeature_ratio(2, 4, 3) == 2 / 3


def test_the_ratio_of_nothing_is_nothing() -> None:
    assert cofeature_ratio(0, 0, 3) == 0.0


def test_a_type_weighs_what_the_other_type_has() -> None:
    assert type_weights(6, 7) == (7 / 13, 6 / 13)


def test_the_worked_example() -> None:
    new = Features(("anna", "smith", "bob", "smith"), ("1 2 3", "2 3 4", "3 4 5", "4 5 6"))
    whole = Features(("bob", "smith"), ("1 2 3", "2 3 4", "3 4 5"))
    last_two = Features(("bob", "smith"), ("3 4 5", "4 5 6", "5 6 7"))
    assert between(new, whole) == 1.0
    assert between(new, last_two) == round((2 / 3) ** (6 / 13), 9)
    assert f"{between(new, last_two):.4f}" == "0.8293"


@pytest.mark.parametrize("shared", [Totals(0, 3), Totals(2, 0), Totals(0, 0)])
def test_papers_without_both_kinds_in_common_have_no_strength(shared: Totals) -> None:
    assert strength(shared, Totals(2, 3), Totals(2, 3)) == 0.0


def test_a_paper_without_features_divides_nothing_by_zero() -> None:
    assert strength(Totals(0, 0), Totals(0, 0), Totals(0, 0)) == 0.0


def test_a_true_half_is_a_half() -> None:
    # Both ratios are 1/2, and 0.5**w * 0.5**(1-w) need not be 0.5 in floating point.
    halves = {
        strength(Totals(a, t), Totals(2 * a, 2 * t), Totals(2 * a, 2 * t))
        for a in range(1, 40)
        for t in range(1, 40)
    }
    assert halves == {0.5}


@given(totals, totals, totals, totals, st.data())
def test_strength_is_symmetric_and_within_its_range(
    a: int, b: int, c: int, d: int, data: st.DataObject
) -> None:
    shared = Totals(data.draw(st.integers(1, min(a, c))), data.draw(st.integers(1, min(b, d))))
    found = strength(shared, Totals(a, b), Totals(c, d))
    assert 0 < found <= 1
    assert found == strength(shared, Totals(c, d), Totals(a, b))


@given(totals, totals)
def test_a_copy_has_strength_one(authors: int, titles: int) -> None:
    all_of_it = Totals(authors, titles)
    assert strength(all_of_it, all_of_it, all_of_it) == 1.0
