"""The formula of the strength."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Features, Totals
from wildwood.kernel.strength import (
    Formula,
    cofeatures,
    shared_totals,
    strength,
    tie_breaker,
    type_weights,
)

from tests.support.strengths import strength_of_papers

totals = st.integers(1, 60)
papers = st.builds(Totals, totals, totals)
formulas = st.sampled_from(Formula)


def between(left: Features, right: Features, formula: Formula = Formula.SPECIFIED) -> float:
    return strength(shared_totals(left, right), left.totals, right.totals, formula)


def test_cofeatures_count_repeated_occurrences() -> None:
    assert cofeatures(["foo", "bar"], ["foo", "bar", "bar"]) == 2
    assert cofeatures(["x"] * 2, ["x"] * 3) == 2


def test_the_ratio_is_over_the_smaller_total() -> None:
    assert Formula.SPECIFIED.definition.denominators(Totals(4, 8), Totals(3, 9)) == (3, 8)


def test_dices_ratio_is_over_the_mean_of_both_totals() -> None:
    assert Formula.DICE.definition.denominators(Totals(4, 8), Totals(3, 9)) == (7 / 2, 17 / 2)


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


by_counts = st.sampled_from([Formula.SPECIFIED, Formula.DICE])


@given(papers, papers, by_counts, st.data())
def test_strength_is_symmetric_and_within_its_range(
    left: Totals, right: Totals, formula: Formula, data: st.DataObject
) -> None:
    shared = data.draw(at_most(left, right))
    found = strength(shared, left, right, formula)
    assert 0 < found <= 1
    assert found == strength(shared, right, left, formula)


@given(papers, papers, by_counts, st.data())
def test_strength_grows_with_what_is_shared(
    left: Totals, right: Totals, formula: Formula, data: st.DataObject
) -> None:
    shared = data.draw(at_most(left, right))
    fewer = data.draw(at_most(shared, shared))
    assert strength(fewer, left, right, formula) <= strength(shared, left, right, formula)


@given(totals, totals, by_counts)
def test_a_copy_has_strength_one(authors: int, titles: int, formula: Formula) -> None:
    total = Totals(authors, titles)
    assert strength(total, total, total, formula) == 1.0


# The tolerant formula


def tolerant(left: Features, right: Features) -> float:
    return strength_of_papers(left, right, Formula.TOLERANT)


def paper(title: str, *names: str) -> Features:
    return paper_of(Record("", names, (title,))).features


KEEN = paper("on re insurance in asia", "M. Keen")


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (KEEN, (10 / 11 + 6 / 7) / 2),
        (paper("On Ré-Insurance in Asia", "Michael Keen"), (10 / 11 + 2 / 7) / 2),
        (paper("in Asia, on re-insurance", "M. Keen"), (10 / 11 + 2 / 7) / 2),
        (paper("on re insurance in asia", "Bo Diaz"), 0.2 * (10 / 11 + 6 / 7) / 2),
        (paper("on re insurance in asia"), 0.6 * (10 / 11 + 6 / 7) / 2),
        (paper("asia", "M. Keen"), 2 / 7 / 2),
        (paper("trade", "M. Keen"), 0.0),
    ],
    ids=["copy", "folded", "word order", "other authors", "no authors", "one word", "nothing"],
)
def test_the_tolerant_strength_by_hand(other: Features, expected: float) -> None:
    assert tolerant(KEEN, other) == pytest.approx(expected**0.5, abs=1e-9)


words = st.sampled_from(["a", "b", "anna", "smith", "müller"])
texts = st.lists(words, max_size=6).map(" ".join)
some_papers = st.builds(paper, texts, texts)


@given(some_papers, some_papers)
def test_the_tolerant_strength_is_symmetric_and_below_one(left: Features, right: Features) -> None:
    assert tolerant(left, right) == tolerant(right, left)
    assert 0 <= tolerant(left, right) < 1


def test_titles_of_different_authors_stay_below_the_usual_limits() -> None:
    title = "word " * 10_000
    assert 0.44 < tolerant(paper(title, "Anna"), paper(title, "Bo")) < 0.2**0.5


def test_a_paper_without_names_stays_below_its_own_bound() -> None:
    title = "word " * 10_000
    assert 0.77 < tolerant(paper(title), paper(title, "Bo")) < 0.6**0.5


def test_names_in_the_title_are_as_good_as_names() -> None:
    one = paper("On Trade in Open Economies", "Anna Smith", "B. Keynes")
    moved = paper("On Trade in Open Economies Anna Smith B. Keynes")
    other = paper("On Trade in Open Economies Bo Diaz")
    assert tolerant(one, moved) == tolerant(one, one)
    assert tolerant(one, other) < tolerant(one, paper("On Trade in Open Economies"))
