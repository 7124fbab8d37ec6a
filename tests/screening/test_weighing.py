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


class TestTheFirstDetector:
    def test_counts_with_the_words(self) -> None:
        known, unknown, foreign = map(evidence, ("coal trade", "coal zqxt", "coal la"))
        assert weigh_first(known, FOR) > weigh_first(known, UNDECIDED) > weigh_first(known, AGAINST)
        assert weigh_first(known, UNDECIDED) > weigh_first(foreign, UNDECIDED)
        assert weigh_first(known, UNDECIDED) > weigh_first(unknown, UNDECIDED)

    def test_one_unknown_word_weighs_less_in_a_longer_text(self) -> None:
        short, long = map(evidence, ("open zqxt", "open zqxt trade tax growth"))
        assert weigh_first(long, UNDECIDED) > weigh_first(short, UNDECIDED)

    def test_does_not_count_unknown_words_beyond_a_third(self) -> None:
        third, half, most = map(
            evidence,
            (
                "structure of zqxt zqxa",
                "structure of zqxt zqxa zqxb",
                "structure of zqxt zqxa zqxb zqxc",
            ),
        )
        assert weigh_first(third, UNDECIDED) > weigh_first(half, UNDECIDED)
        assert weigh_first(half, UNDECIDED) == weigh_first(most, UNDECIDED)

    def test_counts_with_a_function_word_of_english(self) -> None:
        without, one, two = map(
            evidence, ("trade taxes", "trade with taxes", "trade with the taxes")
        )
        assert weigh_first(one, UNDECIDED) > weigh_first(without, UNDECIDED)
        assert weigh_first(two, UNDECIDED) == weigh_first(one, UNDECIDED)

    def test_tells_a_language_even_with_a_small_lead(self) -> None:
        words = evidence("coal trade")
        tie, small, large = (
            weigh_first(words, Answer("en", score, 0.4)) for score in (0.4, 0.45, 0.8)
        )
        assert small - tie > (large - tie) / 8

    def test_is_less_sure_of_names(self) -> None:
        named, plain = map(evidence, ("The trade of Zqxt and Xqzt", "The trade of tea and silk"))
        assert named.names
        assert weigh_first(named, FOR) < weigh_first(plain, FOR)


class TestTheSecondDetector:
    def test_is_needed_between_the_languages(self) -> None:
        assert all(map(needs_second, (0.4, -0.4)))
        assert not any(map(needs_second, (4.0, -4.0)))

    def test_can_turn_the_scales(self) -> None:
        assert weigh_both(-1.0, AGAINST) < 0 < weigh_both(-1.0, FOR)


def test_even_odds_are_a_probability_of_one_half() -> None:
    assert probability(0.0) == 0.5
    assert probability(2.0) > 0.5 > probability(-2.0)
