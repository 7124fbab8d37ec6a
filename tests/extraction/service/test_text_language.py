"""The language of a text, told by its commonest words, and its stop words."""

import re
from collections import Counter

import pytest

from wildwood.extraction.service import text_language
from wildwood.extraction.service.text_language import language_of, stop_words

TEXTS = {
    "en": "the effect of trade on the growth of the open economies that we have seen in the past",
    "fr": "les effets du commerce sur la croissance des économies",
    "de": "die Wirkung des Handels auf das Wachstum der Länder, die wir in diesem Jahr sehen",
    "es": "los efectos del comercio sobre el crecimiento de las economías",
}


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


@pytest.fixture(params=[True, False], ids=["eldc", "py3langid"], autouse=True)
def _detector(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell languages with eldc, and without it as where it has no wheel."""
    monkeypatch.setattr(text_language, "HAS_ELDC", request.param)


@pytest.mark.parametrize("language", TEXTS)
def test_the_commonest_words_tell_the_language(language: str) -> None:
    assert language_of(words(TEXTS[language])) == language


def test_the_stop_words_of_a_language_are_its_own_and_those_of_english() -> None:
    assert {"nous", "les", "the"} <= stop_words("fr")
    assert "nous" not in stop_words("en")


def test_a_language_without_a_list_has_the_stop_words_of_english() -> None:
    assert stop_words("tlh") == stop_words("en")
