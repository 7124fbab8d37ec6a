"""The standard English dictionary, and the function words of other languages."""

from collections.abc import Iterable
from functools import cache
from importlib import metadata

import stopwordsiso
from spellchecker import SpellChecker

from wildwood.language.british import british_forms
from wildwood.language.words import words

_ENGLISH = "en"
_SHORT = 4
"""Letters: "und", "para", "dans"."""


@cache
def standard() -> frozenset[str]:
    """The words of pyspellchecker's English list and their British forms, diacritics folded."""
    american = _words_of(SpellChecker(language=_ENGLISH).word_frequency.keys())
    return american.union(british_forms(american))


@cache
def function_words_of_others() -> frozenset[str]:
    """The short ones of `stop_words_of_others`; long ones are often English words, too."""
    return frozenset(word for word in stop_words_of_others() if len(word) <= _SHORT)


@cache
def stop_words_of_others() -> frozenset[str]:
    """Stop words of any language but English that are none of English."""
    others = (
        _words_of(stopwordsiso.stopwords(language))
        for language in stopwordsiso.langs()
        if language != _ENGLISH
    )
    return frozenset[str]().union(*others) - _words_of(stopwordsiso.stopwords(_ENGLISH))


@cache
def edition() -> str:
    """What the two lists are, so that a change of them shows."""
    packages = ("pyspellchecker", "stopwordsiso")
    return " ".join(f"{name}-{metadata.version(name)}" for name in packages)


def _words_of(entries: Iterable[str]) -> frozenset[str]:
    """The entries' words, taken apart as those of a text are ("don't" into "don")."""
    return frozenset(words(" ".join(entries)))
