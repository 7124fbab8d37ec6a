"""Where and when a paper was published, beside what another paper says of that."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from wildwood.records.entry import Series
from wildwood.report.shown import ReportPaper
from wildwood.scoring.features import normalise

_FIRST_PAGE = re.compile(r"\w+")


class Fact(NamedTuple):
    """A fact in words."""

    text: str
    differs: bool
    """Whether the other paper says something else."""


def facts_of(paper: ReportPaper, other: ReportPaper) -> Iterator[Fact]:
    """Yield what is known of a paper: date, journal, volume, number, pages."""
    if paper.date:
        yield Fact(paper.date, _differ(paper.date, other.date, _same_start))
    for shown, value, same in _SHOWN:
        one, two = value(paper.series), value(other.series)
        if one:
            yield Fact(shown.format(one), _differ(one, two, same))


def _differ(one: str, other: str, same: Callable[[str, str], bool]) -> bool:
    """Return whether both are known and are not the same."""
    return bool(one and other) and not same(one, other)


def _same_start(one: str, other: str) -> bool:
    """Return whether dates are the same as far as both go: 2015 is the same as 2015-03."""
    return one.startswith(other) or other.startswith(one)


def _same_words(one: str, other: str) -> bool:
    return normalise(one) == normalise(other)


def _same_first_page(one: str, other: str) -> bool:
    """Return whether the first pages are the same, since 1021-7 can be 1021-1027."""
    return _FIRST_PAGE.findall(one)[:1] == _FIRST_PAGE.findall(other)[:1]


_SHOWN: tuple[tuple[str, Callable[[Series], str], Callable[[str, str], bool]], ...] = (
    ("{}", lambda series: series.title, _same_words),
    ("vol. {}", lambda series: series.volume, _same_words),
    ("no. {}", lambda series: series.issue, _same_words),
    ("pp. {}", lambda series: series.pages, _same_first_page),
)
"""The form of each fact of a series, how to find it, and when two are the same."""
