"""Where the names of authors end."""

import pytest

from wildwood.extraction import citations, documents

COLONS = """References
[1] Bardram, Jakob: Pervasive Healthcare as a Scientific Discipline. Methods of Information in
    Medicine, 49, 2010.
[2] Basili, Victor R., Gianluigi Caldiera e H. Dieter Rombach: The Goal Question Metric Approach.
    Em Encyclopedia of Software Engineering. Wiley, 1994.
[3] Sharp, Helen, and Ann K. Rogers: Interaction Design: Beyond Computers. Wiley, 2019.
"""
STOPS = """References
[1] McFarland J. The Nephelometer: an instrument for estimating the number of bacteria. JAMA.
    1907;49(14):1176-8.
[2] Paton A, Harley MR. Medicinal plants of the lakes. Water. 1999;3(2):1-38.
[3] Wilson L. Wells in the desert. Water. 2001;5(1):7-9.
"""


def test_names_end_at_a_colon_in_a_list_that_has_one_after_them() -> None:
    found = citations.extract_citations(documents.read_text_lines(COLONS.encode()))
    assert [(one.authors, one.title) for one in found] == [
        (("Bardram, Jakob",), "Pervasive Healthcare as a Scientific Discipline"),
        (
            ("Basili, Victor R.", "Gianluigi Caldiera", "H. Dieter Rombach"),
            "The Goal Question Metric Approach",
        ),
        (("Sharp, Helen", "Ann K. Rogers"), "Interaction Design: Beyond Computers"),
    ]


def test_a_colon_in_a_title_ends_no_names_in_other_lists() -> None:
    first, *_ = citations.extract_citations(documents.read_text_lines(STOPS.encode()))
    assert first.authors == ("McFarland J",)
    assert first.title.startswith("The Nephelometer: an instrument")


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (
            (
                "B. Greenwell and B. Boehmke. vip: Variable Importance Plots, 2018. URL "
                "https://CRAN.R-project.org/package=vip. R package version 0.1.0."
            ),
            "vip: Variable Importance Plots",
        ),
        (
            (
                "Chang, W. shinythemes: Themes for Shiny, 2018. URL "
                "https://CRAN.R-project.org/package=shinythemes. R package version 1.1.2."
            ),
            "shinythemes: Themes for Shiny",
        ),
    ],
)
def test_a_name_of_software_before_a_colon_is_no_name(reference: str, title: str) -> None:
    assert citations.parse_reference(reference).title == title
