"""Papers without authors are paired with those of the same title."""

from wildwood.analysis.list_pairs import pairs_of_one_title
from wildwood.model import Record
from wildwood.records.entry import Series
from wildwood.report.shown import ReportPaper

LONG = "A history of the working papers that nobody has signed"


def paper(title: str, *names: str, pages: str = "", doi: str = "") -> ReportPaper:
    series = Series(pages=pages)
    return ReportPaper("a", Record("a", names, (title,)), dois=(doi,) * bool(doi), series=series)


def test_if_it_is_long() -> None:
    papers = [paper(LONG), paper(LONG.upper(), "Lee"), paper(LONG, "Keen"), paper("Other")]
    assert list(pairs_of_one_title(papers)) == [(1, 0), (2, 0)]


def test_if_a_short_one_has_one_first_page_or_doi() -> None:
    papers = [
        paper("Calendar", pages="9", doi="10.1000/1"), paper("Calendar"),
        paper("Calendar", pages="9-10"), paper("Calendar", pages="9", doi="10.1000/1"),
    ]  # fmt: skip
    assert list(pairs_of_one_title(papers)) == [(2, 0), (3, 0), (3, 2)]
