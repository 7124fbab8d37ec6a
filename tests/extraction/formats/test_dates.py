"""Dates as printed."""

import pytest

from wildwood.extraction.formats.dates import iso_date, year


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
        ("forthcoming", ""),
        ("", ""),
    ],
)
def test_a_date_is_as_exact_as_it_is_printed(printed: str, iso: str) -> None:
    assert iso_date(printed) == iso
    assert year(printed) == iso[:4]
