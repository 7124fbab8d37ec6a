"""Compose letters and accents that a PDF draws one over the other; simplify special signs."""

import re
import unicodedata
from string import ascii_lowercase

_BEFORE_LETTER = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304",
    "˘": "\u0306", "˙": "\u0307", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c",
}  # fmt: skip
"""The accents that come before their letter, and the characters that combine with it."""
_AFTER_LETTER = {"¸": "\u0327", "˛": "\u0328"}
ACCENTS = "".join([*_BEFORE_LETTER, *_AFTER_LETTER])
"""The accents that can be characters of their own."""
_DOTLESS = {"ı": "i", "ȷ": "j"}
_LIGATURES = {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_SMALL_CAPITALS = {chr(0xF700 + ord(letter)): letter for letter in ascii_lowercase}
"""The letters that old fonts of Adobe have for private use."""
SUPERSCRIPTS = {character: str(digit) for digit, character in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
"""The raised digits that are characters of their own, and their digits."""
_HYPHENS = {"\u2010": "-", "\u2011": "-", "\u200b": ""}
"""Hyphens that only say whether a line can end there, and the invisible space for that."""
_PLAIN = _LIGATURES | _SMALL_CAPITALS | _HYPHENS
_MATHEMATICAL = "\U0001d400-\U0001d7ff"
"""The letters and digits of formulas, in italics and other styles."""
_ACCENTS = "".join(_BEFORE_LETTER).replace("`", "")
_SPECIAL = re.compile(f"[`{_MATHEMATICAL}{_ACCENTS}{''.join([*_AFTER_LETTER, *_PLAIN])}]")
_UNIT = re.compile(
    rf"[{_ACCENTS}][A-Za-zıȷ]|(?<=[^\W\d_])`[aeiou]|`[AEIOU](?=[^\W\d_])"
    rf"|[ıȷ][{ACCENTS}]|[A-Za-z][{''.join(_AFTER_LETTER)}]|.",
    re.DOTALL,
)
"""A letter with its accent, or one character."""
_AFTER_IN_WORD = re.compile(
    r"(?<=[^\W\d_])[´`¨ˆ˜˚˝ˇ](?:(?<=[^\W\d_]{2}.)(?!\d)|(?=[^\W\d_]{2}))", re.DOTALL
)
"""An accent that comes after its letter, in a word; other ones are signs of formulas."""

Spans = tuple[tuple[int, int], ...]


def composed(text: str, spans: Spans = ()) -> tuple[str, Spans]:
    """Return a text with composed letters and plain signs, and its spans moved with it.

    An accent that forms no single character of Unicode with its letter stays as it is.
    """
    if _SPECIAL.search(text) is None:
        return text, spans
    result = ""
    moved: list[int] = []
    for match in _UNIT.finditer(text):
        moved += [len(result)] * len(match[0])
        piece = _composed_unit(match[0])
        # The fonts of some publishers have the accent after its letter.
        if piece[:1] in _BEFORE_LETTER and _AFTER_IN_WORD.match(text, match.start()):
            before = accented(result[-1], piece[0])
            if before:
                result, piece = result[:-1] + before, piece[1:]
        result += piece
    moved.append(len(result))
    return result, tuple((moved[start], moved[end]) for start, end in spans)


def accented(letter: str, accent: str) -> str:
    """Return the character that a letter and an accent form, or an empty text."""
    mark = _BEFORE_LETTER.get(accent) or _AFTER_LETTER[accent]
    character = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
    return character if len(character) == 1 else ""


def _composed_unit(unit: str) -> str:
    if len(unit) == 1:
        if unit > "\uffff":
            return unicodedata.normalize("NFKC", unit)
        return _PLAIN.get(unit, unit)
    if unit[1] in ACCENTS:
        return accented(unit[0], unit[1]) or unit
    return accented(unit[1], unit[0]) or unit
