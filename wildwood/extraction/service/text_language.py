"""The language of a text, by its commonest words, and the stop words of each language."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

import eldc
import stopwordsiso

from wildwood.lexicon.patterns import by_language

WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = "en"
_COMMONEST = 150
"""Words that show the language; of a whole text, they hardly change with a cover or a stamp."""


def language_of(occurrences: Mapping[str, int]) -> str:
    """Return the code of the language that words are in; English if none is recognised."""
    commonest = " ".join(word for word, _ in Counter(occurrences).most_common(_COMMONEST))
    return _detect()(commonest) or _ENGLISH


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language, and those of English, whose words every text has."""
    english = frozenset(by_language("stopwords")[_ENGLISH])
    if language == _ENGLISH:
        return english
    listed = (*stopwordsiso.stopwords(language), *by_language("stopwords").get(language, ()))
    return english | frozenset(word for one in listed for word in WORD.findall(one.lower()))


@cache
def _detect() -> Callable[[str], str]:
    eldc.init()
    detect: Callable[[str], str] = eldc.instance().detect
    return detect
