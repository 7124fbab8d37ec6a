"""Papers that labels join are one work."""

from wildwood.analysis.evaluation import Evaluation, HandlePair, ScoredPair
from wildwood.analysis.resampling import Works


def works(*labelled: HandlePair, other: HandlePair, one_set: bool = False) -> Works:
    found = [ScoredPair(other, 0.5, 0.5, true=False)]
    return Works([Evaluation(found, frozenset(labelled), one_set)])


def test_papers_joined_by_labels_are_one_work() -> None:
    found = works(("1", "a"), ("1", "b"), ("2", "b"), ("3", "c"), other=("2", "c"))
    assert found.of(("1", "a")) == found.of(("2", "b")) == (0, 0)
    assert found.of(("2", "c")) == (0, 1)


def test_a_paper_without_a_label_is_a_work_after_those_with_one() -> None:
    found = works(("1", "a"), ("2", "b"), other=("3", "b"))
    assert (found.of(("3", "b")), found.labelled, len(found)) == ((2, 1), 2, 3)


def test_one_handle_in_two_sets_is_two_papers() -> None:
    assert works(("1", "2"), other=("2", "1")).of(("2", "1")) == (1, 2)


def test_one_handle_in_one_set_is_one_paper() -> None:
    assert works(("1", "2"), other=("2", "1"), one_set=True).of(("2", "1")) == (0, 0)


def test_works_are_shared_by_evaluations() -> None:
    one, other = (
        Evaluation([ScoredPair(("1", right), 0.5, 0.5, true=False)], frozenset({("1", "a")}))
        for right in ("x", "y")
    )
    found = Works([one, other])
    assert (found.of(("1", "x")), found.of(("1", "y"))) == ((0, 1), (0, 2))
