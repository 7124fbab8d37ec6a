"""Which records are versions of one work: what differs is what differs between publications."""

from dataclasses import replace
from typing import Any

import pytest

from wildwood.biblio.entry import NO_SERIES, Record, Series
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import ReportPaper
from wildwood.lists.evidence import judged
from wildwood.lists.stated_facts import StatedFacts

TITLE = "The effect of tariffs on wages in small open economies"
AUTHORS = ("Costa, Dora L.", "Adams, Anna")


def record(title: str = TITLE, series: Series = NO_SERIES, **more: Any) -> ReportPaper:
    names, handle = more.pop("names", AUTHORS), more.pop("handle", "r")
    fields = {"date": "2009", **more}
    return ReportPaper(title, Record(handle, names, (title,)), **fields, series=series)


ARTICLE = record(
    series=Series("Journal of Trees", "99", "2", "112-134"), kind="JOUR", dois=("10.1257/a.99.2",)
)
PREPRINT = record(kind="JOUR", series=Series("medRxiv"), dois=("10.1101/2020.05.12",), date="2007")


def verdict(left: ReportPaper, right: ReportPaper) -> PairVerdict:
    found = judged(StatedFacts(left), StatedFacts(right))
    assert judged(StatedFacts(right), StatedFacts(left)).verdict is found.verdict
    return found.verdict


class TestAnArticleHasAsVersion:
    @pytest.mark.parametrize(
        "paper",
        [
            PREPRINT,
            record(kind="RPRT", date="2001"),
            record(kind="GEN", date="2008-05"),
            record(kind="JOUR", dois=("10.2139/ssrn.123456",), date="2007"),
            record(kind="JOUR", dois=("10.3386/w13372",), date="2005"),
            record(series=Series("IZA Discussion Papers", "", "3372"), date="2007"),
            record(series=Series("Trees"), kind="Discussion Paper", date="2007"),
            record(kind="misc", identifiers=("arxiv:0901.01234",)),
            record(dois=("10.3386/w13372",)),
            record(handle="RePEc:nbr:nberwo:13372", date=""),
            record(kind="CONF", series=Series("Trees 2008 Conference", "2", "", "1-9")),
            record(kind="CHAP", series=Series("Handbook of Trees", "", "", "1-9")),
            record(kind="THES", series=Series(publisher="University of Bonn"), date="2006"),
            record(kind="GEN", date="2009-02-15"),
        ],
    )
    def test_another_publication(self, paper: ReportPaper) -> None:
        assert verdict(paper, ARTICLE) is PairVerdict.VERSION

    @pytest.mark.parametrize(
        "title",
        [
            f"{TITLE}: evidence from Malta",
            "The effect of tariffs on wages in small open economies of islands",
            "An effect of tariffs on the wages in small, open and poor economies",
        ],
    )
    def test_a_paper_whose_title_is_near(self, title: str) -> None:
        paper = record(title, kind="RPRT", date="2007")
        assert verdict(paper, ARTICLE) is PairVerdict.VERSION

    @pytest.mark.parametrize(
        ("title", "article"),
        [
            ("Wages of 46,400 men in small economies", "Wages of 46 407 men in small economies"),
            (
                "Tariffs, wages, debt under 2019-nCoV in Peru",
                "Tariffs, wages, debt under COVID-19 in Peru",
            ),
            (
                "Wages in a small economy under SARS-CoV2",
                "Wages in a small economy under SARS-CoV-2",
            ),
            ("Tariffs and wages of men in economies", "Tariffs and wages of 68 men in economies"),
        ],
    )
    def test_a_paper_that_counts_and_names_otherwise(self, title: str, article: str) -> None:
        paper = record(title, kind="RPRT", date="2007")
        assert verdict(paper, replace(ARTICLE, record=Record("r", AUTHORS, (article,)))) is (
            PairVerdict.VERSION
        )

    def test_a_paper_of_the_same_large_group_whose_title_is_less_near(self) -> None:
        title = "Consequences of tariffs for wages in open economies: surveys of firms"
        verdicts = []
        for names in (AUTHORS, (*AUTHORS, "Lee, Bo", "Berg, Carl")):
            paper = record(title, kind="RPRT", date="2007", names=names)
            verdicts.append(verdict(paper, replace(ARTICLE, record=Record("r", names, (TITLE,)))))
        assert verdicts == [PairVerdict.UNSURE, PairVerdict.VERSION]

    def test_a_paper_with_a_short_title_of_several_words(self) -> None:
        paper, article = (replace(one, record=Record("r", AUTHORS, ("Tariffs and wages",)))
                          for one in (PREPRINT, ARTICLE))  # fmt: skip
        assert verdict(paper, article) is PairVerdict.VERSION

    @pytest.mark.parametrize(
        ("title", "expected"),
        [
            (f"{TITLE}, from the long run to the next year", PairVerdict.VERSION),
            (TITLE, PairVerdict.UNSURE),
        ],
    )
    def test_a_paper_with_a_title_that_names_it_without_authors(
        self, title: str, expected: PairVerdict
    ) -> None:
        article = replace(ARTICLE, record=Record("r", (), (title,)))
        assert verdict(record(title, kind="GEN", date="2009-02-15"), article) is expected


class TestAnArticleHasNoVersionIn:
    @pytest.mark.parametrize(
        "paper",
        [
            record(f"{TITLE}, part 2", kind="RPRT"),
            record(f"{TITLE} II: Malta", kind="RPRT"),
            record(f"{TITLE}: reply", kind="RPRT"),
            record(f"Erratum: {TITLE}", kind="RPRT"),
            record(kind="RPRT", edition="2"),
            record(kind="RPRT", date="1990"),
            record(kind="RPRT", names=("Lee, B.",)),
            record(kind="RPRT", names=()),
            record("The effect of quotas on prices in large open economies", kind="RPRT"),
            record(kind="BOOK", series=Series(publisher="Wood"), date="2007"),
            record(kind="DATA", dois=("10.7910/dvn/1",)),
            record(kind="JOUR", series=Series("Quarterly of Trees", "12", "1", "1"), date="2014"),
            record(kind="JOUR", series=Series("Quarterly of Trees", "12"), names=AUTHORS[:1]),
            record(kind="JOUR", series=Series("Journal of Trees", "100", "1", "1-20")),
            record(kind="JOUR", series=Series("", "98"), dois=("10.1000/b",)),
            record(kind="JOUR", dois=("10.1000/b",), date="2012"),
        ],
    )
    def test_another_work(self, paper: ReportPaper) -> None:
        article = replace(ARTICLE, edition="1")
        assert verdict(paper, article) in {PairVerdict.DIFFERENT, PairVerdict.UNSURE}

    @pytest.mark.parametrize(
        ("title", "article"),
        [
            ("Wages in small open economies in 1990", "Wages in small open economies in 2007"),
            ("Wages in small open economies II", "Wages in small open economies III"),
            ("Wages in small open economies of the 3 seas 2", "Wages in the small open economies"),
            ("Wages of 46,400 men in economies", "Wages of 46 407 small open women economies"),
        ],
    )
    def test_another_part_or_year(self, title: str, article: str) -> None:
        paper = record(title, kind="RPRT", date="2007")
        published = replace(ARTICLE, record=Record("r", AUTHORS, (article,)))
        assert verdict(paper, published) is not PairVerdict.VERSION

    def test_what_may_be_it_in_a_journal_of_another_spelling(self) -> None:
        paper = record(kind="JOUR", series=Series("The Trees"))
        assert verdict(paper, ARTICLE) is PairVerdict.UNSURE

    @pytest.mark.parametrize("kind", ["", "GEN", "misc"])
    def test_what_may_be_the_article_itself(self, kind: str) -> None:
        assert verdict(record(kind=kind), ARTICLE) is PairVerdict.UNSURE

    def test_a_short_title_of_one_word(self) -> None:
        paper, article = (replace(one, record=Record("r", AUTHORS, ("Introduction",)))
                          for one in (PREPRINT, ARTICLE))  # fmt: skip
        assert verdict(paper, article) is PairVerdict.DIFFERENT


class TestOneOfItsKindIsAVersion:
    @pytest.mark.parametrize(
        "paper",
        [
            record(kind="JOUR", series=Series("Quarterly of Trees", "12", "1", "1-20")),
            record(kind="JOUR", series=Series("Leaves"), dois=("10.1000/b",), date="2011"),
            record(kind="JOUR", series=Series(pages="2-29"), dois=("10.1000/b",), date="2010"),
        ],
    )
    def test_in_another_place(self, paper: ReportPaper) -> None:
        assert verdict(paper, ARTICLE) is PairVerdict.VERSION

    def test_but_not_two_editions_of_a_book(self) -> None:
        one, other = (record(kind="BOOK", dois=(f"10.1000/{n}",)) for n in (1, 2))
        assert verdict(one, other) is PairVerdict.UNSURE


class TestTwoPapersAreVersions:
    def test_of_two_series(self) -> None:
        one = record(kind="RPRT", series=Series("NBER Working Papers", "", "13372"))
        other = record(kind="RPRT", series=Series("IZA Discussion Papers", "", "3021"))
        assert verdict(one, other) is PairVerdict.VERSION

    def test_with_two_dois_of_one_archive(self) -> None:
        one, other = (record(kind="JOUR", dois=(f"10.5281/zenodo.{n}",)) for n in (12, 13))
        assert verdict(one, other) is PairVerdict.VERSION

    def test_revised_in_an_archive(self) -> None:
        one, other = (record(kind="GEN", date=date) for date in ("2009-11-30", "2010-02-01"))
        assert verdict(one, other) is PairVerdict.VERSION

    def test_with_two_dois_of_one_day_and_a_short_title(self) -> None:
        one, other = (
            record("1756 İstanbul Yangını", kind="GEN", date="2019-09-28", dois=(f"10.5281/{n}",))
            for n in ("zenodo.3463852", "zenodo.3463853")
        )
        assert verdict(one, other) is PairVerdict.VERSION
        assert verdict(one, replace(other, date="2019-09-29")) is PairVerdict.DIFFERENT

    def test_but_not_two_years_of_a_series(self) -> None:
        one, other = (record(kind="RPRT", dois=(f"10.5281/zenodo.{n}",), date=f"20{n}")
                      for n in (10, 13))  # fmt: skip
        assert verdict(one, other) is PairVerdict.DIFFERENT

    def test_nor_two_numbers_of_a_series(self) -> None:
        one, other = (
            record(kind="RPRT", series=Series("NBER Working Papers", "", n)) for n in ("12", "13")
        )
        assert verdict(one, other) is not PairVerdict.VERSION
