"""Bounds on the strength, compared with the strength itself."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.bounds import (
    SLACK,
    CountArrays,
    PrunedByTitles,
    PrunedClasses,
    can_pass_by_person,
    pruned_by_person,
    strength_at_most,
    totals_of_classes,
    totals_of_title_classes,
)
from wildwood.kernel.features import WINDOW, paper_of
from wildwood.kernel.model import Totals
from wildwood.kernel.strength import (
    PER_SHARED,
    Formula,
    have_similar_titles,
    share_enough,
    shared_totals,
)
from wildwood.kernel.tolerant import Likeness, totals_with_words, wording_of

from tests.support.strengths import strength_of_papers

counts = st.integers(1, 40)
totals = st.builds(Totals, counts, counts, st.integers(1, 120))
nameless = st.builds(Totals, st.just(0), counts, st.integers(1, 120))
formulas = st.sampled_from(Formula)


def one(value: Totals) -> CountArrays[npt.NDArray[Any]]:
    return CountArrays(*(np.array([number]) for number in value))


def at_most(some: Totals, *others: Totals) -> Totals:
    for other in others:
        some = Totals(*map(min, some, other))
    return some


@given(shared=totals, left=totals, right=totals, formula=formulas)
def test_the_formula_returns_the_same_for_arrays(
    shared: Totals, left: Totals, right: Totals, formula: Formula
) -> None:
    shared = at_most(shared, left, right)
    [found] = strength_at_most(one(shared), one(left), one(right), formula)
    assert found == pytest.approx(strength_at_most(shared, left, right, formula), abs=SLACK)


def with_possible_words(paper: Totals) -> Totals:
    """Return totals of a paper with one to three title words for each title feature."""
    return paper._replace(words=min(max(paper.words, paper.titles), WINDOW * paper.titles))


ALL = (1 << 8) - 1


@given(new=totals, known=totals, shared=totals, limit=st.floats(0, 1), formula=formulas)
def test_no_paper_that_passes_the_limit_is_pruned(
    new: Totals, known: Totals, shared: Totals, limit: float, formula: Formula
) -> None:
    known = with_possible_words(known)
    most = at_most(shared, new)
    common = at_most(most, known)
    enough = not formula.compares_words or share_enough(common.titles, new.titles, known.titles)
    if enough and strength_at_most(common, new, known, formula) > limit:
        pruned = totals_of_classes(PrunedClasses(new, limit, formula).classes(most))
        assert known._replace(words=0) not in pruned


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


@given(new=totals | nameless, known=totals, shared=totals, limit=st.floats(0, 1))
def test_no_paper_whose_title_passes_the_limit_is_pruned(
    new: Totals, known: Totals, shared: Totals, limit: float
) -> None:
    known = with_possible_words(known)
    common = at_most(shared, new, known)._replace(authors=0)
    strong = strength_at_most(common, new, known, Formula.TOLERANT)
    if strong > limit and have_similar_titles(common.titles, new, known):
        most = min(shared.titles, new.titles)
        pruned = PrunedByTitles(new, limit, Formula.TOLERANT).classes(most)
        assert known._replace(words=0) not in totals_of_title_classes(pruned)


@given(new=totals, known=totals, shared=totals, limit=st.floats(0, 1))
def test_no_paper_with_a_common_person_that_passes_the_limit_is_pruned(
    new: Totals, known: Totals, shared: Totals, limit: float
) -> None:
    known = with_possible_words(known)
    common = at_most(shared, new, known)
    few = (new.titles + known.titles - 1) // PER_SHARED
    common = common._replace(titles=min(common.titles, few))
    if strength_at_most(common, new, known, Formula.TOLERANT) > limit:
        assert can_pass_by_person(new, limit, Formula.TOLERANT)
        pruned = totals_of_title_classes(pruned_by_person(new, limit, Formula.TOLERANT))
        assert known._replace(words=0) not in pruned


def test_with_few_common_windows_no_paper_passes_a_high_limit() -> None:
    all_classes = pruned_by_person(Totals(4, 8, 10), 0.76, Formula.TOLERANT)
    assert len(totals_of_title_classes(all_classes)) == 16 * 32


def test_titles_that_share_one_window_are_pruned_with_any_limit() -> None:
    classes = PrunedByTitles(Totals(2, 8, 10), 0.0, Formula.TOLERANT).classes(1)
    pruned = totals_of_title_classes(classes)
    assert len(pruned) == len(set(pruned)) == 16 * 32
    assert {Totals(1, 1), Totals(16, 32)} <= {*pruned}


# Papers of few words


words = st.sampled_from(["a", "b", "c", "smith", "anna", "bo"])
names = st.lists(st.sampled_from(["Anna Smith", "A. Smith", "Smith, Bo", "B."]), max_size=2)
titles = st.lists(st.lists(words, min_size=1, max_size=6).map(" ".join), max_size=2)


@given(names, titles, names, titles)
def test_no_strength_exceeds_its_bound(
    names: list[str], titles: list[str], other_names: list[str], other_titles: list[str]
) -> None:
    left = paper_of(Record("", tuple(names), tuple(titles))).features
    right = paper_of(Record("", tuple(other_names), tuple(other_titles))).features
    likeness = Likeness(wording_of(left), wording_of(right))
    shared = likeness.shared(shared_totals(left, right))
    counts = shared, totals_with_words(left), totals_with_words(right)
    bound = strength_at_most(*counts, Formula.TOLERANT)
    assert strength_of_papers(left, right, Formula.TOLERANT) <= bound + SLACK
