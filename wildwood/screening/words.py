"""The words of a text, the English dictionary, and words that own papers or the user know."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from wildwood.biblio.field_texts import unescape
from wildwood.kernel.text import read_tex_letters

_MAX_CHARACTERS = 8000  # characters that are read of a text; markup can be much longer than it
MAX_CHARACTERS = 200  # characters tested; more do not make verdicts more accurate
_LONGEST_START = 80  # characters before a sign that can be a part of what is removed

_SIGNS = ("&", "<", "\\", "$", "{", "://", "www.", "WWW.", "10.")
"""Signs of what is removed; a search for each is faster than one for all."""
_FORMULA = re.compile(
    r"<((?:\w+:)?(?:math|tex-math|inline-formula|disp-formula))\b.*?(?:</\1\s*>|$)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(
    r"</?(?:[abipqsu]|bold|br|div|em|font|h[1-6]|inf|italic|li|ol|roman|sc|scp|small|span|strong"
    r"|su[bp]|ul|underline|(?:jats|mml|xhtml):[\w-]+)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)  # tags that occur in titles; other words in angle brackets are words
_ADDRESS = re.compile(
    r"\b(?:https?|ftp)://\S+|\bwww\.\S+|\bdoi:\s*10\.\S+|\b10\.\d{4,9}/\S+", re.IGNORECASE
)
_TEX_FORMULA = re.compile(r"\$\$?[^$\s]{1,400}\$\$?|\\\(.{1,400}?\\\)|\\\[.{1,400}?\\\]", re.DOTALL)
_TEX_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|.)")
_WITHOUT_BRACES = str.maketrans("", "", "{}")


def plain_text(text: str) -> str:
    """Return the start of a text without HTML (also escaped), formulas, addresses and TeX."""
    text = text[:_MAX_CHARACTERS]
    return _remove_markup(text) if any(map(text.__contains__, _SIGNS)) else text


def tested_text(text: str) -> str:
    """Return the first `MAX_CHARACTERS` of what `plain_text` returns."""
    beginning = text[: MAX_CHARACTERS + _LONGEST_START]
    has_signs = any(map(beginning.__contains__, _SIGNS))
    return (plain_text(text) if has_signs else beginning)[:MAX_CHARACTERS]


def _remove_markup(text: str) -> str:
    text = unescape(text)
    if "<" in text:
        text = _TAG.sub(" ", _FORMULA.sub(" ", text))
    if "\\" in text or "$" in text:
        text = _TEX_COMMAND.sub(" ", _TEX_FORMULA.sub(" ", read_tex_letters(text)))
    return _ADDRESS.sub(" ", text.translate(_WITHOUT_BRACES))  # braces protect capitals in BibTeX


_WORD = re.compile(r"[^\W\d_]{2,}|[\u05d0-\u10ff\u1100-\u1cff\u3040-\U0003ffff]")
"""Letters; a single one of an alphabet with upper and lower case is no word."""
_ASCII_WORD = re.compile("[A-Za-z]{2,}")
_LETTER = re.compile(r"[^\W\x00-\x7f]|[\u0300-\u036f]")  # one that is not ASCII, or a diacritic
_DIACRITICS = re.compile("[\u0300-\u036f]+")
_MAX_SYMBOL_LENGTH = 2
_LETTERS = str.maketrans(
    {
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
        "\u0131": "i", "ħ": "h", "Ħ": "H", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss",
        "ẞ": "Ss", "þ": "th", "Þ": "Th", "ŋ": "ng", "Ŋ": "Ng",
    }
)  # fmt: skip  # Latin letters that Unicode does not decompose


def fold(text: str) -> str:
    """Return a text in lower case, without ligatures (NFKD) and Latin diacritics."""
    return _remove_diacritics(text).lower()


def written_words(text: str) -> list[str]:
    """Return the runs of letters without diacritics, and single ideographs."""
    folded = _remove_diacritics(text)
    return (_WORD if _has_other_letters(folded) else _ASCII_WORD).findall(folded)


def words(text: str) -> list[str]:
    """Return the folded words of a text, without markup and single letters except ideographs."""
    return [word.lower() for word in written_words(plain_text(text))]


def are_symbols(tokens: Sequence[str]) -> bool:
    """Check that all words are as short as names in formulas; true for no words."""
    return all(len(token) <= _MAX_SYMBOL_LENGTH and token.isascii() for token in tokens)


def _remove_diacritics(text: str) -> str:
    if not _has_other_letters(text):
        return text
    return _DIACRITICS.sub("", unicodedata.normalize("NFKD", text.translate(_LETTERS)))


def _has_other_letters(text: str) -> bool:
    return not text.isascii() and _LETTER.search(text) is not None


_LISTS = Path(__file__).with_name("words.txt")  # written by `python -m tests.support.words`


class WordLists(NamedTuple):
    edition: str  # the packages and versions that the lists are from
    standard: frozenset[str]  # the words of English, folded
    english: frozenset[str]  # function words that at most one other language has
    foreign: frozenset[str]  # short function words of other languages that are rare in English
    foreign_stop_words: frozenset[str]  # stop words of other languages that English does not have


@cache
def word_lists() -> WordLists:
    edition, *lists = _LISTS.read_text(encoding="utf-8").split("\n\n")
    return WordLists(edition, *(frozenset(words.split()) for words in lists))


STRICT = 0.07  # largest share of unknown words of a text that the dictionary takes for English
STRICT_WORDS = 15  # words from which a text can pass that test with an unknown one


def passes_strict_test(unknown: int, counted: int, words: int) -> bool:
    """Check that a text of so many words is long enough, and has few unknown of those counted."""
    # 0.07 * 100 is above 7.
    return words >= STRICT_WORDS and counted > 0 and unknown / counted < STRICT


ENTRIES = 10  # own records that must have a word for it to be as known as the dictionary's
LEAST_CONFIDENCE = 0.97  # smaller ones are doubtful: 6 % of the verdicts, most of the wrong ones
ENOUGH = 0.405  # probability 0.6 in log-odds; wrong texts cost more than lost ones

ALLOWED, DENIED = 1, 2  # what the user says of a word or a phrase; the greater one counts
