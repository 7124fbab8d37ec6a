"""Figures in resamples of the works, and intervals from them."""

import numpy as np
import pytest

from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import (
    Array,
    Estimate,
    Evaluation,
    HandlePair,
    ScoredPair,
    Works,
    estimate,
    number_works,
    resample,
    side_by_side,
)

from tests.support.labelled_works import labelled_works


def resampled(evaluation: Evaluation, limit: float = 0.5) -> Array:
    return resample(evaluation, number_works([evaluation]), limit)


@pytest.mark.parametrize("place", [None, 0, -1])
def test_a_limit_reports_stronger_pairs(place: int | None) -> None:
    evaluation = labelled_works(1, 100)
    limit = 0.2 if place is None else evaluation.judged[place].strength
    [point] = evaluation.points([limit])
    expected = [point.precision, point.recall, point.f1]
    assert resampled(evaluation, limit)[0, 2:].tolist() == pytest.approx(expected)


def test_the_best_f1_is_that_of_the_best_limit() -> None:
    evaluation = labelled_works(1, 100)
    limits = [pair.strength - 1e-9 for pair in evaluation.judged]
    best = max(point.f1 for point in evaluation.points(limits))
    assert resampled(evaluation)[0, 1] == pytest.approx(best)


def test_a_work_counts_as_often_as_it_was_drawn_and_a_pair_of_two_as_their_product() -> None:
    judged = [
        ScoredPair(("1", "a"), 0.9, true=True),
        ScoredPair(("1", "c"), 0.8, true=False),
        ScoredPair(("1", "b"), 0.7, true=False),
    ]
    labelled = frozenset({("1", "a"), ("2", "a"), ("2", "b"), ("3", "c")})
    evaluation = Evaluation(judged, labelled)
    draws = np.random.default_rng(1)
    for limit, of_limit in ((0.85, (1, 0, 0)), (0.75, (1, 1, 0)), (0.6, (1, 1, 1))):
        draws = np.random.default_rng(1)
        for row in resampled(evaluation, limit)[1:5]:
            one, two = draws.poisson(1.0, 2).tolist()
            reported = np.dot(of_limit, (one, one * two, one))
            assert row[2] == pytest.approx(one / reported if reported else 1)
            assert row[3] == pytest.approx(one / max(3 * one + two, 1))


def test_samples_are_the_same_each_time() -> None:
    evaluation = labelled_works(1, 100)
    assert np.array_equal(resampled(evaluation), resampled(evaluation))


def test_the_best_limit_has_the_best_f1_around_it() -> None:
    judged = [ScoredPair((str(n), str(n)), 0.9, true=True) for n in range(60)]
    judged += [ScoredPair((str(n), str(n + 1)), 0.3, true=False) for n in range(59)]
    labelled = frozenset(pair.pair for pair in judged if pair.true)
    assert Evaluation(judged, labelled).best_limit() == 0.6


def test_an_interval_is_moved_by_what_the_resamples_are_off() -> None:
    found = estimate(np.array([0.5, *np.linspace(0.5, 0.7, 1001)]), works=100)
    assert (found.low, found.high) == pytest.approx((0.405, 0.595))


def test_an_interval_ends_at_0_and_1() -> None:
    found = estimate(np.array([0.9, *np.linspace(0.4, 1.4, 1001)]), works=100)
    assert found.high == 1


def test_no_error_in_the_papers_at_hand_is_no_proof_that_there_is_none() -> None:
    found = estimate(np.ones(1001), works=100)
    assert (found.low, found.high) == pytest.approx((0.964, 1.0), abs=1e-3)


def test_an_interval_has_the_figure_of_all_papers_as_often_as_it_says() -> None:
    truth = estimates(labelled_works(0, 20_000))
    hits, seeds = np.zeros(2), range(1, 41)
    for seed in seeds:
        pairs = zip(estimates(labelled_works(seed, 150)), truth, strict=True)
        hits += [sample.low <= every.value <= sample.high for sample, every in pairs]
    assert (hits / len(seeds)).min() >= 0.85


def estimates(evaluation: Evaluation) -> tuple[Estimate, Estimate]:
    row = side_by_side(lambda _: evaluation, formulas=[Formula.SPECIFIED]).recommended
    return row.average_precision, row.best_f1


def works(*labelled: HandlePair, other: HandlePair, one_set: bool = False) -> Works:
    judged = [ScoredPair(other, 0.5, true=False)]
    return number_works([Evaluation(judged, frozenset(labelled), one_set)])


def test_papers_joined_by_labels_are_one_work() -> None:
    numbers = works(("1", "a"), ("1", "b"), ("2", "b"), ("3", "c"), other=("2", "c"))
    assert [numbers[0, left] for left in "123"] == [0, 0, 1]
    assert [numbers[1, right] for right in "abc"] == [0, 0, 1]


def test_a_paper_without_a_label_is_a_work_after_those_with_one() -> None:
    numbers = works(("1", "a"), ("2", "b"), other=("3", "b"))
    assert [numbers[0, left] for left in "123"] == [0, 1, 2]


def test_one_handle_in_two_sets_is_two_papers() -> None:
    numbers = works(("1", "2"), other=("2", "1"))
    assert (numbers[0, "2"], numbers[1, "1"]) == (1, 2)


def test_one_handle_in_one_set_is_one_paper() -> None:
    assert set(works(("1", "2"), other=("2", "1"), one_set=True).values()) == {0}


def test_works_are_shared_by_evaluations() -> None:
    numbers = number_works(
        [
            Evaluation([ScoredPair(("1", right), 0.5, true=False)], frozenset({("1", "a")}))
            for right in ("x", "y")
        ]
    )
    assert (numbers[1, "x"], numbers[1, "y"]) == (1, 2)
