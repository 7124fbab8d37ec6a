"""The lines of names below a title, divided and joined."""

import pytest

from wildwood.extraction.authors import separate_names
from wildwood.extraction.data import Line


def texts(text: str) -> list[str]:
    """Return the texts of the lines that a line is divided into."""
    line = Line(text, 0, 72, 500, 700, 710, 10, hyphenated=False)
    return [one.text for one in separate_names([line])]


@pytest.mark.parametrize(
    "text",
    [
        "Anna Smith (University of Oslo), Robert Jones (NBER)",
        "Anna Smith (University of Oslo) and Robert Jones (NBER)",
        "Anna Smith (University of Oslo) r Robert Jones (NBER)",
    ],
)
def test_names_with_institutions_in_brackets_are_divided(text: str) -> None:
    assert texts(text) == ["Anna Smith", "Robert Jones", "University of Oslo", "NBER"]


@pytest.mark.parametrize(
    "text",
    [
        "Anna Smith (ORCID 0000-0001-2345-6789)",
        "Anna Smith (University of Oslo), Robert Jones (MSc)",
        "Anna Smith (France)",
        "Anna Smith (University of Oslo) and others",
    ],
)
def test_names_with_other_brackets_stay_on_their_line(text: str) -> None:
    assert texts(text) == [text]


@pytest.mark.parametrize("text", [", " * 20_000, "; a (" * 20_000, "Anna Berg " * 20_000])
def test_a_very_long_line_is_read_once(text: str) -> None:
    assert texts(text)
