"""Find fields that number the records of a list, and so say nothing of a paper."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from wildwood.lists import Entry
from wildwood.report.shown import ReportPaper

_SERIES = ("volume", "issue", "pages")
_MIN_RECORDS = 30
"""Records that a list needs for its numbers not to be, say, the volumes of one work."""
_SEVERAL = 2
_MAX_NUMBER = 10_000_000
_NUMBERED = re.compile(r"\D*(\d{1,8})\D*")

_Column = tuple[str, str]
"""The name of a list, and that of a field or kind of identifier."""


class RunningNumbers:
    """The fields of lists whose values are all different, and most of the numbers from 1 on."""

    def __init__(self) -> None:
        """Start without records."""
        self._records = Counter[str]()
        self._titles: dict[str, set[str]] = {}
        self._numbers: dict[_Column, set[int] | None] = {}

    def add(self, entry: Entry, source: str) -> None:
        """Add a record of a list."""
        self._records[source] += 1
        titles = self._titles.setdefault(source, set())
        if len(titles) < _SEVERAL:
            titles.add(entry.series.title)
        for name, value in _values(entry):
            numbers = self._numbers.setdefault((source, name), set())
            if numbers is None:
                continue
            found = _NUMBERED.fullmatch(value)
            number = int(found[1]) if found else _MAX_NUMBER
            if number in numbers or number >= _MAX_NUMBER:
                self._numbers[source, name] = None
            else:
                numbers.add(number)

    @property
    def columns(self) -> set[_Column]:
        """The fields that are running numbers."""
        return {
            (source, name)
            for (source, name), numbers in self._numbers.items()
            if numbers
            and _MIN_RECORDS <= len(numbers) == self._records[source]
            and max(numbers) < 2 * len(numbers)
            and not self._is_of_one_series(source)
        }

    def _is_of_one_series(self, source: str) -> bool:
        """Whether a list has one series only, which can number its papers."""
        titles = self._titles[source]
        return len(titles) < _SEVERAL and any(titles)


def without_columns(paper: ReportPaper, columns: set[_Column]) -> ReportPaper:
    """Return a paper without the fields that number the records of its list."""
    names = {name for source, name in columns if source == paper.source}
    if not names:
        return paper
    identifiers = [one for one in paper.identifiers if one.rpartition(":")[0] not in names]
    return replace(
        paper,
        series=replace(paper.series, **dict.fromkeys(names.intersection(_SERIES), "")),
        identifiers=tuple(identifiers),
        edition="" if "edition" in names else paper.edition,
        pmid="" if "pmid" in names else paper.pmid,
    )


def _values(entry: Entry) -> Iterator[tuple[str, str]]:
    for name in _SERIES:
        if value := getattr(entry.series, name):
            yield name, value
    for name, value in (("edition", entry.edition), ("pmid", entry.pmid)):
        if value:
            yield name, value
    for identifier in entry.identifiers:
        kind, _, number = identifier.rpartition(":")
        yield kind, number
