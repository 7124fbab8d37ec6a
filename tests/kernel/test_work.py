"""The work that an issue may cost, counted alike however it is compared."""

import datetime
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel import postings
from wildwood.kernel.errors import TooManyPairsError
from wildwood.kernel.model import Features, Limits, Paper, Similar, Totals
from wildwood.kernel.past import ComparableIssues, PastIssues, comparable
from wildwood.kernel.similar import count_compared, find_similar, find_similar_in_past
from wildwood.kernel.strength import MAX_FEATURE_PAIRS, Comparison, Formula, Target
from wildwood.kernel.tolerant import NO_NAMES, Names, Wording

from tests.support.past import History, in_parts

FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
TRADE = Features(("krugman", "obstfeld"), ("trade and growth", "and growth in", "growth in open"))
HALF = Features(("krugman", "smith"), ("trade and growth", "and growth by", "growth by sea"))
MOST = 100  # pairs that are compared here
MANY = tuple(f"word{number}" for number in range(MAX_FEATURE_PAIRS))
WIDE = Features(("krugman", "obstfeld"), ("trade and growth", *MANY))


def papers(*features: Features) -> list[Paper]:
    return [Paper(Record(f"h{n}", (), ()), found) for n, found in enumerate(features)]


ISSUES = {
    FIRST: papers(TRADE, HALF, TRADE),
    SECOND: papers(TRADE, HALF, HALF, WIDE),
    THIRD: papers(HALF, TRADE, WIDE, TRADE),
}


def past_issues() -> PastIssues:
    past = PastIssues()
    for date, issue in ISSUES.items():
        past.add_issue(date, issue)
    return past


def similar_in_past(
    issues: ComparableIssues, date: datetime.date, comparison: Comparison
) -> list[list[Similar]]:
    return find_similar_in_past(issues.issue(date), comparison.limits, comparison.formula)


Way = Callable[[], object]


def counted(way: Way, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many pairs a way to compare counts: the least bound that accepts them."""

    def is_accepted(most: int) -> bool:
        monkeypatch.setattr(postings, "MAX_COMPARED", most)
        try:
            way()
        except TooManyPairsError:
            return False
        return True

    count = bisect_left(range(MOST), 1, key=is_accepted)
    monkeypatch.undo()
    return count


@pytest.mark.parametrize(
    ("limits", "formula"),
    [
        (Limits(0.3, 0.9), Formula.SPECIFIED),
        (Limits(0.9, 0.3), Formula.TOLERANT),
        (Limits(0.5, 0.5, 1), Formula.SPECIFIED),
    ],
    ids=str,
)
def test_all_ways_to_compare_count_the_same(
    limits: Limits, formula: Formula, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    comparison = Comparison(limits, formula)
    with (
        comparable(past_issues().papers(), comparison) as whole,
        comparable(past_issues().papers(), comparison, 1) as in_sections,
        in_parts(tmp_path, [{date: issue} for date, issue in ISSUES.items()], comparison) as parts,
    ):
        issues = (whole, in_sections, parts)
        for date, issue in ISSUES.items():
            ways: list[Way] = [
                partial(find_similar, issue, History(ISSUES, date), limits, formula),
                *(partial(similar_in_past, found, date, comparison) for found in issues),
            ]
            counts = {counted(way, monkeypatch) for way in ways}
            assert len(counts) == 1
            assert 0 < max(counts) < MOST


def test_a_pair_with_very_many_names_counts_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "MAX_COMPARED", 100)
    usual, many = Names(("krugman", "paul"), ("r",)), Names(MANY[:100], ())
    wordings = [Wording(names, ()) for names in (usual, NO_NAMES, many)]
    pairs = [*[(0, usual), (1, many)] * 49, (2, many)]
    no_totals = Totals(0, 0)
    targets = (Target(new, 0, no_totals, no_totals, Wording(old, ())) for new, old in pairs)
    compared = count_compared(targets, wordings)
    assert len(list(islice(compared, 98))) == 98
    with pytest.raises(TooManyPairsError, match="more than 100 pairs of papers to compare; take"):
        next(compared)


def check(issue: Sequence[Features], formula: Formula = Formula.SPECIFIED) -> None:
    postings.check_shared(issue, formula)


@pytest.mark.parametrize(
    ("issue", "formula", "pairs"),
    [
        # Six feature pairs, one of which two papers share with each other and themselves.
        ([TRADE, HALF], Formula.SPECIFIED, 6 + 6 + 2),
        ([TRADE] * 3, Formula.SPECIFIED, 6 * 9),
        ([TRADE] * 3, Formula.TOLERANT, 6 * 9 + 3 * 9),
        # A wide paper shares 10,003 features with itself, and three with the other.
        ([TRADE, WIDE], Formula.SPECIFIED, 6 + 10_003 + 3),
    ],
)
def test_papers_are_counted_for_each_key_that_they_share(
    issue: list[Features], formula: Formula, pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "MAX_SHARED", pairs)
    check(issue, formula)
    monkeypatch.setattr(postings, "MAX_SHARED", pairs - 1)
    with pytest.raises(TooManyPairsError, match="pairs of papers to compare"):
        check(issue, formula)


def test_papers_with_too_many_keys_are_refused_before_they_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postings, "MAX_SHARED", 11)
    with pytest.raises(TooManyPairsError):
        check([TRADE, Features(("smith",), TRADE.titles[:1] * 6)])


def test_an_issue_of_equal_papers_is_refused_before_any_are_compared() -> None:
    issue = [paper.features for paper in papers(*[TRADE] * 5_000)]
    with pytest.raises(TooManyPairsError, match="more than 100,000,000 pairs"):
        check(issue)
