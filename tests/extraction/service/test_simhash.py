"""Fingerprints of texts."""

import re
from collections import Counter
from hashlib import blake2b
from pathlib import Path

import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from wildwood.extraction import pdf
from wildwood.extraction.lines import join_lines, words_of
from wildwood.extraction.service.simhash import (
    BITS,
    MAX_DISTANCE,
    TABLES,
    distance,
    language_of,
    stop_words,
    subhashes,
)

from tests.support.fingerprints import simhash
from tests.support.made_papers import FRENCH_PAPERS, TUNA

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


def test_english_stop_words_change_nothing_in_another_language_either() -> None:
    french = "Les rites de passage et la société française dans les campagnes du siècle. " * 3
    assert simhash(french + " this is the with from") == simhash(french)


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


def test_papers_do_not_resemble_each_other_by_the_common_words_of_their_language() -> None:
    assert distance(*(simhash(content.decode()) for content in FRENCH_PAPERS.values())) > 10


@pytest.mark.parametrize(
    "text",
    [
        "本文研究城市中毕业生与职位空缺的匹配问题，发现推荐可以缩短失业时间，而正式渠道提高工资。",
        "卒業生と求人の結びつきを四半期ごとに調べ、紹介が失業を短くすることを示した。",
        "บทความนี้ศึกษาการจับคู่ระหว่างบัณฑิตกับตำแหน่งงานว่างในเมืองใหญ่",
    ],
)
def test_line_breaks_change_nothing_where_words_are_not_separated(text: str) -> None:
    """Another program breaks the lines elsewhere."""
    broken = "\n".join(text[start : start + 7] for start in range(0, len(text), 7))
    assert simhash(text) == simhash(broken)


def test_a_cover_in_another_language_changes_few_bits_of_a_long_text() -> None:
    paper = FRENCH_PAPERS[TUNA].decode()
    cover = "Working Paper 12. Institute of Maritime Research. The views are the authors' own."
    assert distance(simhash(paper), simhash(f"{cover}\n{paper}")) <= MAX_DISTANCE


def plain_fingerprint(text: str) -> int:
    """Return the fingerprint by its definition: each occurrence votes on each bit, in turn."""
    stemmer = Stemmer.Stemmer("porter")
    votes = [0] * BITS
    occurrences = re.findall(r"[^\W\d_]+", text.lower())
    dropped = stop_words(language_of(Counter(occurrences))) | stop_words("en")
    for word in occurrences:
        if word not in dropped:
            digest = blake2b(stemmer.stemWord(word).encode(), digest_size=8).digest()
            bits = int.from_bytes(digest, "little")
            votes = [vote + (1 if bits >> bit & 1 else -1) for bit, vote in enumerate(votes)]
    return sum(1 << bit for bit, vote in enumerate(votes) if vote > 0)


@given(
    st.lists(
        st.sampled_from(WORDS) | st.text(st.characters(max_codepoint=0x5FF), max_size=8),
        max_size=60,
    )
)
def test_the_fingerprint_is_that_of_the_definition(words: list[str]) -> None:
    text = " ".join(words)
    assert simhash(text) == plain_fingerprint(text)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.stem)
def test_the_fingerprint_of_a_paper_is_that_of_the_definition(paper: Path) -> None:
    lines, _ = pdf.read(paper)
    text = join_lines(lines, words_of(lines))
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
