"""The words of a text, as the dictionary test sees them."""

import re
import unicodedata

_MARKUP = re.compile(r"</?(?:[biu]|em|strong|sub|sup|span|jats:\w+|mml:\w+)\b[^<>]*>|\\[a-zA-Z]+")
"""Tags and TeX commands, as titles have them."""

_WORD = re.compile(r"[^\W\d_]+")
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
    return [word for word in _WORD.findall(fold(text)) if len(word) > 1 or _is_ideograph(word)]


def are_symbols(found: list[str]) -> bool:
    """Whether all words are as short as the names in a formula, or there is none."""
    return all(len(word) <= _LONGEST_SYMBOL and word.isascii() for word in found)


def is_of_another_script(found: list[str]) -> bool:
    """Whether most letters of the words stand in words without a Latin letter."""
    foreign = sum(len(word) for word in found if not word.isascii() and not _LATIN.search(word))
    return 2 * foreign > sum(map(len, found)) if foreign else False


def _is_ideograph(letter: str) -> bool:
    return unicodedata.category(letter) == "Lo"
