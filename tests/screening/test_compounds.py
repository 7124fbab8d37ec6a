"""Compounds and derivations of known words."""

import pytest

from wildwood.screening.words import is_compound, is_derivation


@pytest.mark.parametrize("word", ["nanosensors", "biopsychology", "macroeconometrics"])
def test_a_combining_form_before_a_known_word_is_a_compound(word: str) -> None:
    assert is_compound(word, {"sensors", "psychology", "econometrics"})


@pytest.mark.parametrize(
    "word",
    ["humean", "lorentzian", "embeddedness", "serverless", "dollarization"],
)
def test_a_known_word_with_a_suffix_of_english_is_a_derivation(word: str) -> None:
    known = {"hume", "lorentz", "embedded", "server", "dollar"}
    assert is_derivation(word, known)


@pytest.mark.parametrize("word", ["dengan", "programmering", "francaise", "ness", "tables"])
def test_endings_that_other_languages_have_make_no_derivation(word: str) -> None:
    assert not is_derivation(word, {"deng", "programmer", "franca", "francais", "table"})


@pytest.mark.parametrize("word", ["sensors", "nanosensoren", "nano", "bioart", "biowissenschaft"])
def test_anything_else_is_not_a_compound(word: str) -> None:
    assert not is_compound(word, {"sensors", "art", "nano"})
