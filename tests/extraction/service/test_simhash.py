"""Fingerprints of texts."""

import re
from hashlib import blake2b
from pathlib import Path

import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from wildwood.extraction.documents import pdf
from wildwood.extraction.documents.joined_lines import join_lines
from wildwood.extraction.service.simhash import (
    BITS,
    TABLES,
    distance,
    simhash,
    subhashes,
)
from wildwood.lexicon.patterns import by_language
from wildwood.settings import MAX_DISTANCE

PAPERS = sorted((Path(__file__).parents[2] / "data" / "extraction").glob("*.pdf"))
WORDS = ("matching", "matched", "matches", "the", "of", "İstanbul", "x", "Vacancies", "naïve", "42")
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


def plain_fingerprint(text: str) -> int:
    """Return the fingerprint by its definition: each occurrence votes on each bit, in turn."""
    stemmer = Stemmer.Stemmer("porter")
    votes = [0] * BITS
    for word in re.findall(r"[^\W\d_]+", text.lower()):
        if word not in by_language("stopwords")["en"]:
            digest = blake2b(stemmer.stemWord(word).encode(), digest_size=8).digest()
            bits = int.from_bytes(digest, "little")
            votes = [vote + (1 if bits >> bit & 1 else -1) for bit, vote in enumerate(votes)]
    return sum(1 << bit for bit, vote in enumerate(votes) if vote > 0)


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=60))
def test_the_fingerprint_is_that_of_the_definition(words: list[str]) -> None:
    text = " ".join(words)
    assert simhash(text) == plain_fingerprint(text)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.stem)
def test_the_fingerprint_of_a_paper_is_that_of_the_definition(paper: Path) -> None:
    text = join_lines(pdf.read(paper))
    assert simhash(text) == plain_fingerprint(text)


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
