"""Precision and recall at each limit, compared with values computed by hand."""

import numpy as np
import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper, SimilarityType
from wildwood.kernel.pairs import ReportPair
from wildwood.kernel.strength import Formula, shared_totals, strength
from wildwood.lists.evaluation import (
    Estimate,
    Evaluation,
    HandlePair,
    Labels,
    SideBySide,
    evaluate_pairs,
)

from tests.support.labelled_works import evaluation_of, labelled_works


def handles(pairs: list[ReportPair]) -> list[HandlePair]:
    return [(pair.left.record.handle, pair.right.record.handle) for pair in pairs]


def of(strengths: dict[str, float], labelled: str) -> Evaluation:
    """Evaluate pairs of papers with one handle, which is a letter."""
    pairs = {(name, name): strong for name, strong in strengths.items()}
    return evaluation_of(pairs, zip(labelled, labelled, strict=True))


BY_HAND = of({"a": 0.9, "b": 0.8, "c": 0.8, "d": 0.5, "e": 0.4}, labelled="acem")


@pytest.mark.parametrize(
    ("limit", "reported", "figures"),
    [
        (0.85, 1, (1, 1 / 4, 2 / 5)),
        (0.7, 3, (2 / 3, 2 / 4, 4 / 7)),
        (0.45, 4, (2 / 4, 2 / 4, 4 / 8)),
        (0.3, 5, (3 / 5, 3 / 4, 6 / 9)),
    ],
)
def test_a_limit_has_figures_of_the_pairs_above_it(
    limit: float, reported: int, figures: tuple[float, ...]
) -> None:
    at = BY_HAND.at(limit)
    assert at.reported == reported
    assert (at.precision.value, at.recall.value, at.f1.value) == figures


def test_a_pair_at_the_limit_is_not_reported() -> None:
    assert [BY_HAND.at(limit).recall.value for limit in (0.8, 0.79)] == [1 / 4, 2 / 4]


def test_false_and_missed_pairs_are_listed_strongest_first() -> None:
    assert handles(BY_HAND.false(0.45)) == [("b", "b"), ("d", "d")]
    missed = BY_HAND.missed(0.45)
    assert [(pair.left.record.handle, pair.strength) for pair in missed] == [("e", 0.4), ("m", 0)]


def test_the_pairs_above_0_are_those_that_are_compared() -> None:
    assert (BY_HAND.rows[0].limit, BY_HAND.rows[0].recall.value) == (0, 3 / 4)


def test_where_nothing_is_reported_nothing_is_wrong() -> None:
    at = BY_HAND.at(1)
    assert (at.precision.value, at.recall.value, at.f1.value, at.reported) == (1, 0, 0, 0)
    assert (at.precision.low, at.precision.high) == (0, 1)


def test_the_best_limit_is_in_the_middle_of_those_with_the_best_f1() -> None:
    found = {(str(n), str(n)): 0.9 for n in range(60)}
    false = {(str(n), str(n + 1)): 0.32 for n in range(59)}
    assert evaluation_of(found | false, found).best.limit == 0.6


# Works and intervals


def test_papers_joined_by_labels_are_one_work() -> None:
    labelled = [("1", "a"), ("1", "b"), ("2", "b"), ("3", "c")]
    evaluation = evaluation_of({("2", "c"): 0.5}, labelled)
    names = [paper.handle for paper in evaluation.papers]
    works = dict(zip(names, evaluation.works.tolist(), strict=True))
    assert len({works[name] for name in "12ab"}) == 1
    assert works["3"] == works["c"] != works["1"]
    assert SideBySide([evaluation]).works == 2


def test_an_interval_is_wide_if_all_errors_are_of_one_work() -> None:
    labelled = [(str(n), str(n)) for n in range(60)]
    found = dict.fromkeys(labelled, 0.9)
    apart = {(f"x{n}", f"y{n}"): 0.9 for n in range(20)}
    editorial = {("x", f"y{n}"): 0.9 for n in range(20)}
    narrow, wide = (
        evaluation_of(found | false, labelled).at(0.5).precision for false in (apart, editorial)
    )
    assert narrow.value == wide.value == 0.75
    assert wide.low < narrow.low < narrow.high < wide.high


def test_no_error_is_no_proof_that_there_is_none() -> None:
    labelled = [(str(n), str(n)) for n in range(100)]
    recall = evaluation_of(dict.fromkeys(labelled, 0.9), labelled).at(0.5).recall
    assert recall.low == pytest.approx(0.963, abs=1e-3)
    assert recall.high == 1


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_a_share_is_in_its_interval_however_many_works_there_are(value: float) -> None:
    works = np.ones(1_000_000)
    estimate = Estimate.of(value * works, works, len(works))
    assert estimate.low <= value <= estimate.high


def test_an_interval_has_the_figure_of_all_papers_as_often_as_it_says() -> None:
    truth = labelled_works(0, 20_000).at(0.6)
    hits = {"precision": 0, "recall": 0, "f1": 0}
    seeds = range(1, 41)
    for seed in seeds:
        figures = labelled_works(seed, 150).at(0.6)
        for name in hits:
            sample = getattr(figures, name)
            hits[name] += sample.low <= getattr(truth, name).value <= sample.high
    assert min(hits.values()) >= 0.85 * len(seeds)


# Evaluation of papers


def paper(handle: str, title: str, names: str = "Anna Smith") -> Paper:
    return paper_of(Record(handle, (names,), (title,)))


TRADE, COPY = paper("1", "Trade and Growth in Open Economies"), paper("1", "Trade and growth")
MONEY = paper("2", "Money and Banks")
OTHER = paper("3", "Trade and Growth in Rome", "Bob Jones")


def test_each_paper_of_one_set_is_compared_with_each_of_the_other() -> None:
    labels = Labels([("1", "1"), ("2", "3")])
    evaluation = evaluate_pairs(labels, [[TRADE, MONEY], [COPY, OTHER]])
    assert evaluation.strengths == {(0, 2): 1.0}
    assert handles(evaluation.missed(0.5)) == [("2", "3")]
    assert evaluation.type is SimilarityType.EXTERNAL


def test_the_given_formula_is_used() -> None:
    dice = Formula.DICE
    evaluation = evaluate_pairs(Labels([]), [[TRADE], [COPY]], dice)
    shared = shared_totals(TRADE.features, COPY.features)
    expected = strength(shared, TRADE.features.totals, COPY.features.totals, dice)
    assert list(evaluation.strengths.values()) == [expected]


def test_similar_titles_are_compared_if_the_formula_asks_for_it() -> None:
    sides = [TRADE], [paper("x", "Trade and Growth in Open Economies", "Bob Jones")]
    assert not evaluate_pairs(Labels([]), sides, Formula.DICE).strengths
    [found] = evaluate_pairs(Labels([]), sides, Formula.TOLERANT).strengths.values()
    assert found == pytest.approx((0.2 * (8 / 9 + 12 / 13) / 2) ** 0.5, abs=1e-9)


def test_the_papers_of_one_set_are_compared_with_each_other_once() -> None:
    papers = [TRADE, paper("a", "Trade and Growth"), MONEY]
    evaluation = evaluate_pairs(Labels([("a", "1")]), [papers])
    assert list(evaluation.strengths) == list(evaluation.labelled) == [(0, 1)]
    assert evaluation.type is SimilarityType.INTERNAL


def test_pairs_of_equal_strength_are_ordered_by_their_tie() -> None:
    part, whole = paper("part", "Trade and Growth"), paper("whole", "Trade and Growth in Open")
    evaluation = evaluate_pairs(Labels([]), [[TRADE], [part, whole]])
    assert handles(evaluation.false(0)) == [("1", "whole"), ("1", "part")]


def test_of_versions_of_a_paper_the_strongest_pair_counts() -> None:
    first = paper("1", "Trade and Growth in Rome")
    evaluation = evaluate_pairs(
        Labels([]), [[TRADE, first, paper("2", "Trade and Growth in Rome")]]
    )
    assert list(evaluation.strengths.values()) == [1.0]
