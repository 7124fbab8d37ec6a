"""Precision and recall over all limits, compared with values computed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.kernel.strength import Formula, shared_totals, strength
from wildwood.lists.evaluation import (
    Evaluation,
    FormulaRow,
    Labels,
    Point,
    ScoredPair,
    evaluate_pairs,
    number_works,
    resample,
    side_by_side,
)


def judged(name: str, strong: float, *, true: bool) -> ScoredPair:
    return ScoredPair((name, name), strong, true)


def of(*pairs: ScoredPair, missing: int = 0) -> Evaluation:
    """Make an evaluation of these pairs and of `missing` labelled pairs without strength."""
    labelled = {pair.pair for pair in pairs if pair.true}
    return Evaluation(pairs, frozenset(labelled | {(f"m{n}", "x") for n in range(missing)}))


def row(evaluation: Evaluation, limit: float) -> FormulaRow:
    return side_by_side(lambda _: evaluation, formulas=[Formula.SPECIFIED], limit=limit).recommended


def average_precision(evaluation: Evaluation) -> float:
    return float(resample(evaluation, number_works([evaluation]), 0.0)[0, 0])


BY_HAND = of(
    judged("a", 0.9, true=True),
    judged("b", 0.8, true=False),
    judged("c", 0.8, true=True),
    judged("d", 0.5, true=False),
    judged("e", 0.4, true=True),
    missing=1,
)


def test_each_limit_has_a_point() -> None:
    assert BY_HAND.points([0.85, 0.7, 0.45, 0.3]) == [
        Point(0.85, 1, 1, 1 / 4, 2 / 5),
        Point(0.7, 3, 2 / 3, 2 / 4, 4 / 7),
        Point(0.45, 4, 2 / 4, 2 / 4, 4 / 8),
        Point(0.3, 5, 3 / 5, 3 / 4, 6 / 9),
    ]


def test_average_precision_counts_a_tie_as_one_step() -> None:
    assert average_precision(BY_HAND) == pytest.approx(1 / 4 * 1 + 1 / 4 * 2 / 3 + 1 / 4 * 3 / 5)


def test_a_pair_at_the_limit_is_not_reported() -> None:
    assert [point.recall for point in BY_HAND.points([0.8, 0.79])] == [1 / 4, 2 / 4]


def test_unlabelled_and_missed_pairs_are_listed_strongest_first() -> None:
    of_limit = row(BY_HAND, 0.45)
    assert [pair.pair[0] for pair in of_limit.unlabelled] == ["b", "d"]
    assert [(pair.pair[0], pair.strength) for pair in of_limit.missed] == [("e", 0.4), ("m0", 0)]


def test_labelled_pairs_without_strength_are_not_compared() -> None:
    assert (row(BY_HAND, 0.5).compared, len(BY_HAND.labelled)) == (3, 4)


def test_evaluations_without_pairs_cause_no_division_by_zero() -> None:
    for nothing in (of(), of(missing=1), of(judged("a", 1.0, true=False))):
        assert average_precision(nothing) == 0
        assert {point.f1 for point in nothing.points()} == {0}


@given(st.lists(st.tuples(st.sampled_from([0.2, 0.4, 0.6, 0.8, 1.0]), st.booleans()), max_size=30))
def test_average_precision_is_a_sum_over_the_limits(rows: list[tuple[float, bool]]) -> None:
    rows.sort(reverse=True)
    pairs = [judged(str(n), strong, true=true) for n, (strong, true) in enumerate(rows)]
    total = sum(true for _, true in rows) + 1
    expected = before = 0.0
    for limit in sorted({strong for strong, _ in rows}, reverse=True):
        down_to = [true for strong, true in rows if strong >= limit]
        expected += sum(down_to) / len(down_to) * (sum(down_to) / total - before)
        before = sum(down_to) / total
    assert average_precision(of(*pairs, missing=1)) == pytest.approx(expected)


# Evaluation of papers


def paper(handle: str, title: str, names: str = "Anna Smith") -> Paper:
    return paper_of(Record(handle, (names,), (title,)))


TRADE, COPY = paper("1", "Trade and Growth in Open Economies"), paper("1", "Trade and growth")
MONEY = paper("2", "Money and Banks")
OTHER = paper("3", "Trade and Growth in Rome", "Bob Jones")


def test_each_paper_of_one_set_is_compared_with_each_of_the_other() -> None:
    found = evaluate_pairs([TRADE, MONEY], [COPY, OTHER], Labels([("1", "1"), ("2", "3")]))
    assert [(pair.pair, pair.strength, pair.true) for pair in found.judged] == [
        (("1", "1"), 1.0, True)
    ]
    assert [pair.pair for pair in row(found, 0.5).missed] == [("2", "3")]
    assert not found.one_set


def test_the_given_formula_is_used() -> None:
    dice = Formula.DICE
    [found] = evaluate_pairs([TRADE], [COPY], Labels([]), dice).judged
    shared = shared_totals(TRADE.features, COPY.features)
    assert found.strength == strength(shared, TRADE.features.totals, COPY.features.totals, dice)


def test_similar_titles_are_compared_if_the_formula_asks_for_it() -> None:
    papers = [TRADE], [paper("x", "Trade and Growth in Open Economies", "Bob Jones")]
    assert not evaluate_pairs(*papers, Labels([]), Formula.DICE).judged
    [found] = evaluate_pairs(*papers, Labels([]), Formula.TOLERANT).judged
    assert found.strength == pytest.approx((0.2 * (8 / 9 + 12 / 13) / 2) ** 0.5, abs=1e-9)


def test_the_papers_of_one_set_are_compared_with_each_other_once() -> None:
    papers = [TRADE, paper("a", "Trade and Growth"), MONEY]
    found = evaluate_pairs(papers, None, Labels([("a", "1")]))
    assert [(pair.pair, pair.true) for pair in found.judged] == [(("1", "a"), True)]
    assert found.one_set


def test_pairs_of_equal_strength_are_ordered_by_their_tie() -> None:
    part, whole = paper("part", "Trade and Growth"), paper("whole", "Trade and Growth in Open")
    found = evaluate_pairs([TRADE], [part, whole], Labels([]))
    assert [(pair.pair[1], pair.strength) for pair in found.judged] == [
        ("whole", 1.0),
        ("part", 1.0),
    ]
