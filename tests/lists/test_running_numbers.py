"""Fields that number the records of a list."""

from collections.abc import Iterable

import pytest

from wildwood.biblio.entry import Entry, Series
from wildwood.kernel.pairs import ReportPaper
from wildwood.lists.comparison import RunningNumbers, drop_columns


def columns(entries: Iterable[Entry]) -> set[tuple[str, str]]:
    numbers = RunningNumbers()
    for entry in entries:
        numbers.add(entry, "a.ris")
    return numbers.columns


def entry(number: int, issue: str, title: str = "") -> Entry:
    series = Series(title or f"Journal {number % 7}", volume=str(number % 9), issue=issue)
    return Entry(str(number), (), (), series=series)


def test_a_field_whose_values_count_the_records_is_one() -> None:
    assert columns(entry(number, str(number)) for number in range(40, 0, -1)) == {
        ("a.ris", "issue")
    }


@pytest.mark.parametrize(
    "issues",
    [
        [*range(1, 40), 7],
        range(1, 20),
        range(28_000, 28_040),
        range(1, 400, 10),
    ],
    ids=["repeated", "few", "of a large series", "with gaps"],
)
def test_other_numbers_are_none(issues: Iterable[int]) -> None:
    assert columns(entry(number, str(number)) for number in issues) == set()


def test_a_field_that_a_record_lacks_is_none() -> None:
    issues = ["", *map(str, range(1, 40))]
    assert columns(entry(number, issue) for number, issue in enumerate(issues)) == set()


def test_the_number_in_the_only_series_of_a_list_is_none() -> None:
    papers = [entry(number, str(number), "Discussion Papers") for number in range(1, 40)]
    assert columns(papers) == set()


def test_it_is_not_compared_for_papers_of_its_list() -> None:
    paper = ReportPaper.make(entry(1, "1"))
    [ours, theirs] = (
        drop_columns(paper_of_list, {("a.ris", "issue"), ("a.ris", "pmid")})
        for paper_of_list in (_in(paper, "a.ris"), _in(paper, "b.ris"))
    )
    assert (ours.series.issue, ours.series.volume) == ("", "1")
    assert theirs.series.issue == "1"


def _in(paper: ReportPaper, source: str) -> ReportPaper:
    return ReportPaper(paper.key, paper.record, series=paper.series, source=source)
