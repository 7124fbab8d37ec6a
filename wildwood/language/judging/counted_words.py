"""Split a text into the words that the dictionary test counts."""

import re
import unicodedata
from collections.abc import Sequence

from wildwood.language.judging.without_markup import plain_text

_WORD = re.compile(r"[^\W\d_]+")
_ASCII_WORD = re.compile("[A-Za-z]{2,}")
_DIACRITICS = re.compile("[\u0300-\u036f]+")
_LATIN = re.compile("[A-Za-z]")
_MAX_SYMBOL_LENGTH = 2
_LETTERS = str.maketrans(
    {
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
        "\u0131": "i", "ħ": "h", "Ħ": "H", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss",
        "ẞ": "Ss", "þ": "th", "Þ": "Th", "ŋ": "ng", "Ŋ": "Ng",
    }
)  # fmt: skip
"""Latin letters that Unicode does not decompose into a letter and a diacritic."""
_ANY_LETTER = re.compile(f"[{''.join(map(chr, _LETTERS))}]")
"""A search for one of them, which is faster than to replace them where there is none."""


def fold(text: str) -> str:
    """Return the text in lower case, without ligatures (NFKD) and Latin diacritics."""
    return _without_diacritics(text).lower()


def written_words(text: str) -> list[str]:
    """Return the runs of letters of a text as `words` does, but in the case of the text."""
    folded = _without_diacritics(text)
    if folded.isascii():
        return _ASCII_WORD.findall(folded)
    return [word for word in _WORD.findall(folded) if len(word) > 1 or _is_ideograph(word)]


def words(text: str) -> list[str]:
    """Return the runs of letters of a text, folded, in any script.

    Markup, formulas, addresses and single letters are left out; a single ideograph is a word.
    """
    return [word.lower() for word in written_words(plain_text(text))]


def are_symbols(tokens: Sequence[str]) -> bool:
    """Check that every word is as short as a name in a formula; true for an empty list."""
    for token in tokens:  # noqa: SIM110 - all() is slower, and most texts begin with a word
        if len(token) > _MAX_SYMBOL_LENGTH or not token.isascii():
            return False
    return True


def is_latin(token: str) -> bool:
    """Check that a word has a Latin letter."""
    return token.isascii() or _LATIN.search(token) is not None


def _without_diacritics(text: str) -> str:
    if text.isascii():
        return text
    if _ANY_LETTER.search(text):
        text = text.translate(_LETTERS)
    return _DIACRITICS.sub("", unicodedata.normalize("NFKD", text))


def _is_ideograph(letter: str) -> bool:
    return unicodedata.category(letter) == "Lo"
