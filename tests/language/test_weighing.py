"""How surely words and detectors speak for English."""

from wildwood.language.detector import Answer
from wildwood.language.evidence import Dictionary, Evidence
from wildwood.language.weighing import (
    by_both,
    by_first,
    needs_second,
    probability,
    without_second,
)

DICTIONARY = Dictionary()
FOR, UNDECIDED, AGAINST = Answer("en", 0.8, 0.4), Answer("xx", 0.5, 0.5), Answer("xx", 0.4, 0.8)


def evidence(text: str) -> Evidence:
    return DICTIONARY.evidence(text)


class TestTheFirstDetector:
    def test_counts_with_the_words(self) -> None:
        known, unknown, foreign = map(evidence, ("coal trade", "coal zqxt", "coal la"))
        assert by_first(known, FOR) > by_first(known, UNDECIDED) > by_first(known, AGAINST)
        assert by_first(known, UNDECIDED) > by_first(foreign, UNDECIDED)
        assert by_first(foreign, UNDECIDED) > by_first(unknown, UNDECIDED)

    def test_one_unknown_word_weighs_less_in_a_longer_text(self) -> None:
        short, long = map(evidence, ("open zqxt", "open zqxt of trade and growth"))
        assert by_first(long, UNDECIDED) > by_first(short, UNDECIDED)


class TestTheSecondDetector:
    def test_is_needed_between_the_languages(self) -> None:
        words = evidence("open trade of growth")
        assert needs_second(0.4, words)
        assert needs_second(-0.4, words)
        assert not needs_second(2.0, words)
        assert not needs_second(-2.0, words)

    def test_is_needed_if_one_unknown_word_is_all_that_speaks_against_english(self) -> None:
        words = evidence("open zqxt")
        assert needs_second(-2.0, words)
        assert not needs_second(2.0, words)

    def test_is_taken_to_agree_if_it_is_not_asked(self) -> None:
        words = evidence("open trade of growth")
        assert without_second(2.0, words) > 2.0
        assert without_second(-2.0, words) < -2.0

    def test_can_turn_the_scales(self) -> None:
        words = evidence("open trade of growth")
        assert by_both(0.2, words, UNDECIDED, AGAINST) < 0 < by_both(-0.2, words, UNDECIDED, FOR)

    def test_leaves_a_few_undecided_nouns_to_another_language(self) -> None:
        assert by_both(1.0, evidence("control social"), UNDECIDED, UNDECIDED) < 0
        assert by_both(1.0, evidence("the control"), UNDECIDED, UNDECIDED) > 0


def test_names_make_english_less_sure_and_speak_for_no_other_language() -> None:
    named, plain = evidence("The trade of Zqxt and Xqzt"), evidence("The trade of tea and silk")
    assert named.names
    assert 0 < without_second(2.0, named) < without_second(2.0, plain)
    assert by_both(0.1, named, FOR, UNDECIDED) > 0
    assert without_second(-2.0, named) == without_second(-2.0, plain)


def test_even_odds_are_a_probability_of_one_half() -> None:
    assert probability(0.0) == 0.5
    assert probability(2.0) > 0.5 > probability(-2.0)
