"""What decisions on some pairs say of other pairs."""

import pytest

from wildwood.report.relation import Relation
from wildwood.report.shown import Decision

SAME, DIFFERENT, UNSURE = Decision


def relation(**decisions: Decision) -> Relation:
    """Make a relation of pairs of letters."""
    return Relation({frozenset(pair): decision for pair, decision in decisions.items()})


@pytest.mark.parametrize("decision", Decision)
def test_a_decision_counts_in_both_directions(decision: Decision) -> None:
    found = relation(ab=decision)
    assert found.of("a", "b") is found.of("b", "a") is decision


def test_nothing_is_known_of_other_pairs() -> None:
    assert relation(ab=SAME, cd=DIFFERENT, ad=UNSURE).of("b", "c") is None


def test_what_is_the_same_as_the_same_is_the_same() -> None:
    assert relation(ab=SAME, cd=SAME, bc=SAME).of("a", "d") is SAME


def test_what_differs_from_the_same_differs() -> None:
    found = relation(ab=SAME, bc=DIFFERENT, cd=SAME)
    assert found.of("a", "d") is DIFFERENT


def test_what_differs_from_the_different_can_be_anything() -> None:
    assert relation(ab=DIFFERENT, bc=DIFFERENT).of("a", "c") is None


def test_nothing_follows_from_an_unsure_pair() -> None:
    assert relation(ab=UNSURE, bc=SAME).of("a", "c") is None


def test_contradicting_decisions_count_for_their_own_pairs_alone() -> None:
    found = relation(ab=SAME, bc=SAME, ac=DIFFERENT, cd=SAME, ae=DIFFERENT)
    assert found.of("a", "b") is SAME
    assert found.of("a", "c") is DIFFERENT
    assert found.of("a", "d") is None
    assert found.of("b", "e") is None


def test_a_handle_can_be_another_paper_than_before() -> None:
    found = Relation({frozenset("a"): DIFFERENT})
    assert found.of("a", "a") is DIFFERENT
    assert Relation({}).of("a", "a") is None


def test_tells_all_that_is_decided_about_a_paper() -> None:
    found = relation(ab=SAME, bc=DIFFERENT, ad=UNSURE, ef=SAME)
    assert list(found.about("a")) == [("b", SAME), ("c", DIFFERENT)]
    assert list(found.about("d")) == []
