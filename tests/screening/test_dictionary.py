"""The words of English, and the foreign words that show another language."""

import pytest

from wildwood.screening.words import word_lists

from tests.support.words import LISTS, lists

WORDS = word_lists()


def test_the_lists_are_those_of_the_packages() -> None:
    assert LISTS.read_text(encoding="utf-8") == lists()


def test_the_dictionary_has_folded_words_and_no_foreign_ones() -> None:
    assert {"color", "naive", "don"} <= WORDS.standard
    assert not {"und", "der", "wirtschaft", "économie"} & WORDS.standard


def test_foreign_function_words_are_not_english_words() -> None:
    assert {"de", "la", "und", "des", "les", "para"} <= WORDS.foreign
    assert not {"the", "and", "of", "in", "no", "me", "do", "an"} & WORDS.foreign


@pytest.mark.parametrize("word", ["care", "data", "post", "bank", "grit", "tag", "bet", "unit"])
def test_a_word_that_is_common_in_english_is_not_foreign(word: str) -> None:
    assert word not in WORDS.foreign


@pytest.mark.parametrize("word", ["fur", "des", "una", "del", "sur", "con", "van", "para"])
def test_a_word_that_is_rare_in_english_is_foreign(word: str) -> None:
    assert word in WORDS.foreign


def test_a_stop_word_of_english_is_not_a_foreign_stop_word() -> None:
    assert {"und", "der", "para"} <= WORDS.foreign_stop_words
    assert not {"the", "and", "of", "in"} & WORDS.foreign_stop_words
