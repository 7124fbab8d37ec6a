"""Digests of the history, and the dates of stale ps rifs."""

import datetime
from dataclasses import replace

from wildwood.model import Comparison, Formula, Issue, Limits, PsRecord, PsSettings
from wildwood.runs.staleness import differing_dates, history_digests, stale_dates

SETTINGS = PsSettings(Limits(0.6, 0.6), presort=True)
DAYS = [datetime.date(2015, 3, day) for day in (5, 12, 19, 26)]


def issues(*digests: str | None) -> list[Issue]:
    """Make issues with these rif digests, each compared with those before it."""
    without_ps = [
        Issue(day, f"{day}.xml", digest, 1, None)
        for day, digest in zip(DAYS, digests, strict=False)
    ]
    histories = history_digests(without_ps, DAYS)
    return [replace(issue, ps=PsRecord(SETTINGS, histories[issue.date])) for issue in without_ps]


def test_a_later_issue_does_not_change_a_digest() -> None:
    assert history_digests(issues("a", "b"), DAYS[:2]) == history_digests(issues("a"), DAYS[:2])


def test_the_order_of_the_issues_does_not_matter() -> None:
    stored = issues("a", "b", "c")
    assert history_digests(reversed(stored), DAYS) == history_digests(stored, DAYS)


def test_the_order_of_the_dates_does_not_matter() -> None:
    stored = issues("a", "b", "c")
    assert history_digests(stored, reversed(DAYS)) == history_digests(stored, DAYS)


def test_the_same_rif_under_another_date_has_another_digest() -> None:
    first, _ = issues("a", "b")
    moved = replace(first, date=DAYS[1])
    assert history_digests([first], DAYS[2:]) != history_digests([moved], DAYS[2:])


def test_an_issue_stored_in_part_has_another_digest_than_no_issue() -> None:
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


def test_all_after_an_issue_stored_in_part_are_stale() -> None:
    first, second, *later = issues("a", "b", "c", "d")
    assert stale_dates([first, replace(second, digest=None), *later]) == DAYS[2:]


def test_all_after_an_inserted_issue_are_stale() -> None:
    first, second, third = issues("a", "b", "c")
    between = replace(first, date=DAYS[0] + datetime.timedelta(days=1), ps=None)
    assert stale_dates([first, between, second, third]) == DAYS[1:3]


def test_nothing_is_stale_after_an_issue_is_restored() -> None:
    first, second, *later = issues("a", "b", "c", "d")
    assert stale_dates([first, replace(second, digest="B"), *later]) != []
    assert stale_dates([first, replace(second), *later]) == []


def test_an_issue_without_ps_rif_is_not_stale() -> None:
    incomplete = replace(issues(None)[0], ps=None)
    assert stale_dates([incomplete]) == []


def test_stale_dates_are_listed_oldest_first() -> None:
    _, *later = issues("a", "b", "c", "d")
    assert stale_dates([later[1], later[2], later[0]]) == DAYS[1:]


def test_ps_rifs_that_were_made_with_other_settings_differ() -> None:
    first, second = issues("a", "b")
    assert differing_dates([second, first], SETTINGS) == []
    assert differing_dates([second, first], replace(SETTINGS, presort=False)) == DAYS[:2]
    assert differing_dates([second, first], replace(SETTINGS, limits=Limits(0.6, 0.7))) == DAYS[:2]
    tolerant = replace(SETTINGS, comparison=Comparison(Formula.TOLERANT))
    assert differing_dates([second, first], tolerant) == DAYS[:2]
