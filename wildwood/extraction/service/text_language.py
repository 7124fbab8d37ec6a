"""The stop words of each language, and the language of a text, which they tell."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

import stopwordsiso

from wildwood.lexicon.patterns import by_language

WORD = re.compile(r"[^\W\d_]+")
ENGLISH = "en"
_COMMONEST = 150
"""Words that show the language; of a whole text, they hardly change with a cover or a stamp."""


def language_of(occurrences: Mapping[str, int]) -> str:
    """Return the code of the language most of whose stop words are among the commonest words.

    Single letters do not count, since formulas have them. Without stop words it is English, as are
    Chinese, Japanese and Thai, in which no space divides the words.
    """
    commonest = Counter({word: count for word, count in occurrences.items() if len(word) > 1})
    words = commonest.most_common(_COMMONEST)

    def stopping(language: str) -> tuple[int, bool]:
        known = stop_words(language)
        return sum(count for word, count in words if word in known), language == ENGLISH

    return max(sorted(stopwordsiso.langs()), key=stopping)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language; of English, those that have no meaning."""
    known = stopwordsiso.stopwords(language) if language != ENGLISH else ()
    listed = (*known, *by_language("stopwords").get(language, ()))
    return frozenset(word for one in listed for word in WORD.findall(one.lower()))
