"""British forms of American words."""

import pytest

from wildwood.language.judging.british import british_forms


@pytest.mark.parametrize(
    ("american", "british"),
    [
        ("organization", "organisation"),
        ("analyze", "analyse"),
        ("behavioral", "behavioural"),
        ("center", "centre"),
        ("modeling", "modelling"),
        ("defense", "defence"),
        ("program", "programme"),
        ("hematology", "haematology"),
    ],
)
def test_an_american_word_has_a_british_form(american: str, british: str) -> None:
    assert list(british_forms([american])) == [british]


@pytest.mark.parametrize("word", ["trade", "growth", "honorary", "letter", "alter"])
def test_a_word_with_one_spelling_has_no_british_form(word: str) -> None:
    assert list(british_forms([word])) == []
