"""The versions of two papers that resemble each other most."""

import datetime

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Punctuation, Version
from wildwood.nep.search import strongest_versions

DAYS = [datetime.date(2015, 3, day) for day in (5, 12, 19)]


def versions(*titles: str) -> list[Version]:
    """Make the versions of a paper in consecutive issues."""
    return [
        Version(day, paper_of(Record("a", ("Ann Lee",), (title,)), Punctuation.SPACE))
        for day, title in zip(DAYS, titles, strict=False)
    ]


def test_are_those_with_the_greatest_strength() -> None:
    left = versions("the wages of fear", "coal mining and its wages")
    right = versions("an essay on coal", "the wages of fear", "the wages of sin")
    assert strongest_versions(left, right) == (left[0], right[1])


def test_are_the_latest_if_several_are_equally_strong() -> None:
    left, right = versions("a title", "a title"), versions("a title", "another", "a title")
    assert strongest_versions(left, right) == (left[1], right[2])


def test_are_the_latest_if_nothing_is_shared() -> None:
    left, right = versions("a title", "a title"), versions("another")
    assert strongest_versions(left, right) == (left[1], right[0])
