"""The words of a text, folded."""

import pytest

from wildwood.screening.words import fold, words


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
