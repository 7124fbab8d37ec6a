"""Put accents that a PDF draws apart onto the letters below them."""

import re
from collections.abc import Iterator, MutableSequence
from itertools import pairwise

from wildwood.extraction.documents import letters
from wildwood.extraction.documents.characters import Characters
from wildwood.extraction.documents.unnamed_codes import T1

_ACCENTS = frozenset(map(ord, letters.ACCENTS))
_SPACE = ord(" ")
_OT1 = {
    0x0B: ord("ﬀ"), 0x0C: ord("ﬁ"), 0x0E: ord("ﬃ"), 0x0F: ord("ﬄ"),
    0x13: ord("´"), 0x7F: ord("¨"), ord("↵"): ord("ﬀ"),
}  # fmt: skip
"""Without the accents whose codes large brackets have, too, more often."""
_TEX_CODES = _OT1 | {code: ord(sign) for code, sign in T1.items() if code < _SPACE}
_QUOTED = re.compile(
    r"(?:(?<=[\s(])|^)\x10(?=[^\W\d_])(?=[^\x00-\x1f]*[^\W\d_]{4})[\w ,.:;!?'’-]+"
    r"\x11(?=[\s.,;:)]|$)"
)
"""A quotation of words in T1; formulas have large brackets of these codes."""
_DOUBLED = {ord("✭"): ord("«"), ord("✮"): ord("»")}
"""Signs that are printed twice where the mark that is meant is printed once."""
_CODES = _TEX_CODES.keys() | {0x10} | _DOUBLED.keys()
_REACH = 250
"""How many characters apart in the text an accent and its letter can be."""
_MAX_RISE = 0.5
"""How much the baselines of an accent and its letter can differ, in font sizes."""
_MARGIN = 0.1
"""The share of a letter's width at each side that the middle of its accent is not over."""
_MIN_SPACE = 0.15
"""The least gap between two words, in font sizes."""


def name_tex_codes(units: MutableSequence[int]) -> None:
    """Replace the codes of TeX's fonts, which some PDFs do not name, by ligatures and accents.

    Sources: Knuth, Computer Modern Typefaces, 1986, encoding OT1; Ferguson, Report on multilingual
    activities, TUGboat 11(4), 1990, encoding T1. Some programs name the first of the codes by the
    sign of the key that it is the code of, and guillemets by stars.

    Args:
        units: the text of a page in UTF-16 code units; it is changed.
    """
    if _CODES.isdisjoint(units):
        return
    for quoted in _QUOTED.finditer("".join(map(chr, units))):
        units[quoted.start()], units[quoted.end() - 1] = ord("“"), ord("”")
    for place, (unit, after) in enumerate(pairwise(units)):
        meant = _TEX_CODES.get(unit)
        if meant and chr(after).isalpha():
            units[place] = meant
        elif unit == after and unit in _DOUBLED:
            units[place], units[place + 1] = _DOUBLED[unit], 0


def place_accents(units: MutableSequence[int], characters: Characters) -> None:
    """Replace letters that have an accent over them, and the accents by zeros, which are no text.

    PDFium can return an accent far from its letter, and a space beside it.

    Args:
        units: the text of a page in UTF-16 code units; it is changed.
        characters: the measures of the same text.
    """
    if _ACCENTS.isdisjoint(units):
        return
    for place, unit in enumerate(units):
        if unit in _ACCENTS:
            _place(units, place, characters)


def _place(units: MutableSequence[int], place: int, characters: Characters) -> None:
    left, right = characters.sides(place)
    middle, baseline = (left + right) / 2, characters.baseline(place)
    rise = _MAX_RISE * characters.size(place)
    for near in _near(place, len(units)):
        letter = chr(units[near])
        if not letter.isalpha():
            continue
        left, right = characters.sides(near)
        margin = _MARGIN * (right - left)
        is_below = left + margin < middle < right - margin
        if is_below and abs(characters.baseline(near) - baseline) <= rise:
            if accented := letters.accented(letter, chr(units[place])):
                units[near] = ord(accented)
                units[place] = 0
                _close_up(units, place, characters)
            return


def _near(place: int, end: int) -> Iterator[int]:
    """Yield the places around another one, the nearest first."""
    for distance in range(1, _REACH):
        if place + distance < end:
            yield place + distance
        if place >= distance:
            yield place - distance


def _close_up(units: MutableSequence[int], place: int, characters: Characters) -> None:
    """Remove the spaces that stand beside a removed accent; keep one between two words."""
    start, end = place, place + 1
    while start > 0 and units[start - 1] in (_SPACE, 0):
        start -= 1
    while end < len(units) and units[end] in (_SPACE, 0):
        end += 1
    spaces = [n for n in range(start, end) if units[n] == _SPACE]
    if not spaces or start == 0 or end == len(units):
        return
    gap = characters.sides(end)[0] - characters.sides(start - 1)[1]
    is_word = gap < 0 or gap > _MIN_SPACE * characters.size(start - 1)
    for number in spaces[1:] if is_word else spaces:
        units[number] = 0
