"""The words of English, and the foreign words that show another language."""

import pytest

from wildwood.screening.words import foreign_function_words, foreign_stop_words, standard


def test_the_dictionary_has_british_and_american_forms_and_no_foreign_words() -> None:
    assert {"color", "colour", "organised", "centre", "naive", "don"} <= standard()
    assert not {"und", "der", "wirtschaft", "économie"} & standard()


def test_foreign_function_words_are_not_english_words() -> None:
    assert {"de", "la", "und", "des", "les", "para"} <= foreign_function_words()
    assert not {"the", "and", "of", "in", "no", "me", "do", "an"} & foreign_function_words()


@pytest.mark.parametrize("word", ["care", "data", "post", "bank", "grit", "tag", "bet", "unit"])
def test_a_word_that_is_common_in_english_is_not_foreign(word: str) -> None:
    assert word not in foreign_function_words()


@pytest.mark.parametrize("word", ["fur", "des", "una", "del", "sur", "con", "van", "para"])
def test_a_word_that_is_rare_in_english_is_foreign(word: str) -> None:
    assert word in foreign_function_words()


def test_a_stop_word_of_english_is_not_a_foreign_stop_word() -> None:
    assert {"und", "der", "para"} <= foreign_stop_words()
    assert not {"the", "and", "of", "in"} & foreign_stop_words()


@pytest.mark.parametrize(
    "word",
    [
        "organisation", "analyse", "behavioural", "centre", "modelling", "defence", "programme",
        "sceptic",
    ],
)  # fmt: skip
def test_an_american_word_has_a_british_form(word: str) -> None:
    assert word in standard()
