"""What the fields of two records say: the same record, different ones, or nothing certain."""

from dataclasses import replace
from typing import Any

import pytest

from wildwood.biblio.entry import Record, Series
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import ReportPaper
from wildwood.lists.evidence import Field, RecordEvidence, judged
from wildwood.lists.stated_facts import StatedFacts

JOURNAL = "Journal of Hospital Infection"
SERIES = Series(JOURNAL, "74", "1", "72-77", "0195-6701")
LONG = "Role of copper in reducing hospital environment contamination"
AUTHORS = ("Casey, A. L.", "Adams, D.", "Karpanen, T. J.")
ONLINE = Series(JOURNAL)


def record(title: str = LONG, series: Series = SERIES, **more: Any) -> ReportPaper:
    names = more.pop("names", AUTHORS)
    return ReportPaper(
        title, Record("r", names, (title,)), **{"date": "2010", **more}, series=series
    )


def at(**place: str) -> Series:
    return replace(SERIES, **place)


def judgement(one: ReportPaper, other: ReportPaper) -> tuple[PairVerdict, tuple[str, ...]]:
    """Judge a pair, which has one verdict in both orders."""
    left, right = StatedFacts(one), StatedFacts(other)
    found = judged(left, right)
    assert judged(right, left).verdict is found.verdict
    return found.verdict, found.reasons


def verdict(one: ReportPaper, other: ReportPaper) -> PairVerdict:
    return judgement(one, other)[0]


class TestTheSameRecord:
    def test_has_one_doi(self) -> None:
        found = judgement(
            record(series=ONLINE, dois=("10.1016/J.JHIN.2009.08.018",), date="2009"),
            record(dois=("10.1016/j.jhin.2009.08.018",)),
        )
        assert found == (PairVerdict.SAME, ("the same title", "the same DOI", "the same journal"))

    @pytest.mark.parametrize("variant", ["10.1000/x1.v2", "10.1000/X1/abstract", "10.1000/x1.pdf"])
    def test_has_one_doi_with_what_platforms_add(self, variant: str) -> None:
        one, other = record(dois=("10.1000/x1",)), record(series=ONLINE, dois=(variant,))
        assert verdict(one, other) is PairVerdict.SAME

    def test_has_one_number_in_pubmed(self) -> None:
        one, other = record(pmid="1234"), record(f"{LONG}: a trial", ONLINE, pmid="1234")
        assert verdict(one, other) is PairVerdict.SAME

    @pytest.mark.parametrize(
        "series",
        [
            at(title="J Hosp Infect", issn=""),
            at(title="The Journal of Hospital Infection.", issn=""),
            at(title="Zhonghua Yi Xue Za Zhi"),
            at(pages="72-7"),
            at(pages="72\N{NON-BREAKING HYPHEN}77"),
            at(pages="pp. 72\N{EN DASH}77"),
            at(pages="S72-S77"),
            at(volume="LXXIV"),
            at(volume="74-75"),
            at(volume="2010"),
            at(volume=""),
            at(issue=""),
            at(issue="1, Suppl. 2"),
            at(issue="n/a"),
        ],
    )
    def test_has_one_place_however_it_is_written(self, series: Series) -> None:
        assert verdict(record(), record(series=series)) is PairVerdict.SAME

    @pytest.mark.parametrize(
        "title",
        [
            "ROLE OF COPPER IN REDUCING HOSPITAL ENVIRONMENT CONTAMINATION.",
            "[Role of copper in reducing hospital environment contamination]. [German] [12 refs]",
            "Role of coper in reducing the hospital-environment contamination",
            "Role of copper in reducing hospital environment contamination: first results",
        ],
    )
    def test_has_one_place_and_a_title_that_is_written_in_two_ways(self, title: str) -> None:
        assert verdict(record(), record(title)) is PairVerdict.SAME

    @pytest.mark.parametrize(
        "other",
        [
            record(dois=("10.1000/misprinted",)),
            record(series=Series(pages="72"), dois=("10.2307/1266111",)),
        ],
    )
    def test_has_one_place_and_two_dois(self, other: ReportPaper) -> None:
        assert verdict(record(dois=("10.1000/a",)), other) is PairVerdict.SAME

    @pytest.mark.parametrize("names", [(), AUTHORS])
    def test_has_a_very_long_title_at_one_place_of_a_journal_without_a_name(
        self, names: tuple[str, ...]
    ) -> None:
        title, nowhere = f"{LONG} of wards", Series("", "74", "", "72")
        other = record(title, nowhere, names=names)
        assert verdict(record(title, names=()), other) is PairVerdict.SAME

    def test_is_an_article_whose_journal_one_list_lacks(self) -> None:
        online = record(series=ONLINE, kind="JOUR")
        article, abstract = (
            record(series=Series(pages=pages), kind="JOUR") for pages in ("72-77", "S72")
        )
        assert verdict(online, article) is PairVerdict.SAME
        assert verdict(online, abstract) is PairVerdict.UNSURE

    def test_can_have_a_short_title_and_no_authors(self) -> None:
        assert (
            verdict(record("Editorial", names=()), record("Editorial", names=()))
            is PairVerdict.SAME
        )

    def test_can_be_online_before_it_has_a_place(self) -> None:
        assert verdict(record(), record(series=ONLINE)) is PairVerdict.SAME

    @pytest.mark.parametrize(
        ("one", "other"),
        [("4th", "Fourth edition"), ("2. Auflage", "2nd ed."), ("2014/11/20", "2014/12/01")],
    )
    def test_has_one_edition_however_it_is_written(self, one: str, other: str) -> None:
        assert verdict(record(edition=one), record(edition=other)) is PairVerdict.SAME

    def test_has_numbers_of_its_own_in_two_databases(self) -> None:
        one, other = record(identifiers=("embase:l1",)), record(identifiers=("medline:1",))
        assert verdict(one, other) is PairVerdict.SAME

    def test_can_be_twice_in_one_database(self) -> None:
        one, other = record(identifiers=("embase:l1",)), record(identifiers=("embase:l2",))
        assert verdict(one, other) is PairVerdict.SAME

    def test_can_be_a_book_that_says_all_the_same(self) -> None:
        book = record(series=Series())
        assert verdict(book, book) is PairVerdict.SAME


class TestDifferentRecords:
    def test_have_two_volumes_with_two_first_pages(self) -> None:
        found = judgement(record(), record(series=at(volume="39", pages="S571", issue="")))
        assert found == (
            PairVerdict.DIFFERENT,
            (
                "volumes 74 and 39", "first pages 72-77 and S571", "the same title",
                "the same journal",
            ),
        )  # fmt: skip

    def test_have_them_even_with_one_doi(self) -> None:
        other = record(series=at(volume="39", pages="571"), dois=("10.1000/x",))
        assert verdict(record(dois=("10.1000/x",)), other) is PairVerdict.DIFFERENT

    def test_have_two_dois_and_two_years(self) -> None:
        one, other = record(series=ONLINE, dois=("10.1/a",)), record(dois=("10.1000/b",))
        assert verdict(one, replace(other, date="2014")) is PairVerdict.DIFFERENT

    def test_have_two_dois_and_two_titles(self) -> None:
        one = record(series=ONLINE, dois=("10.1000/a",))
        other = record("Why wages fell in the long run", ONLINE, dois=("10.1000/b",))
        assert verdict(one, other) is PairVerdict.DIFFERENT

    @pytest.mark.parametrize(
        "other",
        [
            record("Editorial", at(pages="144")),
            record("Editorial", at(issue="2")),
            record("Editorial", at(volume="75")),
            record("Editorial", ONLINE, date="2013"),
            record("Editorial", names=("Lee, B.",)),
            record("Editorial", dois=("10.1000/b",)),
        ],
    )
    def test_have_a_short_title_and_anything_that_contradicts(self, other: ReportPaper) -> None:
        assert verdict(record("Editorial", dois=("10.1000/a",)), other) is PairVerdict.DIFFERENT

    def test_have_a_short_title_and_two_months(self) -> None:
        one, other = (record("Calendar", ONLINE, date=f"2010-{month}") for month in ("03", "05"))
        assert verdict(one, other) is PairVerdict.DIFFERENT


class TestAPersonDecides:
    def test_if_nothing_but_names_and_titles_agree(self) -> None:
        one, other = record(series=Series(), date=""), record()
        assert judgement(one, other) == (PairVerdict.UNSURE, ("the same title",))

    def test_on_two_years_without_a_place_or_identifier(self) -> None:
        assert verdict(record(), record(series=ONLINE, date="2009-12")) is PairVerdict.UNSURE

    def test_on_a_short_title_without_a_place(self) -> None:
        one = record("Editorial", ONLINE)
        assert verdict(one, one) is PairVerdict.UNSURE

    @pytest.mark.parametrize(
        ("title", "reason"),
        [
            (f"Erratum: {LONG}", "only one says erratum"),
            (f"{LONG} - Reply", "only one says reply"),
            (f"{LONG} (Antwort)", "only one says antwort"),
        ],
    )
    def test_on_a_notice_and_its_paper(self, title: str, reason: str) -> None:
        found, reasons = judgement(record(), record(title))
        assert found is PairVerdict.UNSURE
        assert reason in reasons

    def test_on_two_parts(self) -> None:
        found = judgement(record(f"{LONG}, part I"), record(f"{LONG}, part II"))
        assert found[0] is PairVerdict.UNSURE
        assert "two numbers in the titles" in found[1]

    @pytest.mark.parametrize(
        "other",
        [
            record(series=at(pages="72"), dois=("10.1000/b",)),
            record(series=at(volume="75")),
            record(series=at(pages="172-177")),
            record(series=at(issue="3")),
            record(date="2013"),
            record("Role of silver in reducing hospital environment contamination"),
            record(series=ONLINE, date="2012"),
            record(series=Series("Journal of Infection")),
        ],
    )
    def test_if_one_field_contradicts(self, other: ReportPaper) -> None:
        assert verdict(record(dois=("10.1000/a",)), other) is PairVerdict.UNSURE

    def test_if_two_dois_have_the_first_page_of_any_preprint(self) -> None:
        one, other = (
            record(series=Series(pages="1-9"), dois=(doi,)) for doi in ("10.1000/a", "10.2307/b")
        )
        assert verdict(one, other) is PairVerdict.UNSURE

    def test_if_one_doi_has_two_titles(self) -> None:
        one, other = (
            record(title, Series(), dois=("10.1000/book",))
            for title in ("Trade and growth in small countries", "Why wages fell in the long run")
        )
        assert verdict(one, other) is PairVerdict.UNSURE


@pytest.mark.parametrize("field", Field)
def test_each_field_is_named_with_both_values_if_it_contradicts(field: Field) -> None:
    first, second = (
        record(
            title, Series(f"{number} Letters", number, number, number, isbn=number),
            names=(number,), date=f"{number}-0{number[0]}", kind=number, dois=(number,),
            pmid=number, identifiers=(f"arxiv:{number}",), edition=number,
        )
        for number, title in (("2001", f"{LONG} 1"), ("3002", f"Erratum to: {LONG} 2"))
    )  # fmt: skip
    sentence = RecordEvidence(StatedFacts(first), StatedFacts(second))._contradiction(field)  # noqa: SLF001
    without_values = {
        Field.AUTHORS: "no author in common",
        Field.NUMBERS: f"two {field.value}",
        Field.NOTICE: "only one says erratum",
    }
    if field in without_values:
        assert sentence == without_values[field]
    else:
        assert sentence.startswith(f"{field.value} ")
        assert [number in sentence for number in ("2001", "3002")] == [True, True]
