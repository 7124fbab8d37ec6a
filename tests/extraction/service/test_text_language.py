"""The language of a text, told by its stop words."""

import re
from collections import Counter

import pytest

from wildwood.extraction.service.simhash import language_of, stop_words

TEXTS = {
    "en": "the effect of trade on the growth of the open economies that we have seen in the past",
    "fr": "les effets du commerce sur la croissance des économies",
    "de": "die Wirkung des Handels auf das Wachstum der Länder, die wir in diesem Jahr sehen",
    "es": "los efectos del comercio sobre el crecimiento de las economías",
}


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


@pytest.mark.parametrize("language", TEXTS)
def test_the_commonest_words_tell_the_language(language: str) -> None:
    assert language_of(words(TEXTS[language])) == language


def test_a_text_without_stop_words_is_taken_for_english() -> None:
    assert language_of(words("bohr einstein x y")) == "en"


def test_the_letters_of_formulas_tell_no_language() -> None:
    assert language_of(words(TEXTS["en"] + " o e a y" * 20)) == "en"


def test_the_stop_words_of_a_language_are_its_own() -> None:
    assert {"nous", "les"} <= stop_words("fr")
    assert not {"nous", "system"} & stop_words("en")
