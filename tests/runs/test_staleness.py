"""Fingerprints of the history, and which ps rifs are stale (design: Convergence)."""

import datetime
from dataclasses import replace

from wildwood.model import Issue, Limits, PsRecord
from wildwood.runs.staleness import history_digests, stale_dates

DAYS = [datetime.date(2015, 3, day) for day in (5, 12, 19, 26)]


def issues(*digests: str | None) -> list[Issue]:
    """Issues of these rif digests, each compared with those before it."""
    made = [
        Issue(day, f"{day}.xml", digest, 1, None)
        for day, digest in zip(DAYS, digests, strict=False)
    ]
    prints = history_digests(made, DAYS)
    return [
        replace(
            issue, ps=PsRecord(Limits(0.6, 0.6), presort=True, history_digest=prints[issue.date])
        )
        for issue in made
    ]


def test_what_comes_later_does_not_change_a_fingerprint() -> None:
    assert history_digests(issues("a", "b"), DAYS[:2]) == history_digests(issues("a"), DAYS[:2])


def test_the_order_in_which_issues_are_given_does_not_matter() -> None:
    made = issues("a", "b", "c")
    assert history_digests(reversed(made), DAYS) == history_digests(made, DAYS)


def test_the_order_in_which_dates_are_asked_for_does_not_matter() -> None:
    made = issues("a", "b", "c")
    assert history_digests(made, reversed(DAYS)) == history_digests(made, DAYS)


def test_a_rif_of_another_date_makes_another_fingerprint() -> None:
    first, _ = issues("a", "b")
    moved = replace(first, date=DAYS[1])
    assert history_digests([first], DAYS[2:]) != history_digests([moved], DAYS[2:])


def test_a_half_stored_issue_is_not_as_if_it_were_not_stored() -> None:
    first, second = issues("a", None)
    assert history_digests([first, second], DAYS[2:]) != history_digests([first], DAYS[2:])


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


def test_all_after_an_issue_that_comes_in_between_are_stale() -> None:
    first, second, third = issues("a", "b", "c")
    between = replace(first, date=DAYS[0] + datetime.timedelta(days=1), ps=None)
    assert stale_dates([first, between, second, third]) == DAYS[1:3]


def test_an_issue_that_is_put_back_makes_all_well_again() -> None:
    first, second, *later = issues("a", "b", "c", "d")
    assert stale_dates([first, replace(second, digest="B"), *later]) != []
    assert stale_dates([first, replace(second), *later]) == []


def test_an_issue_that_was_only_begun_is_not_stale() -> None:
    only_begun = replace(issues(None)[0], ps=None)
    assert stale_dates([only_begun]) == []


def test_stale_dates_are_given_oldest_first() -> None:
    _, *later = issues("a", "b", "c", "d")
    assert stale_dates([later[1], later[2], later[0]]) == DAYS[1:]
