"""The standard English dictionary, and the function words of other languages."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import metadata

import stopwordsiso
from spellchecker import SpellChecker, WordFrequency

from wildwood.language.british import british_forms
from wildwood.language.words import words

_ENGLISH = "en"
_SHORT = 4
"""Letters: "und", "para", "dans"."""
_SHARED = 3
_RARE = {1: 0.3, 2: 10.0}
"""In a million words of English, for a stop word of so many other languages."""
_RARE_FOR_SHARED = 100.0
_ALSO_ENGLISH = frozenset(
    words(
        "ad am an as at be by do etc ex for he her hi ii in is it man me men mine my no non of oh"
        " ok on or over per plus so take ten to us via was we"
    )
)
"""Short English words that are stop words in several other languages."""


@cache
def standard() -> frozenset[str]:
    """The words of pyspellchecker's English list and their British forms, diacritics folded."""
    american = _words_of(_frequencies().keys())
    return american.union(british_forms(american))


@cache
def function_words_of_others() -> frozenset[str]:
    """Short stop words of other languages that are rare in English; long ones are often English.

    The English list has many that are foreign ("de", "la", "fur" for "für"), and the lists of
    stop words many that are English ("data", "care", "bank"). So a word is foreign where it is
    rarer in English than the number of languages that have it asks for.
    """
    lists = _stop_words_of_others()
    languages = Counter(word for found in lists for word in found if len(word) <= _SHORT)
    shared = {word for word, count in languages.items() if count >= _SHARED} - _ALSO_ENGLISH
    candidates = stop_words_of_others() | shared
    return frozenset(
        word
        for word, count in languages.items()
        if word in candidates and _in_a_million(word) < _RARE.get(count, _RARE_FOR_SHARED)
    )


def _in_a_million(word: str) -> float:
    """How often English has the word, in pyspellchecker's texts."""
    return 1e6 * _frequencies()[word] / _frequencies().total_words


@cache
def _frequencies() -> WordFrequency:
    return SpellChecker(language=_ENGLISH).word_frequency


@cache
def stop_words_of_others() -> frozenset[str]:
    """Stop words of any language but English that are none of English."""
    english = _words_of(stopwordsiso.stopwords(_ENGLISH))
    return frozenset[str]().union(*_stop_words_of_others()) - english


def _stop_words_of_others() -> list[frozenset[str]]:
    """The stop words of each language but English."""
    languages = sorted(stopwordsiso.langs() - {_ENGLISH})
    return [_words_of(stopwordsiso.stopwords(language)) for language in languages]


@cache
def edition() -> str:
    """What the two lists are, so that a change of them shows."""
    packages = ("pyspellchecker", "stopwordsiso")
    return " ".join(f"{name}-{metadata.version(name)}" for name in packages)


def _words_of(entries: Iterable[str]) -> frozenset[str]:
    """The entries' words, taken apart as those of a text are ("don't" into "don")."""
    return frozenset(words(" ".join(entries)))
