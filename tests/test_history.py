"""Fingerprints of the history, and which ps rifs are stale (design: Convergence)."""

import datetime
from dataclasses import replace

from wildwood.history import fingerprints, stale_dates
from wildwood.model import Issue, Limits, PsRun

DAYS = [datetime.date(2015, 3, day) for day in (5, 12, 19, 26)]


def issues(*digests: str | None) -> list[Issue]:
    """Issues of these rif digests, each compared with those before it."""
    made = [
        Issue(day, f"{day}.xml", digest, 1, None)
        for day, digest in zip(DAYS, digests, strict=False)
    ]
    prints = fingerprints(made, DAYS)
    return [
        replace(issue, ps=PsRun(Limits(0.6, 0.6), presort=True, history=prints[issue.date]))
        for issue in made
    ]


def test_what_comes_later_does_not_change_a_fingerprint() -> None:
    assert fingerprints(issues("a", "b"), DAYS[:2]) == fingerprints(issues("a"), DAYS[:2])


def test_the_order_in_which_issues_are_given_does_not_matter() -> None:
    made = issues("a", "b", "c")
    assert fingerprints(reversed(made), DAYS) == fingerprints(made, DAYS)


def test_nothing_is_stale_after_runs_in_order() -> None:
    assert stale_dates(issues("a", "b", "c", "d")) == []


def test_all_after_a_replaced_issue_are_stale() -> None:
    first, second, *later = issues("a", "b", "c", "d")
    assert stale_dates([first, replace(second, digest="B"), *later]) == DAYS[2:]


def test_all_after_a_forgotten_issue_are_stale() -> None:
    first, _, *later = issues("a", "b", "c", "d")
    assert stale_dates([first, *later]) == DAYS[2:]


def test_all_after_a_half_stored_issue_are_stale() -> None:
    first, second, *later = issues("a", "b", "c", "d")
    assert stale_dates([first, replace(second, digest=None), *later]) == DAYS[2:]


def test_an_issue_that_is_put_back_makes_all_well_again() -> None:
    made = issues("a", "b", "c", "d")
    assert stale_dates(issues("a", "b", "c", "d")) == stale_dates(made) == []


def test_an_issue_that_was_only_begun_is_not_stale() -> None:
    only_begun = replace(issues(None)[0], ps=None)
    assert stale_dates([only_begun]) == []
