"""Particles, suffixes and initials."""

import pytest

from wildwood.biblio.person import INITIALS, SUFFIX, is_particle


@pytest.mark.parametrize("word", ["van", "de", "te", "von", "St.", "Van", "Al"])
def test_a_particle_is_one_with_or_without_a_capital(word: str) -> None:
    assert is_particle(word)


@pytest.mark.parametrize("word", ["Ben", "Smith", "E.", "D."])
def test_a_given_name_or_an_initial_is_none(word: str) -> None:
    assert not is_particle(word)


@pytest.mark.parametrize("suffix", ["Jr", "Jr.", "III"])
def test_a_suffix_is_known_with_and_without_a_full_stop(suffix: str) -> None:
    assert SUFFIX.fullmatch(suffix)


@pytest.mark.parametrize("text", ["J.", "JM", "J. M.", "DE", "J. da"])
def test_initials_can_end_in_a_particle(text: str) -> None:
    assert INITIALS.fullmatch(text)


@pytest.mark.parametrize("text", ["Jo", "JABCDE", "smith"])
def test_other_words_are_no_initials(text: str) -> None:
    assert not INITIALS.fullmatch(text)
