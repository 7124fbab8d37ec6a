"""The language of a text, by its commonest words, and the stop words of each language."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec

import stopwordsiso
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from wildwood.lexicon.patterns import by_language

with suppress(ModuleNotFoundError):  # it has no wheel for some systems
    import eldc

HAS_ELDC = find_spec("eldc") is not None
"""Whether eldc is installed; without it, py3langid tells languages."""

WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = "en"
_COMMONEST = 150
"""Words that show the language; of a whole text, they hardly change with a cover or a stamp."""


def language_of(occurrences: Mapping[str, int]) -> str:
    """Return the code of the language that words are in; English if none is recognised."""
    commonest = " ".join(word for word, _ in Counter(occurrences).most_common(_COMMONEST))
    return _detect(HAS_ELDC)(commonest) or _ENGLISH


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language, and those of English, whose words every text has."""
    english = frozenset(by_language("stopwords")[_ENGLISH])
    if language == _ENGLISH:
        return english
    listed = (*stopwordsiso.stopwords(language), *by_language("stopwords").get(language, ()))
    return english | frozenset(word for one in listed for word in WORD.findall(one.lower()))


@cache
def _detect(has_eldc: bool) -> Callable[[str], str]:  # noqa: FBT001 - the key of the cache
    if not has_eldc:
        identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
        return lambda text: str(identifier.classify(text)[0])
    eldc.init()
    detect: Callable[[str], str] = eldc.instance().detect
    return detect
