"""Where the names of authors end."""

from wildwood.extraction import citations, documents

STOPS = """References
[1] McFarland J. The Nephelometer: an instrument for estimating the number of bacteria. JAMA.
    1907;49(14):1176-8.
[2] Paton A, Harley MR. Medicinal plants of the lakes. Water. 1999;3(2):1-38.
[3] Wilson L. Wells in the desert. Water. 2001;5(1):7-9.
"""


def test_a_colon_in_a_title_ends_no_names_in_other_lists() -> None:
    first, *_ = citations.extract_citations(documents.read_text_lines(STOPS.encode()))
    assert first.authors == ("McFarland J",)
    assert first.title.startswith("The Nephelometer: an instrument")
