"""Write the lists of words that screening reads: python -m tests.support.words

They come from pyspellchecker's English list, which has no British forms, and from stopwordsiso's
stop words of 57 languages; both are under the MIT licence. In `wildwood/screening/words.txt`, an
empty line ends a list.
"""

from collections import Counter
from collections.abc import Iterable
from importlib import metadata

import stopwordsiso
from spellchecker import SpellChecker

from wildwood.screening.words import fold, written_words

from tests.support.paths import CHECKOUT

LISTS = CHECKOUT / "wildwood" / "screening" / "words.txt"
_ENGLISH = "en"
_MAX_FUNCTION_WORD_LENGTH = 4  # letters of a short function word, such as "und", "para" and "dans"
_MIN_SHARED = 3  # other languages that must share a stop word of English for it to be foreign
_RARE_BELOW = {1: 0.3, 2: 10.0}  # in a million English words, by the number of other languages
_RARE_BELOW_IF_SHARED = 100.0  # the same for a word of three or more languages


def lists() -> str:
    """Return the lists: English, its function words, and short and all foreign ones."""
    frequencies = SpellChecker(language=_ENGLISH).word_frequency
    english = _words_of(stopwordsiso.stopwords(_ENGLISH))
    languages = Counter(
        word
        for language in stopwordsiso.langs() - {_ENGLISH}
        for word in _words_of(stopwordsiso.stopwords(language))
    )
    foreign = {
        word
        for word, count in languages.items()
        if len(word) <= _MAX_FUNCTION_WORD_LENGTH
        and (word not in english or count >= _MIN_SHARED)
        and 1e6 * frequencies[word] / frequencies.total_words
        < _RARE_BELOW.get(count, _RARE_BELOW_IF_SHARED)
    }
    own = {word for word in english if languages[word] <= 1}
    parts = (_words_of(frequencies.keys()), own, foreign, languages.keys() - english)
    packages = ("pyspellchecker", "stopwordsiso")
    edition = " ".join(f"{name}-{metadata.version(name)}" for name in packages)
    return "\n\n".join([edition, *("\n".join(sorted(part)) for part in parts)]) + "\n"


def _words_of(lines: Iterable[str]) -> frozenset[str]:
    """Split a word list as a text is ("don't" becomes "don")."""
    return frozenset(written_words(fold(" ".join(lines))))


if __name__ == "__main__":
    LISTS.write_text(lists(), encoding="utf-8")
