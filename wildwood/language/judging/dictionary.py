"""The standard English dictionary, and the function words of other languages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata

import stopwordsiso
from spellchecker import SpellChecker, WordFrequency

from wildwood.language.judging.counted_words import fold, written_words

_ENGLISH = "en"
_MAX_FUNCTION_WORD_LENGTH = 4
"""Letters of a short function word, such as "und", "para" and "dans"."""
_MIN_SHARED = 3
"""Number of other languages that must share a stop word of English for it to be foreign."""
_SHARED_BY_TWO = 2
_RARE_BELOW = {1: 0.3, 2: 10.0}
"""Occurrences in a million English words, by the number of other languages with the word."""
_RARE_BELOW_IF_SHARED = 100.0
"""The same for a word of three or more languages."""
_ALSO_ENGLISH = frozenset(
    ("ad", "etc", "ex", "hi", "ii", "mine", "non", "ok", "per", "plus", "via")
)
"""English words that are stop words in several other languages, and rare enough to be foreign."""
_OUR = (
    "arb|arm|behavi|cand|col|demean|endeav|fav|ferv|flav|harb|hon|hum|lab|misdemean|neighb|od"
    "|parl|ranc|rig|rum|sav|splend|succ|tum|val|vap|vig"
)
_RE = "cent|fib|lit|lust|mag|meag|mit|sab|scept|somb|spect|theat"
_PATTERNS = {
    r"iz(e|ed|er|ers|es|ing|ation|ations|ational)$": r"is\1",
    r"yz(e|ed|er|ers|es|ing)$": r"ys\1",
    rf"^({_OUR})or(?!ous|at|if|ar)": r"\1our",
    rf"^({_RE})er(s?)$": r"\1re\2",
    r"(^|centi|kilo|milli|nano)meter(s?)$": r"\1metre\2",
    r"([aeiou])l(ed|ing|er|ers)$": r"\1ll\2",
    r"^(def|off|pret)ense(s?)$": r"\1ence\2",
    r"^program(s?)$": r"programme\1",
    r"^skept": "scept",
}
_RULES = [(re.compile(american), british) for american, british in _PATTERNS.items()]
_ANY_RULE = re.compile("|".join(_PATTERNS))


@cache
def standard() -> frozenset[str]:
    """Return the words of pyspellchecker's English list and their British forms, folded."""
    american = _words_of(_frequencies().keys())
    return american.union(british_forms(american))


@cache
def foreign_function_words() -> frozenset[str]:
    """Return the short stop words of other languages that are rare in English.

    The English list contains many foreign words ("de", "la", "fur" for "für"), and the lists of
    stop words contain many English ones ("data", "care", "bank"). A word is foreign if its
    frequency in English is below a limit, which rises with the number of languages that have the
    word. Long stop words are often English and are left out.
    """
    languages = Counter(
        word
        for stop_words in _stop_words_by_language()
        for word in stop_words
        if len(word) <= _MAX_FUNCTION_WORD_LENGTH
    )
    shared = {word for word, count in languages.items() if count >= _MIN_SHARED} - _ALSO_ENGLISH
    candidates = foreign_stop_words() | shared
    return frozenset(
        word
        for word, count in languages.items()
        if word in candidates
        and frequency_per_million(word) < _RARE_BELOW.get(count, _RARE_BELOW_IF_SHARED)
    )


@cache
def english_function_words() -> frozenset[str]:
    """Return the stop words of English that at most one other language has."""
    languages = _languages_by_stop_word()
    english = _words_of(stopwordsiso.stopwords(_ENGLISH))
    return frozenset(word for word in english if languages[word] < _SHARED_BY_TWO)


@cache
def _languages_by_stop_word() -> Counter[str]:
    return Counter(word for stop_words in _stop_words_by_language() for word in stop_words)


def frequency_per_million(word: str) -> float:
    """Return how often a word occurs in a million words of pyspellchecker's English texts."""
    return 1e6 * _frequencies()[word] / _frequencies().total_words


def edits(word: str) -> set[str]:
    """Return all that one edit makes of a word: a letter added, dropped, replaced or swapped."""
    return _checker().edit_distance_1(word)


def _frequencies() -> WordFrequency:
    return _checker().word_frequency


@cache
def _checker() -> SpellChecker:
    return SpellChecker(language=_ENGLISH)


@cache
def foreign_stop_words() -> frozenset[str]:
    """Return the stop words of all other languages, without those of English."""
    english = _words_of(stopwordsiso.stopwords(_ENGLISH))
    return frozenset[str]().union(*_stop_words_by_language()) - english


def _stop_words_by_language() -> list[frozenset[str]]:
    """Return the stop words of each language except English."""
    languages = sorted(stopwordsiso.langs() - {_ENGLISH})
    return [_words_of(stopwordsiso.stopwords(language)) for language in languages]


@cache
def edition() -> str:
    """Return the names and versions of the packages with the dictionary and the stop words."""
    packages = ("pyspellchecker", "stopwordsiso")
    return " ".join(f"{name}-{metadata.version(name)}" for name in packages)


def _words_of(lines: Iterable[str]) -> frozenset[str]:
    """Return the words of a word list, split as in a text ("don't" becomes "don")."""
    return frozenset(written_words(fold(" ".join(lines))))


def british_forms(words: Iterable[str]) -> Iterator[str]:
    """Yield the British form of each word for each rule that applies to it."""
    for word in words:
        if _ANY_RULE.search(word):
            for american, british in _RULES:
                form, changes = american.subn(british, word)
                if changes:
                    yield form
