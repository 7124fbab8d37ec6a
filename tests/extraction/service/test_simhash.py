"""Fingerprints of texts."""

from hypothesis import given
from hypothesis import strategies as st

from wildwood.extraction.service.simhash import (
    BITS,
    TABLES,
    distance,
    simhash,
    subhashes,
)
from wildwood.settings import MAX_DISTANCE

TEXT = (
    "The quarterly matching of graduates with vacancies shows that referrals shorten "
    "unemployment, while formal channels raise wages in larger cities and regions. "
) * 3

FINGERPRINTS = st.integers(0, 2**BITS - 1)


def test_a_word_of_the_same_stem_changes_nothing() -> None:
    assert simhash("matching graduates") == simhash("matched graduate")


def test_stop_words_and_case_change_nothing() -> None:
    assert simhash("The Matching of the Graduates") == simhash("matching graduates")


def test_numbers_do_not_count() -> None:
    assert simhash(TEXT + " 12.5 1998 0.031 (17)") == simhash(TEXT)


def test_an_additional_word_changes_few_bits_of_a_long_text() -> None:
    assert distance(simhash(TEXT), simhash(TEXT + " copyright")) <= MAX_DISTANCE


def test_different_texts_differ_in_many_bits() -> None:
    other = "Glaciers retreat faster where dark dust settles on summer snow. " * 9
    assert distance(simhash(TEXT), simhash(other)) > 10


def test_a_text_without_words_has_the_fingerprint_zero() -> None:
    assert simhash("12 + 7") == 0


def test_occurrences_are_weights() -> None:
    """The bits of a word that occurs three times outvote those of two that occur once."""
    assert simhash("alpha alpha alpha beta gamma") == simhash("alpha")


def test_the_fingerprint_of_a_text_never_changes() -> None:
    """A change makes all stored fingerprints useless."""
    assert f"{simhash('matching graduates with vacancies'):016x}" == "cbe96ed7bff13e47"


@given(FINGERPRINTS, st.sets(st.integers(0, BITS - 1), max_size=MAX_DISTANCE))
def test_fingerprints_within_the_distance_share_a_subhash(one: int, bits: set[int]) -> None:
    other = one
    for bit in bits:
        other ^= 1 << bit
    assert distance(one, other) == len(bits)
    assert set(subhashes(one)) & set(subhashes(other))


@given(FINGERPRINTS)
def test_subhashes_of_different_tables_are_never_equal(one: int) -> None:
    assert len(set(subhashes(one))) == TABLES
