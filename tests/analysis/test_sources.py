"""How much each of several lists contributes."""

from wildwood.analysis.deduplication import ListCounts, sources_of
from wildwood.model import PairVerdict, Record, SimilarityType
from wildwood.report.shown import ReportPair, ReportPaper


def paper(handle: str, source: str) -> ReportPaper:
    return ReportPaper(handle, Record(handle, (), ()), source=source)


def test_works_are_counted_once_and_those_that_no_other_list_has() -> None:
    first, again, other = paper("a", "one.ris"), paper("b", "one.ris"), paper("c", "two.ris")
    pairs = [
        ReportPair(left, right, 0.9, SimilarityType.INTERNAL, PairVerdict.SAME)
        for left, right in ((again, first), (other, first))
    ]
    assert sources_of({"one.ris": 5, "two.ris": 2}, pairs) == [
        ListCounts("one.ris", papers=5, works=4, alone=3),
        ListCounts("two.ris", papers=2, works=2, alone=1),
    ]
