"""How surely words and detectors speak for English."""

from wildwood.screening.evidence import (
    Answer,
    Dictionary,
    Evidence,
    needs_second,
    probability,
    weigh_both,
    weigh_first,
)

DICTIONARY = Dictionary()
FOR, UNDECIDED, AGAINST = Answer("en", 0.8, 0.4), Answer("xx", 0.5, 0.5), Answer("xx", 0.4, 0.8)


def evidence(text: str) -> Evidence:
    return DICTIONARY.evidence(text)


def weighed(words: Evidence, answer: Answer, characters: int = 20) -> float:
    return weigh_first(words, answer, characters)


class TestTheFirstDetector:
    def test_counts_with_the_words(self) -> None:
        known, unknown, foreign = map(evidence, ("coal trade", "coal zqxt", "coal la"))
        assert weighed(known, FOR) > weighed(known, UNDECIDED) > weighed(known, AGAINST)
        assert weighed(known, UNDECIDED) > weighed(foreign, UNDECIDED)
        assert weighed(known, UNDECIDED) > weighed(unknown, UNDECIDED)

    def test_one_unknown_word_weighs_less_in_a_longer_text(self) -> None:
        short, long = map(evidence, ("open zqxt", "open zqxt trade tax growth"))
        assert weighed(long, UNDECIDED) > weighed(short, UNDECIDED)

    def test_does_not_count_unknown_words_beyond_a_third(self) -> None:
        third, half, most = map(
            evidence,
            (
                "structure of zqxt zqxa",
                "structure of zqxt zqxa zqxb",
                "structure of zqxt zqxa zqxb zqxc",
            ),
        )
        assert weighed(third, UNDECIDED) > weighed(half, UNDECIDED)
        assert weighed(half, UNDECIDED) == weighed(most, UNDECIDED)

    def test_counts_with_a_function_word_of_english(self) -> None:
        without, one, two = map(
            evidence, ("trade taxes", "trade with taxes", "trade with the taxes")
        )
        assert weighed(one, UNDECIDED) > weighed(without, UNDECIDED)
        assert weighed(two, UNDECIDED) == weighed(one, UNDECIDED)

    def test_tells_a_language_even_with_a_small_lead(self) -> None:
        words = evidence("coal trade")
        tie, small, large = (weighed(words, Answer("en", score, 0.4)) for score in (0.4, 0.45, 0.8))
        assert small - tie > (large - tie) / 8

    def test_is_surer_of_a_longer_text_with_the_same_lead(self) -> None:
        words = evidence("coal trade")
        assert weighed(words, FOR, 80) > weighed(words, FOR, 20)
        assert weighed(words, AGAINST, 80) < weighed(words, AGAINST, 20)

    def test_is_less_sure_of_names(self) -> None:
        named, plain = map(evidence, ("The trade of Zqxt and Xqzt", "The trade of tea and silk"))
        assert named.names
        assert weighed(named, FOR) < weighed(plain, FOR)


class TestTheSecondDetector:
    def test_is_needed_between_the_languages(self) -> None:
        assert all(map(needs_second, (0.4, -0.4)))
        assert not any(map(needs_second, (4.0, -4.0)))

    def test_can_turn_the_scales(self) -> None:
        assert weigh_both(-1.0, AGAINST) < 0 < weigh_both(-1.0, FOR)


def test_even_odds_are_a_probability_of_one_half() -> None:
    assert probability(0.0) == 0.5
    assert probability(2.0) > 0.5 > probability(-2.0)
