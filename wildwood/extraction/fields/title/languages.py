"""Tell by their most frequent words whether two titles are in different languages."""

import re

from wildwood.lexicon.patterns import by_language

_FREQUENT = {language: frozenset(listed) for language, listed in by_language("stopwords").items()}
_WORD = re.compile(r"[^\W\d_]+")
_MIN_WORDS = 2
"""The least frequent words by which a language is known."""


def differ(one: str, other: str) -> bool:
    """Return whether two texts are in different languages, as far as these are known."""
    first, second = _language(one), _language(other)
    return bool(first and second) and first != second


def _language(text: str) -> str:
    """Return the language that has clearly most of the words of a text; empty if none has."""
    words = _WORD.findall(text.lower())
    counts = {name: sum(map(known.__contains__, words)) for name, known in _FREQUENT.items()}
    (most, name), (second, _) = sorted(((n, name) for name, n in counts.items()), reverse=True)[:2]
    return name if most >= _MIN_WORDS and most > second else ""
