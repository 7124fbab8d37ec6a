"""A rebuild compares the issues of its index with each other as a run compares one issue."""

import datetime
import math
import random
from collections.abc import Iterable
from typing import TypeVar

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel import postings
from wildwood.kernel.errors import TooManyPairsError
from wildwood.kernel.model import Features, Limits, Paper, issue_texts
from wildwood.kernel.past import PastIssues, comparable
from wildwood.kernel.similar import find_similar, find_similar_in_past
from wildwood.kernel.strength import Comparison, Formula

from tests.support.past import History

Item = TypeVar("Item")

FIRST = datetime.date(2015, 3, 5)
ISSUES = 5
WIDE = 200
"""Features of a type that make a paper wide."""


def random_paper(chance: random.Random) -> Paper:
    """Make a paper of few possible handles and features; some are empty, and a few are wide."""
    longest = chance.choices([0, 5, WIDE], [1, 30, 1])[0]
    authors, titles = (
        tuple(f"{letter}{chance.randrange(12)}" for _ in range(chance.randint(0, longest)))
        for letter in "at"
    )
    handle = f"h{chance.randrange(60)}"
    return Paper(Record(handle, authors, titles), Features(authors, titles))


Unstored = set[tuple[datetime.date, str]]


def random_issues(
    chance: random.Random,
) -> tuple[PastIssues, dict[datetime.date, list[Paper]], Unstored]:
    """Make issues of random papers, of which a few are not stored."""
    past_issues = PastIssues()
    issues = {
        FIRST + datetime.timedelta(weeks=week): [
            random_paper(chance) for _ in range(chance.choice([0, 20, 60]))
        ]
        for week in range(ISSUES)
    }
    unstored: Unstored = set()
    for date, papers in issues.items():
        handles = [paper.handle for paper in papers if chance.random() < 0.05]
        past_issues.add_texts(date, issue_texts(papers), handles)
        unstored |= {(date, handle) for handle in handles}
    return past_issues, issues, unstored


@pytest.mark.parametrize("formula", Formula)
@pytest.mark.parametrize(
    "limits",
    [Limits(0.0, 0.0), Limits(0.3, 0.7), Limits(0.7, 0.3), Limits(0.2, 0.2, most=3)],
    ids=str,
)
def test_each_issue_has_the_similar_papers_that_a_run_finds(
    limits: Limits, formula: Formula
) -> None:
    past_issues, issues, unstored = random_issues(random.Random(str(limits)))
    found_any = False
    with comparable(past_issues.papers(), Comparison(limits, formula)) as found:
        for date, papers in issues.items():
            expected = find_similar(papers, History(issues, date, unstored), limits, formula)
            assert find_similar_in_past(found.issue(date), limits, formula) == expected
            found_any |= any(expected)
    assert found_any


@pytest.mark.parametrize("formula", Formula)
def test_little_memory_changes_nothing(formula: Formula) -> None:
    limits, sections = Limits(0.1, 0.4), []
    past_issues, issues, _ = random_issues(random.Random(7))
    papers, comparison = past_issues.papers(), Comparison(limits, formula)

    def progress(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        sections.append((total, what))
        return items

    with (
        comparable(papers, comparison) as whole,
        comparable(papers, comparison, 1, progress) as in_sections,
    ):
        for date in issues:
            expected = find_similar_in_past(whole.issue(date), limits, formula)
            assert find_similar_in_past(in_sections.issue(date), limits, formula) == expected
    filled = sum(map(bool, issues.values()))
    assert sections == [(left, "searching") for left in range(filled, 0, -1)]


def test_an_issue_with_too_many_pairs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "MAX_COMPARED", 5)
    equal = Features(("anna",), ("trade and growth",))
    past_issues = PastIssues()
    past_issues.add_issue(FIRST, [Paper(Record(f"h{n}", (), ()), equal) for n in range(3)])
    limits = Limits(0.5, 0.5)
    comparison = Comparison(limits, Formula.SPECIFIED)
    for most_bytes in (1, math.inf):
        with comparable(past_issues.papers(), comparison, most_bytes) as found:
            issue = found.issue(FIRST)
            with pytest.raises(TooManyPairsError):
                find_similar_in_past(issue, limits, Formula.SPECIFIED)
