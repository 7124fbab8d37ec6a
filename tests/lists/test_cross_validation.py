"""A limit is chosen on some works and measured on others."""

import numpy as np

from wildwood.lists.evaluation import Evaluation, ScoredPair
from wildwood.lists.intervals import (
    LIMITS,
    CountedPairs,
    Weights,
    Works,
    best_limits,
    deals,
    held_out,
)

from tests.support.labelled_works import labelled_works


def f1_at_best(found: Evaluation) -> tuple[float, float]:
    """Return the best limit, and F1 on other papers."""
    works = Works([found])
    once = np.ones((len(works), 1))
    pairs, weights = CountedPairs(found, works), Weights(once, np.vstack([once, [[1.0]]]))
    [limit] = best_limits(pairs.tally(pairs.at(LIMITS), weights).f1)
    return float(limit), float(held_out(pairs, deals(works), weights).f1[0])


def test_the_best_limit_has_the_best_f1_around_it() -> None:
    f1 = np.full((100, 1), 0.5)
    f1[10], f1[60:65], f1[61:64] = 0.9, 0.8, 0.81
    assert best_limits(f1).tolist() == [0.62]


def test_of_limits_with_one_f1_the_middle_is_best() -> None:
    f1 = np.full((100, 1), 0.5)
    f1[40:81] = 0.8
    assert best_limits(f1).tolist() == [0.6]


def test_works_are_dealt_into_folds_of_equal_size() -> None:
    works = Works([labelled_works(1, 300)])
    for folds in deals(works):
        assert np.ptp(np.bincount(folds.of_work[: works.labelled], minlength=10)) <= 1
        assert np.ptp(np.bincount(folds.of_work, minlength=10)) <= 2


def test_the_others_of_a_fold_have_none_of_its_works() -> None:
    works = Works([labelled_works(1, 300)])
    folds = deals(works)[0]
    drawn = folds.others()
    inside = folds.of_work[:, None] == np.arange(10)
    assert not drawn.left[inside].any()
    assert drawn.left[~inside].all()


def test_a_limit_that_suits_all_works_gives_the_same_on_other_papers() -> None:
    judged = [ScoredPair((str(n), str(n)), 0.9, 0.9, true=True) for n in range(60)]
    judged += [ScoredPair((str(n), str(n + 1)), 0.4, 0.4, true=False) for n in range(59)]
    found = Evaluation(judged, frozenset(pair.pair for pair in judged if pair.true))
    limit, f1 = f1_at_best(found)
    assert 0.4 <= limit < 0.9
    assert f1 == 1


def test_f1_on_other_papers_has_no_gain_from_the_choice_of_the_limit() -> None:
    # At the limit that suits all papers, F1 is that of a limit that was not chosen on these.
    every = labelled_works(0, 10_000)
    suits_all = every.best().strength - 1e-9
    drawn = [labelled_works(seed, 100) for seed in range(1, 21)]
    fair = np.mean([found.at(suits_all).f1 for found in drawn])
    assert np.mean([f1_at_best(found)[1] for found in drawn]) < fair
    assert np.mean([found.best().f1 for found in drawn]) > fair
