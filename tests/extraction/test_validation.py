"""What looks like its field, and what becomes empty."""

import pytest

from wildwood.extraction import front_page


class TestAVenue:
    @pytest.mark.parametrize(
        "text",
        [
            "Econometrica, Vol. 67, No. 2 (Mar., 1999), pp. 251-333",
            "Proceedings of Machine Learning Research 65:1–30, 2017",
            "Journal of Econometrics",
            "Rev Saúde Pública 2004;38(1):38-44",
            "eLife Sciences 7(1)",
            "Proceedings of the 52nd Annual Meeting, pages 624–633, Baltimore, Maryland",
        ],
    )
    def test_is_a_journal_a_conference_or_a_series(self, text: str) -> None:
        assert front_page.venue(text) == text

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("j.xyz.2015.05.150 Journal of Peace, vol. 41", "Journal of Peace, vol. 41"),
            ("Journal of Peace 7 (2004). https://doi.org/10.1/x", "Journal of Peace 7 (2004)"),
        ],
    )  # fmt: skip
    def test_ends_where_other_words_begin(self, text: str, name: str) -> None:
        assert front_page.venue(text) == name

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "org/Vol.10/January-2017/18.pdf",
            "Anna Smith and Robert Jones",
            "the Economics Workshop, Helsinki, Oslo, and the Research Seminar",
            "We thank the participants of the workshop in which this paper was presented last year",
            "M. and Piga, D.}, journal={International Journal of Control",
            "Journal of Peace, anna@example.org",
            "(Smith et al., 2022), a Journal of Peace",
        ],
    )
    def test_is_nothing_else(self, text: str) -> None:
        assert front_page.venue(text) == ""


class TestADate:
    @pytest.mark.parametrize(
        "text",
        [
            "30 August 2018", "July 25, 2024", "4th April, 2019", "décembre 2016",
            "3 de mayo de 2011", "2019-05-03", "2006", "czerwiec 2023", "2025 年 1 月 30 日",
        ],
    )  # fmt: skip
    def test_is_in_many_forms(self, text: str) -> None:
        assert front_page.date(text) == text

    def test_is_the_last_whole_one_of_several(self) -> None:
        assert (
            front_page.date("Received 3 May 2019, published 7 July 2019; © 2020") == "7 July 2019"
        )

    @pytest.mark.parametrize("text", ["", "pages 12-15", "May be", "1234567"])
    def test_is_nothing_else(self, text: str) -> None:
        assert front_page.date(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Econometrica, Vol. 63, No. 4. (Jul., 1995)",
        "Research Institute (Ed.): Towns and work. Oslo, 2006",
        "Springer Science Institute, part of Springer Nature 2020",
        "Journal of the Bank of Norway published online 28 December 2012",
        "University Press, 2006. - ISBN 3-593-37887-6, 3405-3416",
        "the University of Oslo provides this document " * 8,
    ],
)
def test_a_record_beside_names_is_no_affiliation(text: str) -> None:
    assert front_page.is_record(text)
