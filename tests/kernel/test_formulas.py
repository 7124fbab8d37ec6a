"""What each formula of the table must hold to, whatever it computes."""

import pytest

from wildwood.kernel.model import Totals
from wildwood.kernel.strength import Formula

FORMULAS = pytest.mark.parametrize("formula", Formula)
TOTALS = [Totals(authors, titles, titles + 2) for authors in (1, 2, 7) for titles in (1, 4, 30)]
PAIRS = [(left, right) for left in TOTALS for right in TOTALS]


@FORMULAS
def test_no_denominator_is_below_the_smaller_total(formula: Formula) -> None:
    for left, right in PAIRS:
        authors, titles = formula.definition.denominators(left, right)
        assert authors >= min(left.authors, right.authors)
        assert titles >= min(left.titles, right.titles)


@FORMULAS
def test_the_order_of_two_papers_does_not_matter(formula: Formula) -> None:
    for left, right in PAIRS:
        one, other = ((left, right), (right, left))
        assert formula.definition.denominators(*one) == formula.definition.denominators(*other)
        if formula.definition.weights is not None:
            assert formula.definition.weights(*one) == formula.definition.weights(*other)


@FORMULAS
def test_weights_add_up_to_1(formula: Formula) -> None:
    if formula.definition.weights is not None:
        for left, right in PAIRS:
            assert sum(formula.definition.weights(left, right)) == pytest.approx(1)


def test_specified_gives_the_type_with_fewer_features_the_larger_weight() -> None:
    weights = Formula.SPECIFIED.definition.weights
    assert weights is not None
    assert weights(Totals(4, 4), Totals(2, 3)) == (7 / 13, 6 / 13)


def test_specified_alone_divides_by_the_smaller_total() -> None:
    left, right = Totals(4, 4), Totals(2, 3)
    divisors = {one: one.definition.denominators(left, right) for one in Formula}
    assert divisors == {
        Formula.SPECIFIED: (2, 3),
        Formula.DICE: (3, 3.5),
        Formula.TOLERANT: (3, 4),
    }
