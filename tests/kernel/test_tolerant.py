"""How far names agree if abbreviated and misspelt ones count."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.tolerant import (
    Accounted,
    Names,
    Rule,
    agreement,
    fold,
    is_spelling,
    wording_of,
)


def names(*written: str) -> Names:
    return wording_of(paper_of(Record("", written, ())).features).names


def ratio(left: tuple[str, ...], right: tuple[str, ...]) -> float:
    return agreement(names(*left), names(*right)).ratio


def rules(left: str, right: str) -> dict[str, Rule]:
    """Return the rule by which each part of the left name is accounted for."""
    found = agreement(names(left), names(right))
    return {part: one.rule for one in found.accounted for part in one.left}


# Named cases

CASES = [
    (("Keen, M.",), ("Michael Keen",), 1.0),
    (("JM Smith",), ("Joseph M. Smith",), 1.0),
    (("JM Smith",), ("J. M. Smith",), 1.0),
    (("JM Smith",), ("Robert K. Smith",), 2 / 4.5),
    (("JMK Smith",), ("John M. Keynes Smith",), 1.0),
    (("Müller",), ("Mueller",), 1.0),
    (("Müller",), ("Muller",), 1.0),
    (("Øystein Thøgersen",), ("Oystein Thogersen",), 1.0),
    (("Ugur Çetintemel",), ("Uğur Çetintemel",), 1.0),
    (("Joe Stiglitz",), ("Joseph Stiglitz",), 0.5),
    (("Dan Hamermesh",), ("Daniel Hamermesh",), 1.0),
    (("Krugman",), ("Krugmann",), 1.0),
    (("Krugman",), ("Kurgman",), 0.0),
    (("Anna Smith", "Bob Smith"), ("Bob Smith",), 4 / 6),
    (("Anna Smith", "Bob Smith"), ("Smith, A.", "Smith, B."), 1.0),
    (("Smith",), ("Smith", "Smith"), 2 / 3),
    (("J. Smith",), ("K. Smith",), 2 / 3),
    (("J. Smith",), ("Smith",), 2 / 2.5),
    (("Li Wu",), ("Li Wei",), 0.5),
    (("Ann Lee",), ("Bob Ray",), 0.0),
    ((), ("Ann Lee",), 0.0),
    ((), (), 0.0),
]


@pytest.mark.parametrize(("left", "right", "expected"), CASES)
def test_names_agree_as_far_as(
    left: tuple[str, ...], right: tuple[str, ...], expected: float
) -> None:
    assert ratio(left, right) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("müller", "muller"),
        ("çetintemel", "cetintemel"),
        ("weiß", "weiss"),
        ("łukasz", "lukasz"),
        ("đorđe", "dorde"),
        ("æsop", "aesop"),
        ("œuvre", "oeuvre"),
        ("yıldız", "yildiz"),
        ("þórður", "thordur"),
        ("smith", "smith"),
        ("李", "李"),
    ],
)
def test_a_word_is_folded(word: str, folded: str) -> None:
    assert fold(word) == folded


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("dan", "daniel", True),
        ("da", "daniel", False),
        ("muller", "mueller", True),
        ("goethe", "gothe", True),
        ("smith", "smyth", True),
        ("jones", "janes", True),
        ("kyle", "lyle", False),
        ("keynes", "keyness", True),
        ("keynes", "eynes", True),
        ("thomas", "tomas", True),
        ("smiths", "smythe", False),
    ],
)
def test_two_words_are_spellings_of_one(one: str, other: str, *, expected: bool) -> None:
    assert is_spelling(one, other) is expected
    assert is_spelling(other, one) is expected


# The rules


def test_each_part_names_the_rule_that_accounts_for_it() -> None:
    assert rules("Jon P. Keen AB Muller", "Jonathan Peter Keen A. B. Müller") == {
        "keen": Rule.EQUAL,
        "muller": Rule.EQUAL,
        "jon": Rule.SPELLING,
        "p": Rule.INITIAL,
        "ab": Rule.JOINED,
    }


def test_the_parts_of_both_sides_and_their_weight_are_named() -> None:
    found = agreement(names("JM Smith"), names("Joseph M. Smith"))
    assert found.accounted == (
        Accounted(Rule.EQUAL, ("smith",), ("smith",), 2.0),
        Accounted(Rule.JOINED, ("jm",), ("joseph", "m"), 2.5),
    )
    assert found.left_over == (Names((), ()), Names((), ()))


def test_what_nothing_accounts_for_is_left_over() -> None:
    found = agreement(names("Ann B. Lee"), names("Lee"))
    assert found.left_over == (Names(("ann",), ("b",)), Names((), ()))


def test_an_initial_accounts_for_one_word_only() -> None:
    assert ratio(("M. Keen",), ("Michael Mary Keen",)) == pytest.approx(3.5 / 4.5)


def test_an_equal_word_comes_before_another_spelling() -> None:
    found = agreement(names("Dan Daniel"), names("Daniel"))
    assert [one.rule for one in found.accounted] == [Rule.EQUAL]


# Properties

words = st.sampled_from(
    ["anna", "ann", "joe", "joel", "müller", "mueller", "muller", "ab", "jm", "jmk", "li", "keynes"]
)
letters = st.sampled_from("abjkmlé")
written = st.lists(st.lists(words | letters, min_size=1, max_size=4).map(" ".join), max_size=4).map(
    tuple
)


@given(written, written)
def test_the_agreement_is_symmetric_and_within_its_range(
    left: tuple[str, ...], right: tuple[str, ...]
) -> None:
    found = ratio(left, right)
    assert 0 <= found <= 1
    assert found == ratio(right, left)


@given(written)
def test_names_agree_fully_with_themselves(left: tuple[str, ...]) -> None:
    assert ratio(left, left) == (1.0 if left else 0.0)


@given(written, written, st.randoms(use_true_random=False))
def test_the_order_of_names_and_words_is_irrelevant(
    left: tuple[str, ...], right: tuple[str, ...], random: Random
) -> None:
    shuffled = [" ".join(reversed(name.split())) for name in left]
    random.shuffle(shuffled)
    assert ratio(tuple(shuffled), right) == ratio(left, right)


@given(written, written, words | letters)
def test_names_agree_no_less_with_one_more_word_in_common(
    left: tuple[str, ...], right: tuple[str, ...], word: str
) -> None:
    assert ratio((*left, word), (*right, word)) >= ratio(left, right)


@given(written, written)
def test_every_part_is_accounted_for_once_or_left_over(
    left: tuple[str, ...], right: tuple[str, ...]
) -> None:
    found = agreement(names(*left), names(*right))
    for side, given_names in enumerate((names(*left), names(*right))):
        parts = [part for one in found.accounted for part in (one.left, one.right)[side]]
        over = found.left_over[side]
        assert sorted([*parts, *over.words, *over.initials]) == sorted(
            [*given_names.words, *given_names.initials]
        )


@given(st.text("aoeuxy", max_size=8), st.text("aoeuxy", max_size=8))
def test_every_pair_of_spellings_is_found_among_other_words(one: str, other: str) -> None:
    found = agreement(Names((one, "zzz"), ()), Names((other,), ()))
    together = any(found.rule in {Rule.EQUAL, Rule.SPELLING} for found in found.accounted)
    assert together == (one == other or is_spelling(one, other))
