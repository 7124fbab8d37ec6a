"""Name ligatures that PDFium returns as if they were hyphens at the end of a line."""

from collections.abc import MutableSequence

from wildwood.extraction.documents.characters import HYPHEN, Characters

_FFI, _FFL = ord("ﬃ"), ord("ﬄ")
_VOWELS = frozenset(map(ord, "aeiou"))
_MIN_WIDTH = 0.72
"""The least width of a ligature of three letters, in font sizes; a minus is narrower."""
_SAME_HEIGHT = 0.1
"""How much the baselines of letters of one line differ at most, in font sizes."""


def name_ligatures(units: MutableSequence[int], characters: Characters) -> None:
    """Replace what is too wide for a hyphen, and inside a word, by the ligature that it is.

    PDFium returns the code of a hyphen for a letter without a name, as some programs write those
    of TeX's fonts. No vowel follows on *ffi* in English, as in *efficient*, and one does on *ffl*.

    Args:
        units: the text of a page in UTF-16 code units; it is changed.
        characters: the measures of the same text.
    """
    if HYPHEN not in units:
        return
    for place in range(1, len(units) - 1):
        if units[place] == HYPHEN and _is_in_word(units, place, characters):
            units[place] = _FFL if units[place + 1] in _VOWELS else _FFI


def _is_in_word(units: MutableSequence[int], place: int, characters: Characters) -> bool:
    before, after = chr(units[place - 1]), chr(units[place + 1])
    if not before.isalpha() or not (after.isalpha() or after == "-"):
        return False
    left, right = characters.sides(place)
    size = characters.size(place)
    rise = abs(characters.baseline(place + 1) - characters.baseline(place))
    is_beside = characters.sides(place + 1)[0] > left and rise < _SAME_HEIGHT * size
    return is_beside and right - left > _MIN_WIDTH * size
