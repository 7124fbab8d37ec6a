"""The parts of an affiliation."""

import pytest

from wildwood.extraction.affiliations import parse_affiliation


@pytest.mark.parametrize(
    ("text", "institutions", "country"),
    [
        ("Bank of Spain, Spain", ("Bank of Spain",), "Spain"),
        ("Spain", ("Spain",), ""),
        ("Bank of Spain, Madrid, Spain", ("Bank of Spain",), "Spain"),
    ],
)
def test_a_country_is_after_an_institution(
    text: str, institutions: tuple[str, ...], country: str
) -> None:
    [found] = parse_affiliation(text)
    assert (found.institutions, found.country) == (institutions, country)
