"""Bounds on the strength, compared with the strength itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.model import Totals
from wildwood.scoring.bounds import (
    SLACK,
    CountArrays,
    PrunedClasses,
    pruned_by_titles,
    totals_of_classes,
    totals_of_title_classes,
)
from wildwood.scoring.candidates import have_similar_titles
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import greatest_strength, strength

counts = st.integers(1, 40)
totals = st.builds(Totals, counts, counts)
formulas = st.sampled_from(Formula)


def one(value: Totals) -> CountArrays:
    return CountArrays(np.array([value.authors]), np.array([value.titles]))


def at_most(some: Totals, *others: Totals) -> Totals:
    for other in others:
        some = Totals(min(some.authors, other.authors), min(some.titles, other.titles))
    return some


@given(shared=totals, left=totals, right=totals, formula=formulas)
def test_the_formula_returns_the_same_for_arrays(
    shared: Totals, left: Totals, right: Totals, formula: Formula
) -> None:
    shared = at_most(shared, left, right)
    [found] = greatest_strength(one(shared), one(left), one(right), formula)
    assert found == pytest.approx(strength(shared, left, right, formula, agreed=1), abs=SLACK)


ALL = (1 << 8) - 1


@given(new=totals, known=totals, shared=totals, limit=st.floats(0, 1), formula=formulas)
def test_no_paper_that_passes_the_limit_is_pruned(
    new: Totals, known: Totals, shared: Totals, limit: float, formula: Formula
) -> None:
    most = at_most(shared, new)
    if strength(at_most(most, known), new, known, formula, agreed=1) > limit:
        assert known not in totals_of_classes(PrunedClasses(new, limit, formula).classes(most))


def test_a_paper_is_pruned_with_its_whole_class() -> None:
    # One of 4 and one of 8 features: (1/4)^(2/3) * (1/8)^(1/3) = 0.198.
    pruned = PrunedClasses(Totals(4, 8), 0.6).classes(Totals(1, 1))
    assert Totals(4, 8) in totals_of_classes(pruned)
    assert Totals(1, 1) not in totals_of_classes(pruned)


def test_a_limit_of_zero_prunes_nothing() -> None:
    assert PrunedClasses(Totals(16, 32), 0.0).classes(Totals(1, 1)) == 0


def test_more_shared_features_prune_no_more_papers() -> None:
    pruned = PrunedClasses(Totals(6, 12), 0.6)
    for authors in range(1, 6):
        for titles in range(1, 12):
            fewer = pruned.classes(Totals(authors, titles))
            assert pruned.classes(Totals(authors + 1, titles)) & ~fewer == 0
            assert pruned.classes(Totals(authors, titles + 1)) & ~fewer == 0


def test_the_classes_contain_papers_with_1_to_16_authors_and_1_to_32_titles() -> None:
    found = totals_of_classes(ALL)
    assert len(found) == len(set(found)) == 16 * 32
    assert min(found) == Totals(1, 1)
    assert max(found) == Totals(16, 32)


def test_a_paper_with_very_many_features_is_never_pruned() -> None:
    assert Totals(17, 8) not in totals_of_classes(
        PrunedClasses(Totals(17, 8), 0.99).classes(Totals(1, 1))
    )


@given(new=counts, known=totals, shared=counts, limit=st.floats(0, 1))
def test_no_paper_whose_title_passes_the_limit_is_pruned(
    new: int, known: Totals, shared: int, limit: float
) -> None:
    most = min(shared, new)
    common, ours = Totals(0, min(most, known.titles)), Totals(0, new)
    strong = strength(common, ours, known, Formula.TOLERANT, agreed=1)
    if strong > limit and have_similar_titles(common.titles, new, known.titles):
        pruned = pruned_by_titles(new, most, limit, Formula.TOLERANT)
        assert known not in totals_of_title_classes(pruned)


def test_titles_that_share_one_window_are_pruned_with_any_limit() -> None:
    pruned = totals_of_title_classes(pruned_by_titles(8, 1, 0.0, Formula.TOLERANT))
    assert len(pruned) == len(set(pruned)) == 17 * 32
    assert {Totals(0, 1), Totals(16, 32)} <= {*pruned}
