"""What the words of a text say about its language, by the dictionary alone."""

import pytest

from wildwood.screening import evidence
from wildwood.screening.evidence import Dictionary, is_below
from wildwood.screening.words import ALLOWED, DENIED

DICTIONARY = Dictionary()


class TestWords:
    def test_of_the_dictionary_are_known(self) -> None:
        found = DICTIONARY.evidence("the trade")
        assert (found.unknown, found.names) == ([], [])

    def test_that_the_dictionary_does_not_have_are_unknown_each_time(self) -> None:
        found = DICTIONARY.evidence("The trade of zqxt and of zqxt")
        assert (found.unknown, found.counted) == (["zqxt", "zqxt"], 7)

    def test_capitalised_after_the_first_are_names(self) -> None:
        found = DICTIONARY.evidence("Xqzt trade of Zqxt")
        assert (found.unknown, found.names, found.counted) == (["xqzt"], ["zqxt"], 3)

    def test_capitalised_are_no_names_in_a_text_without_lower_case(self) -> None:
        assert DICTIONARY.evidence("TRADE OF ZQXT").unknown == ["zqxt"]

    def test_in_another_script_are_names_in_any_case(self) -> None:
        assert DICTIONARY.evidence("on the 日本語").names == ["日本語"]

    def test_of_other_languages_count_each_time_and_can_be_unknown_too(self) -> None:
        found = DICTIONARY.evidence("der handel und der staat")
        assert found.foreign == ["der", "und", "der"]
        assert "der" in found.unknown

    def test_of_english_are_told(self) -> None:
        assert DICTIONARY.evidence("the coal, the gas").has_english
        assert not DICTIONARY.evidence("coal gas").has_english


class TestTheUsersWords:
    def test_are_known(self) -> None:
        assert Dictionary(own={"zqxt": ALLOWED}).evidence("the zqxt").unknown == []

    def test_are_unknown_if_denied(self) -> None:
        denied = Dictionary(own={"trade": DENIED})
        assert denied.evidence("the trade").unknown == ["trade"]


def test_words_are_forgotten_but_judged_alike_if_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evidence, "_CACHED_WORDS", 2)
    text = "The trade of zqxt and of Zqxt in the state"
    assert Dictionary().evidence(text) == DICTIONARY.evidence(text)


@pytest.mark.parametrize(
    ("part", "whole", "expected"), [(6, 100, True), (7, 100, False), (0, 0, False)]
)
def test_seven_of_a_hundred_are_not_below_7_percent(
    part: int, whole: int, *, expected: bool
) -> None:
    assert is_below(part, whole, 0.07) is expected
