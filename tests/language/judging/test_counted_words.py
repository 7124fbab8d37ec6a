"""The words of a text, learned compounds and British forms."""

import pytest

from wildwood.language.judging.compounds import is_compound, is_derivation
from wildwood.language.judging.counted_words import fold, words
from wildwood.language.judging.dictionary import british_forms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trade and Growth", ["trade", "and", "growth"]),
        ("naïve Schrödinger", ["naive", "schrodinger"]),
        ("e\u0301cole", ["ecole"]),
        ("de\ufb01nition of e\ufb00ect", ["definition", "of", "effect"]),
        ("the firm's students' choice", ["the", "firm", "students", "choice"]),
        ("well-being, 1990-2020", ["well", "being"]),
        ("GDP2020 snake_case", ["gdp", "snake", "case"]),
        ("x + y = 2α", []),
        ("", []),
        ("A <i>Drosophila</i> study of H<sub>2</sub>O", ["drosophila", "study", "of"]),
        (r"The $\alpha$-\textit{core} of games", ["the", "core", "of", "games"]),
        (r"Schr{\"o}dinger, Erd\H{o}s and P{\'a}l", ["schrodinger", "erdos", "and", "pal"]),
        ("the suffix <qok> in Khmer", ["the", "suffix", "qok", "in", "khmer"]),
        ("\u9053", ["\u9053"]),
        ("Экономика", ["экономика"]),
    ],
)
def test_words_are_whole_runs_of_letters_folded(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_folding_removes_latin_diacritics_and_case() -> None:
    assert fold("ÀÉÎÕÜ ŁŠ") == "aeiou ls"


def test_folding_knows_letters_that_unicode_does_not_decompose() -> None:
    assert fold("ø ł đ æ œ ß ı þ ð Ø Þ") == "o l d ae oe ss i th d o th"


@pytest.mark.parametrize("word", ["nanosensors", "biopsychology", "macroeconometrics"])
def test_a_combining_form_before_a_known_word_is_a_compound(word: str) -> None:
    assert is_compound(word, {"sensors", "psychology", "econometrics"})


@pytest.mark.parametrize(
    "word",
    ["humean", "lorentzian", "embeddedness", "serverless", "dollarization"],
)
def test_a_known_word_with_a_suffix_of_english_is_a_derivation(word: str) -> None:
    known = {"hume", "lorentz", "embedded", "server", "dollar"}
    assert is_derivation(word, known)


@pytest.mark.parametrize("word", ["dengan", "programmering", "francaise", "ness", "tables"])
def test_endings_that_other_languages_have_make_no_derivation(word: str) -> None:
    assert not is_derivation(word, {"deng", "programmer", "franca", "francais", "table"})


@pytest.mark.parametrize("word", ["sensors", "nanosensoren", "nano", "bioart", "biowissenschaft"])
def test_anything_else_is_not_a_compound(word: str) -> None:
    assert not is_compound(word, {"sensors", "art", "nano"})


@pytest.mark.parametrize(
    ("american", "british"),
    [
        ("organization", "organisation"),
        ("analyze", "analyse"),
        ("behavioral", "behavioural"),
        ("center", "centre"),
        ("modeling", "modelling"),
        ("defense", "defence"),
        ("program", "programme"),
        ("hematology", "haematology"),
    ],
)
def test_an_american_word_has_a_british_form(american: str, british: str) -> None:
    assert list(british_forms([american])) == [british]


@pytest.mark.parametrize("word", ["trade", "growth", "honorary", "letter", "alter"])
def test_a_word_with_one_spelling_has_no_british_form(word: str) -> None:
    assert list(british_forms([word])) == []
