"""Split a text into the words that the dictionary test counts."""

import re
import unicodedata

_MARKUP = re.compile(r"</?(?:[biu]|em|strong|sub|sup|span|jats:\w+|mml:\w+)\b[^<>]*>|\\[a-zA-Z]+")
"""Tags and TeX commands that occur in titles."""

_WORD = re.compile(r"[^\W\d_]+")
_ASCII_WORD = re.compile("[a-z]{2,}")
_DIACRITICS = re.compile("[\u0300-\u036f]+")
_LATIN = re.compile("[a-z]")
_MAX_SYMBOL_LENGTH = 2


def fold(text: str) -> str:
    """Return the text in lower case, without ligatures (NFKD) and Latin diacritics."""
    text = text.lower()
    if text.isascii():
        return text
    return _DIACRITICS.sub("", unicodedata.normalize("NFKD", text).lower())


def words(text: str) -> list[str]:
    """Return the runs of letters of a text, folded, in any script.

    Markup and single letters are left out; a single ideograph is a word.
    """
    if "<" in text or "\\" in text:
        text = _MARKUP.sub(" ", text)
    folded = fold(text)
    if folded.isascii():
        return _ASCII_WORD.findall(folded)
    return [word for word in _WORD.findall(folded) if len(word) > 1 or _is_ideograph(word)]


def are_symbols(tokens: list[str]) -> bool:
    """Check that every word is as short as a name in a formula; true for an empty list."""
    return all(len(token) <= _MAX_SYMBOL_LENGTH and token.isascii() for token in tokens)


def is_of_another_script(tokens: list[str]) -> bool:
    """Check that more than half of the letters are in words without a Latin letter."""
    letters = "".join(tokens)
    if letters.isascii():
        return False
    return 2 * sum(len(token) for token in tokens if not _LATIN.search(token)) > len(letters)


def _is_ideograph(letter: str) -> bool:
    return unicodedata.category(letter) == "Lo"
