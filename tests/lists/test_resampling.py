"""Figures in resamples of the works, and intervals from them."""

import numpy as np
import pytest

from wildwood.lists.evaluation import Evaluation, HandlePair, ScoredPair
from wildwood.lists.intervals import Figures, Works, best_limit, estimate, resampled_figures

from tests.support.labelled_works import labelled_works


def resampled(evaluation: Evaluation, limit: float = 0.5) -> tuple[Figures, Works]:
    works = Works([evaluation])
    return resampled_figures(evaluation, works, works.samples(), limit), works


def test_the_first_sample_is_the_papers_themselves() -> None:
    evaluation = labelled_works(1, 100)
    figures, _ = resampled(evaluation)
    assert figures.best_f1[0] == pytest.approx(evaluation.best().f1)


@pytest.mark.parametrize("place", [None, 0, -1])
def test_a_limit_reports_stronger_pairs(place: int | None) -> None:
    evaluation = labelled_works(1, 100)
    limit = 0.2 if place is None else evaluation.judged[place].strength
    figures, [point] = resampled(evaluation, limit)[0], evaluation.points_at([limit])
    shares = (figures.precision[0], figures.recall[0], figures.f1[0])
    assert shares == pytest.approx((point.precision, point.recall, point.f1))


def test_a_work_counts_as_often_as_it_was_drawn_and_a_pair_of_two_as_their_product() -> None:
    judged = [
        ScoredPair(("1", "a"), 0.9, 0.9, true=True),
        ScoredPair(("1", "c"), 0.8, 0.8, true=False),
        ScoredPair(("1", "b"), 0.7, 0.7, true=False),
    ]
    labelled = frozenset({("1", "a"), ("2", "a"), ("2", "b"), ("3", "c")})
    evaluation = Evaluation(judged, labelled)
    samples = np.array([[2, 3]], np.uint8)
    for limit, reported in ((0.85, 2), (0.75, 2 + 2 * 3), (0.6, 2 + 2 * 3 + 2)):
        figures = resampled_figures(evaluation, Works([evaluation]), samples, limit)
        assert figures.precision.tolist() == [2 / reported]
        assert figures.recall.tolist() == [2 / (3 * 2 + 3)]


def test_samples_are_the_same_each_time() -> None:
    works = Works([labelled_works(1, 100)])
    assert np.array_equal(works.samples(), works.samples())


def test_the_best_limit_has_the_best_f1_around_it() -> None:
    judged = [ScoredPair((str(n), str(n)), 0.9, 0.9, true=True) for n in range(60)]
    judged += [ScoredPair((str(n), str(n + 1)), 0.3, 0.3, true=False) for n in range(59)]
    labelled = frozenset(pair.pair for pair in judged if pair.true)
    assert best_limit(Evaluation(judged, labelled)) == 0.6


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
    every = labelled_works(0, 20_000)
    everything = Works([every])
    once = np.ones((1, len(everything)), np.uint8)
    truth = np.array(resampled_figures(every, everything, once, 0.5)[:2])[:, 0]
    hits, seeds = np.zeros(2), range(1, 41)
    for seed in seeds:
        figures, works = resampled(labelled_works(seed, 150))
        for place, values in enumerate((figures.average_precision, figures.best_f1)):
            found = estimate(values, works.labelled)
            hits[place] += found.low <= truth[place] <= found.high
    assert (hits / len(seeds)).min() >= 0.85


def works(*labelled: HandlePair, other: HandlePair, one_set: bool = False) -> Works:
    found = [ScoredPair(other, 0.5, 0.5, true=False)]
    return Works([Evaluation(found, frozenset(labelled), one_set)])


def test_papers_joined_by_labels_are_one_work() -> None:
    found = works(("1", "a"), ("1", "b"), ("2", "b"), ("3", "c"), other=("2", "c"))
    assert found.numbers(("1", "a")) == found.numbers(("2", "b")) == (0, 0)
    assert found.numbers(("2", "c")) == (0, 1)


def test_a_paper_without_a_label_is_a_work_after_those_with_one() -> None:
    found = works(("1", "a"), ("2", "b"), other=("3", "b"))
    assert (found.numbers(("3", "b")), found.labelled, len(found)) == ((2, 1), 2, 3)


def test_one_handle_in_two_sets_is_two_papers() -> None:
    assert works(("1", "2"), other=("2", "1")).numbers(("2", "1")) == (1, 2)


def test_one_handle_in_one_set_is_one_paper() -> None:
    assert works(("1", "2"), other=("2", "1"), one_set=True).numbers(("2", "1")) == (0, 0)


def test_works_are_shared_by_evaluations() -> None:
    one, other = (
        Evaluation([ScoredPair(("1", right), 0.5, 0.5, true=False)], frozenset({("1", "a")}))
        for right in ("x", "y")
    )
    found = Works([one, other])
    assert (found.numbers(("1", "x")), found.numbers(("1", "y"))) == ((0, 1), (0, 2))
