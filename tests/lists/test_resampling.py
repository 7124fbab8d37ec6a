"""Figures in resamples of the works, and intervals from them."""

import numpy as np
import pytest

from wildwood.lists.evaluation import Evaluation, HandlePair, ScoredPair
from wildwood.lists.intervals import (
    CountedPairs,
    PairTally,
    Weights,
    Works,
    estimate,
    is_higher,
    resamples,
)

from tests.support.labelled_works import labelled_works


def counted(found: Evaluation) -> tuple[CountedPairs, Works]:
    works = Works([found])
    return CountedPairs(found, works), works


def test_the_first_sample_is_the_papers_themselves() -> None:
    found = labelled_works(1, 100)
    pairs, works = counted(found)
    tally = pairs.tally(pairs.steps, resamples(works))
    assert tally.average_precision[0] == pytest.approx(found.average_precision())
    assert tally.f1.max(axis=0)[0] == pytest.approx(found.best().f1)


def test_a_limit_reports_stronger_pairs() -> None:
    found = labelled_works(1, 100)
    pairs, works = counted(found)
    limits = np.array([0.2, 0.5, found.judged[0].strength])
    tally = pairs.tally(pairs.at(limits), resamples(works))
    for row, limit in enumerate(limits):
        point = found.at(float(limit))
        shares = (tally.precision[row, 0], tally.recall[row, 0], tally.f1[row, 0])
        assert shares == pytest.approx((point.precision, point.recall, point.f1))


def test_pairs_of_which_all_is_reported_count_as_above_a_limit() -> None:
    pairs, works = counted(labelled_works(1, 100))
    [cut], drawn = pairs.at(np.array([0.3])), resamples(works)
    shares = np.arange(len(pairs.left)) < cut
    assert np.array_equal(
        pairs.tally_of_shares(shares, drawn).f1, pairs.tally(np.array([cut]), drawn).f1[0]
    )


def test_a_work_counts_as_often_as_it_was_drawn_and_a_pair_of_two_as_their_product() -> None:
    judged = [
        ScoredPair(("1", "a"), 0.9, 0.9, true=True),
        ScoredPair(("1", "c"), 0.8, 0.8, true=False),
        ScoredPair(("1", "b"), 0.7, 0.7, true=False),
    ]
    labelled = frozenset({("1", "a"), ("2", "a"), ("2", "b"), ("3", "c")})
    pairs, _ = counted(Evaluation(judged, labelled))
    drawn = np.array([[2], [3]])
    tally = pairs.tally(np.array([1, 2, 3]), Weights(drawn, np.vstack([drawn, [[1]]])))
    assert tally.found.tolist() == [[2], [2], [2]]
    assert tally.reported.tolist() == [[2], [2 + 2 * 3], [2 + 2 * 3 + 2]]
    assert tally.labelled.tolist() == [3 * 2 + 3]


def test_intervals_are_the_same_each_time() -> None:
    works = counted(labelled_works(1, 100))[1]
    assert np.array_equal(resamples(works).left, resamples(works).left)


def test_an_interval_is_moved_by_what_the_resamples_are_off() -> None:
    found = estimate(np.array([0.5, *np.linspace(0.5, 0.7, 1001)]), works=100)
    assert (found.low, found.high) == pytest.approx((0.405, 0.595))


def test_an_interval_ends_at_0_and_1() -> None:
    found = estimate(np.array([0.9, *np.linspace(0.4, 1.4, 1001)]), works=100)
    assert found.high == 1


def test_no_error_in_the_papers_at_hand_is_no_proof_that_there_is_none() -> None:
    found = estimate(np.ones(1001), works=100)
    assert (found.low, found.high) == pytest.approx((0.964, 1.0), abs=1e-3)


def test_higher_by_chance_is_not_higher() -> None:
    draw = np.random.default_rng(1)
    values = 0.8 + draw.normal(0, 0.02, 1001)
    values[0] = 0.8
    assert not is_higher(values, np.full(1001, 0.78))
    assert is_higher(values, np.full(1001, 0.74))


def test_an_interval_has_the_figure_of_all_papers_as_often_as_it_says() -> None:
    every = labelled_works(0, 20_000)
    truth = np.array([every.average_precision(), every.best().f1])
    hits, seeds = np.zeros(2), range(1, 41)
    for seed in seeds:
        pairs, works = counted(labelled_works(seed, 150))
        tally = pairs.tally(pairs.steps, resamples(works))
        for place, values in enumerate((tally.average_precision, tally.f1.max(axis=0))):
            found = estimate(values, works.labelled)
            hits[place] += found.low <= truth[place] <= found.high
    assert (hits / len(seeds)).min() >= 0.85


def test_one_pair_that_is_found_is_all_of_one() -> None:
    one, none = np.array([1]), np.array([0])
    assert PairTally(one, one, one).recall == PairTally(one, one, one).f1 == 1.0
    assert PairTally(none, none, none).recall == PairTally(none, none, none).f1 == 0.0


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
