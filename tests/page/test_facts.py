"""Where and when a paper was published, and what of that differs from another paper."""

import pytest

from wildwood.biblio.entry import Series
from wildwood.page.page import facts_of

from tests.support.shown_pairs import MakePaper

WHOLE = Series("Journal of Trade", "12", "3", "45-67")


def test_are_date_journal_volume_number_and_pages(paper: MakePaper) -> None:
    shown = paper("a", date="2015-03", series=WHOLE)
    texts = [fact.text for fact in facts_of(shown, paper("b"))]
    assert texts == ["2015-03", "Journal of Trade", "vol. 12", "no. 3", "pp. 45-67"]


def test_are_none_if_nothing_is_known(paper: MakePaper) -> None:
    assert list(facts_of(paper("a"), paper("b", date="2015", series=WHOLE))) == []


@pytest.mark.parametrize(
    ("one", "other", "differs"),
    [
        ({"date": "2015"}, {"date": "2016"}, True),
        ({"date": "2015"}, {"date": "2015-03"}, False),
        ({"date": "2015"}, {}, False),
        ({"series": Series("The J. of Trade")}, {"series": Series("the j of trade")}, False),
        ({"series": Series("Trade")}, {"series": Series("Growth")}, True),
        ({"series": Series(volume="12")}, {"series": Series(volume="13")}, True),
        ({"series": Series(issue="1")}, {"series": Series(volume="1")}, False),
        ({"series": Series(pages="1021-7")}, {"series": Series(pages="1021–1027")}, False),
        ({"series": Series(pages="21-27")}, {"series": Series(pages="1-7")}, True),
    ],
)
def test_differ_if_both_papers_have_another_one(
    paper: MakePaper, one: dict[str, object], other: dict[str, object], *, differs: bool
) -> None:
    [fact] = facts_of(paper("a", **one), paper("b", **other))
    assert fact.differs is differs
