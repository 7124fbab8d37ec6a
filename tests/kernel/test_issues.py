"""The history of a rebuild; the rest is in the contract of test_target_index.py."""

import datetime

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Features, Limits, Paper, issue_texts
from wildwood.kernel.past import PastIssues, comparable
from wildwood.kernel.strength import Comparison, Formula

from tests.support.past import external

FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
OLD = Features(("anna",), ("trade and growth",))
NEW = Features(("anna",), ("trade and growth", "and growth again"))


def paper(handle: str, features: Features) -> Paper:
    return Paper(Record(handle, (), ()), features)


def targets(archive: PastIssues, before: datetime.date) -> list[tuple[str, int]]:
    """Return the handles of the targets of an issue in earlier ones, with their title totals."""
    comparison = Comparison(Limits(0.0, 0.0), Formula.SPECIFIED)
    with comparable(archive.papers(), comparison) as issues:
        found = external(issues, before)
        return sorted((target.key, target.totals.titles) for target in found)


def test_a_paper_that_is_not_stored_is_not_a_target() -> None:
    archive = PastIssues()
    archive.add_texts(FIRST, issue_texts([paper("big", NEW)]), unstored=["big"])
    archive.add_issue(SECOND, [paper("new", OLD)])
    assert targets(archive, SECOND) == []


def test_a_paper_that_is_not_stored_has_targets() -> None:
    archive = PastIssues()
    archive.add_issue(FIRST, [paper("known", NEW)])
    archive.add_texts(SECOND, issue_texts([paper("big", OLD)]), unstored=["big"])
    assert targets(archive, SECOND) == [("known", 2)]


def test_a_handle_whose_new_version_is_not_stored_keeps_its_old_one() -> None:
    archive = PastIssues()
    archive.add_issue(FIRST, [paper("a", OLD)])
    archive.add_texts(SECOND, issue_texts([paper("a", NEW)]), unstored=["a"])
    archive.add_issue(THIRD, [paper("new", OLD)])
    assert targets(archive, THIRD) == [("a", 1)]


def test_every_version_of_the_issues_before_counts() -> None:
    archive = PastIssues()
    archive.add_issue(FIRST, [paper("a", OLD)])
    archive.add_issue(SECOND, [paper("a", NEW)])
    archive.add_issue(THIRD, [paper("new", OLD)])
    assert targets(archive, SECOND) == [("a", 1)]
    assert targets(archive, THIRD) == [("a", 1), ("a", 2)]


def test_of_texts_with_one_handle_the_last_that_says_something_counts() -> None:
    archive = PastIssues()
    titled = Record("a", (), ("Title",))
    papers = Paper(titled, OLD), Paper(titled, NEW), Paper(Record("a", (), ()), Features((), ()))
    archive.add_issue(FIRST, papers)
    archive.add_issue(SECOND, [paper("new", OLD)])
    assert targets(archive, SECOND) == [("a", 2)]
