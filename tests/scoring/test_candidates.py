"""Which pairs of papers are candidates."""

import pytest

from wildwood.model import Totals
from wildwood.scoring.candidates import are_candidates
from wildwood.scoring.formulas import Formula


@pytest.mark.parametrize("formula", Formula)
def test_an_author_and_a_title_feature_in_common_are_enough(formula: Formula) -> None:
    assert are_candidates(Totals(1, 1), Totals(4, 8), Totals(4, 8), formula)


@pytest.mark.parametrize(
    ("shared", "left", "right", "expected"),
    [
        (4, 20, 30, True),
        (3, 20, 30, False),
        (3, 3, 30, True),
        (2, 3, 30, False),
        (2, 2, 2, True),
        (1, 1, 1, False),
        (1, 1, 8, False),
        (0, 0, 0, False),
    ],
)
def test_four_windows_in_common_or_all_of_the_shorter_title_are_enough_for_the_wider_rule(
    shared: int, left: int, right: int, *, expected: bool
) -> None:
    for one, other in ((left, right), (right, left)):
        totals = Totals(0, shared), Totals(2, one), Totals(3, other)
        assert are_candidates(*totals, Formula.TOLERANT) is expected
        assert not are_candidates(*totals, Formula.SPECIFIED)
