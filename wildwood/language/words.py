"""The words of a text, as the dictionary test sees them."""

import re
import unicodedata

_MARKUP = re.compile(r"</?(?:[biu]|em|strong|sub|sup|span|jats:\w+|mml:\w+)\b[^<>]*>|\\[a-zA-Z]+")
"""Tags and TeX commands, as titles have them."""

_WORD = re.compile(r"[^\W\d_]+")
_LONGER_WORD = re.compile("[a-z]{2,}")
_MARKS = re.compile("[\u0300-\u036f]+")
_LATIN = re.compile("[a-z]")
_LONGEST_SYMBOL = 2


def fold(text: str) -> str:
    """The text in lower case, compatible forms (ligatures) resolved, Latin diacritics gone."""
    text = text.lower()
    if text.isascii():
        return text
    return _MARKS.sub("", unicodedata.normalize("NFKD", text).lower())


def words(text: str) -> list[str]:
    """Whole runs of letters of any script, folded, but for markup.

    Single letters of an alphabet are no words.
    """
    if "<" in text or "\\" in text:
        text = _MARKUP.sub(" ", text)
    folded = fold(text)
    if folded.isascii():
        return _LONGER_WORD.findall(folded)
    return [word for word in _WORD.findall(folded) if len(word) > 1 or _is_ideograph(word)]


def are_symbols(found: list[str]) -> bool:
    """Whether all words are as short as the names in a formula, or there is none."""
    return all(len(word) <= _LONGEST_SYMBOL and word.isascii() for word in found)


def is_of_another_script(found: list[str]) -> bool:
    """Whether most letters of the words stand in words without a Latin letter."""
    letters = "".join(found)
    if letters.isascii():
        return False
    return 2 * sum(len(word) for word in found if not _LATIN.search(word)) > len(letters)


def _is_ideograph(letter: str) -> bool:
    return unicodedata.category(letter) == "Lo"
