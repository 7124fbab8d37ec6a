"""Sentences of a paragraph."""

import pytest

from wildwood.extraction.notes import sentences


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["Sand moves.", "Wind blows."],
        ["Does it move?", "“Yes!”", "(It does.)", "So it ends."],
        ["As Smith et al. (2001) say, e.g. Dunes move.", "See Fig. 2 of J. P. Graff."],
        ["It weighs 2.5 kg.", "A grain is less."],
        ["Sand reaches us.", "It came to the U.S. Army by wind."],
        ["Yahoo! Labs are near.", "Yes!"],
        ["One without an end"],
    ],
)
def test_they_end_at_full_stops_but_not_at_abbreviations(parts: list[str]) -> None:
    assert found(" ".join(parts)) == parts


def test_none_ends_within_a_callout() -> None:
    text = "So it is (see Graff. Sand, 2001) here. It is."
    assert list(sentences(text, [(10, 32)])) == [(0, 38), (39, 45)]


def test_an_empty_text_has_none() -> None:
    assert found("") == []
