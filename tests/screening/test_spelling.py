"""Learned words that look like misspellings."""

import pytest

from wildwood.screening.spelling import suspicious_words


def suggestions(**learned: int) -> dict[str, str]:
    return {word: suggestion for word, _, suggestion in suspicious_words(learned)}


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("goverment", "government"),
        ("enviroment", "environment"),
        ("occured", "occurred"),
        ("seperate", "separate"),
        ("recieved", "received"),
        ("univeristy", "university"),
    ],
)
def test_a_word_one_edit_from_a_common_one_is_suspicious(word: str, meant: str) -> None:
    assert suggestions(**{word: 10}) == {word: meant}


def test_a_word_one_edit_from_a_much_commoner_learned_word_is_suspicious() -> None:
    learned = {"nanotechnolgy": 10, "nanotechnology": 900}
    assert suggestions(**learned) == {"nanotechnolgy": "nanotechnology"}
    assert suggestions(**{**learned, "nanotechnology": 199}) == {}


@pytest.mark.parametrize(
    "word", ["waveguide", "biofilms", "cybersecurity", "econometrica", "colourisation", "zq"]
)
def test_a_new_word_is_not(word: str) -> None:
    assert suggestions(**{word: 10, "biofilm": 900}) == {}


def test_a_word_that_ends_in_another_letter_than_a_common_one_is_not() -> None:
    assert suggestions(criterium=10, criteriux=900) == {}


def test_the_commonest_word_is_suggested() -> None:
    assert suggestions(thiere=10) == {"thiere": "there"}


def test_the_number_of_records_is_told() -> None:
    assert [records for _, records, _ in suspicious_words({"goverment": 12})] == [12]
