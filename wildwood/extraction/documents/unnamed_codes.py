"""Name the letters of old fonts of TeX, whose codes some PDFs give as if they were Latin-1."""

import re
from collections.abc import Iterable, Mapping

from wildwood.extraction.extracted import Line

_T1 = (
    "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńň\xadőŕřśšşťţűůÿźžżĳ¡¿£"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)
"""The characters of the codes from 0x80 on.

Source: Ferguson, Report on multilingual activities, TUGboat 11(4), 1990.
"""
_T2A = {0x9C: "Ё", 0xBC: "ё", 0xBD: "№", 0xBE: "«", 0xBF: "»"}
"""The signs for Russian; its letters have the codes of Windows.

Source: Berdnikov et al., Encodings and Russian hyphenation, TUGboat 19(4), 1998.
"""
_TABLES: Mapping[re.Pattern[str], Mapping[int, str]] = {
    re.compile("[À-ÿ]{5}"): {n: bytes([n]).decode("cp1251") for n in range(0xC0, 0x100)} | _T2A,
    re.compile(r"(?<=[a-zà-þ])[¢-§©-ª¬®°-³µ¶¹º÷ÿ](?=[a-zà-þ]{2})"): dict(enumerate(_T1, 0x80)),
}
"""The characters of codes, by what shows that a text has them: a word or the inside of one."""
_SHARE = 0.03
"""The least share of lines that show it."""


def table(lines: Iterable[Line]) -> Mapping[int, int]:
    """Return the characters that a document has in place of others; empty if it has none."""
    texts = [line.text for line in lines]
    for shown, characters in _TABLES.items():
        if sum(shown.search(text) is not None for text in texts) > _SHARE * len(texts):
            return {code: ord(character) for code, character in characters.items()}
    return {}
