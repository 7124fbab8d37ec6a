"""Name the letters of old fonts of TeX, whose codes some PDFs give as if they were Latin-1."""

import re
from collections.abc import Iterable, Mapping

from wildwood.extraction.extracted import Line

_T1_LETTERS = (
    "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńň\xadőŕřśšşťţűůÿźžżĳ¡¿£"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)
T1 = dict(enumerate("ﬀﬁﬂﬃﬄ", 0x1B)) | {0x15: "–"} | dict(enumerate(_T1_LETTERS, 0x80))
"""The characters of the encoding T1 that differ from ASCII.

Source: Ferguson, Report on multilingual activities, TUGboat 11(4), 1990.
"""
_T2A = {0x9C: "Ё", 0xBC: "ё", 0xBD: "№", 0xBE: "«", 0xBF: "»"}
"""The signs for Russian; its letters have the codes of Windows.

Source: Berdnikov et al., Encodings and Russian hyphenation, TUGboat 19(4), 1998.
"""
_CYRILLIC = dict(enumerate(bytes(range(0xC0, 0x100)).decode("cp1251"), 0xC0)) | _T2A
_CYRILLIC_WORD, _LATIN_WORD = re.compile("[À-ÖØ-öø-ÿ]{5}"), re.compile("[A-Za-z]{5}")
_SIGNED_WORD = re.compile(r"\w*[a-zà-þ][¢-§©ª®°-³µ¶¹º](?=[a-zà-þ]{2})\w*")
"""A word that codes of T1 in the place of letters are in."""
_MIN_WORDS, _SHARE = 3, 0.03
"""The least different words of this kind, and the least share of lines that have one."""


def table(lines: Iterable[Line]) -> Mapping[int, int]:
    """Return the characters that a document has in place of others; empty if it has none."""
    texts = [line.text for line in lines]
    signed = [found[0] for text in texts if (found := _SIGNED_WORD.search(text))]
    if _count(_CYRILLIC_WORD, texts) > _count(_LATIN_WORD, texts):
        meant = _CYRILLIC
    elif len(signed) > _SHARE * len(texts) and len(set(signed)) >= _MIN_WORDS:
        meant = dict(enumerate(_T1_LETTERS, 0x80))
    else:
        return {}
    return {code: ord(character) for code, character in meant.items()}


def _count(word: re.Pattern[str], texts: Iterable[str]) -> int:
    return sum(len(word.findall(text)) for text in texts)
