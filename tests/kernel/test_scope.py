"""Which papers count for an issue: its own, and the targets before it."""

import numpy as np

from wildwood.kernel.postings import Scope

# Papers 1 and 4 are not targets; the issue has 3 and 4; 5 is later.
COUNTED = Scope(np.array([True, False, True, True, False, True]), first=3, end=5)


def test_targets_before_an_issue_count_and_all_of_its_own_papers() -> None:
    assert np.flatnonzero(COUNTED.mask(np.arange(6))).tolist() == [0, 2, 3, 4]


def test_papers_can_be_asked_for_in_any_order_and_more_than_once() -> None:
    assert COUNTED.mask(np.array([4, 1, 4, 5])).tolist() == [True, False, True, False]


def test_before_all_issues_are_only_targets() -> None:
    history = Scope(COUNTED.are_targets, first=6, end=6)
    assert np.flatnonzero(history.mask(np.arange(6))).tolist() == [0, 2, 3, 5]
