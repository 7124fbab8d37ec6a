"""The strength, step by step."""

from collections import Counter

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.explanation import explain
from wildwood.kernel.features import paper_of
from wildwood.kernel.strength import Formula
from wildwood.kernel.tolerant import Names, Rule

NEW = paper_of(Record("new", ("Anna Smith", "Bob Smith"), ("one two three four five six",)))
KNOWN = paper_of(Record("known", ("Bob Smith",), ("three four five six seven",)))


def test_each_type_has_its_features_and_the_common_ones() -> None:
    found = explain(NEW, KNOWN)
    assert found.authors.left == Counter({"smith": 2, "anna": 1, "bob": 1})
    assert found.authors.right == Counter({"bob": 1, "smith": 1})
    assert found.authors.shared == Counter({"bob": 1, "smith": 1})
    assert found.titles.shared == Counter({"three four five": 1, "four five six": 1})


def test_the_worked_example() -> None:
    found = explain(NEW, KNOWN)
    assert (found.authors.denominator, found.authors.ratio) == (2, 1)
    assert (found.titles.denominator, found.titles.ratio) == (3, 2 / 3)
    assert (found.authors.weight, found.titles.weight) == (7 / 13, 6 / 13)
    assert found.strength == round((2 / 3) ** (6 / 13), 9)


def test_another_formula_has_other_steps() -> None:
    found = explain(NEW, KNOWN, Formula.DICE)
    assert (found.authors.denominator, found.titles.denominator) == (3, 3.5)
    assert (found.authors.weight, found.titles.weight) == (0.5, 0.5)
    assert found.strength == pytest.approx((2 / 3 * 2 / 3.5) ** 0.5, abs=1e-9)


def test_papers_without_any_features_have_no_strength() -> None:
    bare = paper_of(Record("bare", (), ()))
    found = explain(bare, bare)
    assert (found.strength, found.authors.ratio, found.titles.ratio) == (0, 0, 0)


def test_the_tolerant_formula_compares_the_names() -> None:
    one = paper_of(Record("one", ("Smith, A.", "Smith, B."), ("one two three four five six",)))
    found = explain(one, KNOWN, Formula.TOLERANT)
    assert found.likeness is not None
    assert found.likeness.names is not None
    accounted, left_over = found.likeness.names.accounted, found.likeness.names.left_over
    assert [one.rule for one in accounted] == [Rule.EQUAL, Rule.INITIAL]
    assert left_over == (Names(("smith",), ("a",)), Names((), ()))
    assert found.author_ratio == pytest.approx(0.2 + 0.8 * 3.5 / 5)


def test_the_tolerant_formula_compares_title_words_and_features() -> None:
    found = explain(NEW, KNOWN, Formula.TOLERANT)
    assert found.titles.ratio == 2 / 4
    assert found.words is not None
    assert found.words.shared == Counter(["three", "four", "five", "six"])
    assert found.words.ratio == 4 / 6
    assert found.title_ratio == (2 / 4 + 4 / 6) / 2
    strength = (found.author_ratio * found.title_ratio) ** 0.5
    assert found.strength == pytest.approx(strength, abs=1e-9)


def test_names_in_a_title_are_explained() -> None:
    nameless = paper_of(Record("nameless", (), ("three four five six seven, by Bob Smith",)))
    found = explain(nameless, KNOWN, Formula.TOLERANT)
    assert found.likeness is not None
    assert found.likeness.in_titles == (Names(("bob", "smith"), ()), Names((), ()))
    assert found.author_ratio == 1
    assert (found.titles.ratio, found.words and found.words.ratio) == (6 / 8, 10 / 12)


def test_a_pair_that_is_no_candidate_is_not_reported() -> None:
    one, other = (
        paper_of(Record(name, (name,), ("Editorial",))) for name in ("Anna Smith", "Al Bo")
    )
    found = explain(one, other, Formula.TOLERANT)
    assert found.strength > 0.3
    assert not found.are_candidates
    assert not found.is_reported(0.3)


def test_its_text_is_the_calculation_with_both_papers() -> None:
    left = paper_of(Record("a", ("Dora L. Costa",), ("Trade and Tariffs",)))
    right = paper_of(Record("b", ("Costa, D.",), ("Trade and Tariffs",)))
    lines = str(explain(left, right, Formula.TOLERANT)).splitlines()
    assert lines[0] == "left  Trade and Tariffs"
    assert "  only left   l." in lines
    assert lines[-1].startswith("strength = (0.900000 * ")
