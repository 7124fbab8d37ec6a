"""Dates as printed."""

import pytest

from wildwood.biblio import field_texts
from wildwood.biblio.field_texts import iso_date
from wildwood.biblio.words import entries_by_language


@pytest.mark.parametrize(
    ("printed", "iso"),
    [
        ("10 October 2024", "2024-10-10"),
        ("October 3rd, 2024", "2024-10-03"),
        ("Sept. 2019", "2019-09"),
        ("2014-03", "2014-03"),
        ("2014-03-05", "2014-03-05"),
        ("Received May 2, accepted June 7, 2016", "2016"),
        ("2022b", "2022"),
        ("3 mars 2014", "2014-03-03"),
        ("10. Oktober 2024", "2024-10-10"),
        ("5 de outubro de 2010", "2010-10-05"),
        ("2008 Jan 15", "2008-01-15"),
        ("lipanj 2015", "2015-06"),
        ("12. toukokuuta 2015", "2015-05-12"),
        ("listopad 2014", "2014"),  # October in Croatia, November in Poland
        ("2025 年 1 月 30 日", "2025-01-30"),
        ("2022년 2월", "2022-02"),
        ("2010-May", "2010-05"),
        ("2021/10/5", "2021-10-05"),
        ("2021-10-05T12:00:00Z", "2021-10-05"),
        ("2010-13", "2010"),
        ("2019 (May 2020)", "2019"),
        ("Vol. 1234, 2010", "2010"),
        ("c1480", "1480"),
        ("forthcoming", ""),
        ("", ""),
    ],
)
def test_a_date_is_as_exact_as_it_is_printed(printed: str, iso: str) -> None:
    assert iso_date(printed) == iso


def test_another_language_takes_no_abbreviation_from_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finnish = [f"{beginning}kuu" for beginning in
               ("tammi", "helmi", "maalis", "huhti", "touko", "kesä", "heinä", "elo", "syys",
                "loka", "marras", "joulu")]  # fmt: skip
    known = {**entries_by_language("months"), "fi": tuple(finnish)}
    monkeypatch.setattr(
        "wildwood.biblio.field_texts.entries_by_language", {"months": known}.__getitem__
    )
    months = field_texts.months()
    assert [months[name] for name in field_texts.MACROS] == list(range(1, 13))
    assert months["marraskuu"] == 11
