"""Read the characters of a page and their measures with PDFium, and repair wrong codes."""

import ctypes
import math
import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Mapping, MutableSequence
from contextlib import suppress
from itertools import pairwise
from string import ascii_letters, ascii_lowercase, digits

import pypdfium2
from pypdfium2 import raw

from wildwood.extraction.data import Line, Matrix, Sides, moved

_MAX_PAGE_CHARACTERS = 20_000_000
_FONT_NAME_BYTES = 128
_MIN_SIZE = 3.0  # least font size of a text that can be read, in points
_HEIGHTS = {
    **dict.fromkeys("ABDEFHIKLMNPRTUVWXYZbdfhkl", 0.69),
    **dict.fromkeys("acemnorsuvwxz", 0.44),
    **dict.fromkeys("0123456789", 0.66),
}  # heights of letters and digits, in font sizes
HYPHEN = 0xFFFE  # PDFium's code for a hyphen and line break
_SINGLE_HYPHEN = 0x2  # its code if it is read by character
_SIDEWAYS = (90, 270)
_STEPS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5)

# PDFium's functions without the check of arguments, which takes longer than to call them.
C_INT, _NUMBER = ctypes.CFUNCTYPE(ctypes.c_int), ctypes.CFUNCTYPE(ctypes.c_double)
_get_box = ctypes.cast(raw.FPDFText_GetCharBox, C_INT)
_get_origin = ctypes.cast(raw.FPDFText_GetCharOrigin, C_INT)
_get_matrix = ctypes.cast(raw.FPDFText_GetMatrix, C_INT)
_get_size = ctypes.cast(raw.FPDFText_GetFontSize, _NUMBER)


class Characters:
    """The text of a page and the measures of its characters, after rotation of the page."""

    def __init__(self, page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage) -> None:
        self._textpage = textpage
        self._page = ctypes.cast(textpage.raw, ctypes.c_void_p)
        self._rotation: int = page.get_rotation()  # degrees, clockwise
        width, height = page.get_size()
        turns: dict[int, Matrix] = {
            90: (0, -1, 1, 0, 0, height), 180: (-1, 0, 0, -1, width, height),
            270: (0, 1, -1, 0, width, 0),
        }  # fmt: skip
        self.turns = (turns[self._rotation],) if self._rotation else ()
        self._numbers = (ctypes.c_double * 4)()
        numbers = (ctypes.c_double.from_buffer(self._numbers, 8 * place) for place in range(4))
        self._references = [ctypes.byref(number) for number in numbers]
        self._matrix = raw.FS_MATRIX()
        self._matrix_reference = ctypes.byref(self._matrix)
        self._name = ctypes.create_string_buffer(_FONT_NAME_BYTES)
        self._flags = ctypes.byref(ctypes.c_int())
        self._is_complete = False  # whether PDFium's indexes are those of the text
        self._indexes = array("l")  # PDFium's, in a text that it does not count right

    def units(self) -> "array[int]":
        """The text in UTF-16 code units, which PDFium counts."""
        characters = min(raw.FPDFText_CountChars(self._textpage), _MAX_PAGE_CHARACTERS)
        if characters <= 0:
            return array("H")
        buffer = (ctypes.c_ushort * (characters + 1))()
        written = raw.FPDFText_GetText(self._textpage, 0, characters, buffer)
        self._is_complete = written - 1 == characters
        if not self._is_complete and self._index(max(written - 2, 0)) != characters - 1:
            return self._single_units(characters)
        return array("H", bytes(buffer)[: 2 * max(written - 1, 0)])

    def _single_units(self, characters: int) -> "array[int]":
        """Read single characters: PDFium omits those outside the first plane, but counts them."""
        units = array("H")
        for index in range(characters):
            code = raw.FPDFText_GetUnicode(self._textpage, index)
            letter = chr(HYPHEN if code == _SINGLE_HYPHEN else code)
            own = array("H", letter.encode("utf-16-le", "surrogatepass"))
            units += own
            self._indexes.extend([index] * len(own))
        return units

    def sides(self, place: int) -> tuple[float, float]:
        """Return the left and right edge of a character, in points."""
        left, _, right, _ = self.box(place)
        return left, right

    def origin(self, place: int) -> tuple[float, float]:
        """Return where a character begins on its baseline, in points."""
        index = place if self._is_complete else self._index(place)
        _get_origin(self._page, index, *self._references[:2])
        x, y = self._numbers[:2]
        return moved((x, y, x, y), self.turns)[:2] if self.turns else (x, y)

    def baseline(self, place: int) -> float:
        return self.origin(place)[1]

    def size(self, place: int) -> float:
        """Return the font size in points, with the matrix applied; 0 for rotated text."""
        index = place if self._is_complete else self._index(place)
        scale, matrix = 1.0, self._matrix
        if _get_matrix(self._page, index, self._matrix_reference):
            if (abs(matrix.a) < abs(matrix.b)) != (self._rotation in _SIDEWAYS):
                return 0.0
            scale = math.hypot(matrix.c, matrix.d)
        size: float = _get_size(self._page, index)
        if size * scale < _MIN_SIZE:
            return self._drawn_size(place)
        return round(size * scale, 1)

    def _drawn_size(self, place: int) -> float:
        """Estimate the size from a letter nearby, as Type 3 fonts can state any size."""
        for near in [place + step for step in _STEPS if place + step >= 0]:
            letter = chr(raw.FPDFText_GetUnicode(self._textpage, self._index(near)))
            if share := _HEIGHTS.get(letter):
                return round((self.box(near)[3] - self.baseline(near)) / share)
        return 0.0

    def box(self, place: int) -> Sides:
        """Return the left, lower, right and upper edge of a character, in points."""
        index = place if self._is_complete else self._index(place)
        _get_box(self._page, index, *self._references)
        left, right, bottom, top = self._numbers[:]
        sides = left, bottom, right, top
        return moved(sides, self.turns) if self.turns else sides

    def distance(self, place: int, after: int) -> float:
        """Return the space between two characters, without what is beside their ink, in points."""
        cells = (raw.FS_RECTF(), raw.FS_RECTF())
        for n, cell in zip((place, after), cells, strict=True):
            raw.FPDFText_GetLooseCharBox(self._textpage, self._index(n), cell)
        return float(cells[1].left - cells[0].right)

    def is_drawn(self, space: int) -> bool:
        """Return whether a space is a character of the page, not only seen by PDFium."""
        return not raw.FPDFText_IsGenerated(self._textpage, self._index(space))

    def font(self, place: int) -> str:
        index = self._index(place)
        raw.FPDFText_GetFontInfo(self._textpage, index, self._name, _FONT_NAME_BYTES, self._flags)
        return self._name.value.decode("ascii", "replace")

    def _index(self, place: int) -> int:
        """Return PDFium's index of a character."""
        if self._is_complete:
            return place
        if self._indexes:
            return self._indexes[place] if place < len(self._indexes) else -1
        index: int = raw.FPDFText_GetCharIndexFromTextIndex(self._textpage, place)
        return index


_BEFORE_LETTER = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304",
    "˘": "\u0306", "˙": "\u0307", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c",
}  # fmt: skip
"""The accents that come before their letter, and the characters that combine with it."""
_AFTER_LETTER = {"¸": "\u0327", "˛": "\u0328"}
ACCENTS = "".join([*_BEFORE_LETTER, *_AFTER_LETTER])  # those that can be characters of their own
_DOTLESS = {"ı": "i", "ȷ": "j"}
_LIGATURES = {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_SMALL_CAPITALS = {chr(0xF700 + ord(letter)): letter for letter in ascii_lowercase}
SUPERSCRIPTS = {character: str(digit) for digit, character in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_HYPHENS = {"\u2010": "-", "\u2011": "-", "\u200b": ""}  # optional breaks
_WIDE = {chr(0xFEE0 + ord(sign)): sign for sign in f"[]{ascii_letters}{digits}"}
_PLAIN = _LIGATURES | _SMALL_CAPITALS | _HYPHENS | _WIDE | dict.fromkeys("⁎＊﹡", "*")
_MATHEMATICAL = "\U0001d400-\U0001d7ff"  # letters and digits of formulas
_SPACING_ACCENTS = "".join(_BEFORE_LETTER).replace("`", "")
_SPECIAL = re.compile(f"[`{_MATHEMATICAL}{_SPACING_ACCENTS}{''.join([*_AFTER_LETTER, *_PLAIN])}]")
_UNIT = re.compile(
    rf"[{_SPACING_ACCENTS}][A-Za-zıȷ]|(?<=[^\W\d_])`[aeiou]|`[AEIOU](?=[^\W\d_])"
    rf"|[ıȷ][{ACCENTS}]|[A-Za-z][{''.join(_AFTER_LETTER)}]|.",
    re.DOTALL,
)  # a letter with its accent, or one character
_AFTER_IN_WORD = re.compile(
    r"(?<=[^\W\d_])[´`¨ˆ˜˚˝ˇ](?:(?<=[^\W\d_]{2}.)(?!\d)|(?=[^\W\d_]{2}))", re.DOTALL
)  # an accent after its letter; others are signs of formulas

Spans = tuple[tuple[int, int], ...]


def compose_letters(text: str, spans: Spans = ()) -> tuple[str, Spans]:
    """Compose letters with accents where Unicode has a single character, and move the spans."""
    if _SPECIAL.search(text) is None:
        return text, spans
    result = ""
    moved: list[int] = []
    for match in _UNIT.finditer(text):
        moved += [len(result)] * len(match[0])
        piece = _composed_unit(match[0])
        # The fonts of some publishers have the accent after its letter.
        is_behind = piece[:1] in _BEFORE_LETTER and _AFTER_IN_WORD.match(text, match.start())
        if is_behind and (before := compose_accented(result[-1], piece[0])):
            result, piece = result[:-1] + before, piece[1:]
        result += piece
    moved.append(len(result))
    return result, tuple((moved[start], moved[end]) for start, end in spans)


def compose_accented(letter: str, accent: str) -> str:
    """Return the composed character, or an empty text."""
    mark = _BEFORE_LETTER.get(accent) or _AFTER_LETTER[accent]
    character = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
    return character if len(character) == 1 else ""


def _composed_unit(unit: str) -> str:
    if len(unit) == 1:
        return unicodedata.normalize("NFKC", unit) if unit > "\uffff" else _PLAIN.get(unit, unit)
    accented = compose_accented(*unit) if unit[1] in ACCENTS else compose_accented(*unit[::-1])
    return accented or unit


_T1_LETTERS = (
    "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńň\xadőŕřśšşťţűůÿźžżĳ¡¿£"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)
T1 = dict(enumerate("ﬀﬁﬂﬃﬄ", 0x1B)) | {0x15: "–"} | dict(enumerate(_T1_LETTERS, 0x80))
"""The characters of T1 besides ASCII. Source: Ferguson, TUGboat 11(4), 1990."""
_T2A = {0x9C: "Ё", 0xBC: "ё", 0xBD: "№", 0xBE: "«", 0xBF: "»"}
"""The Russian signs; letters are as in Windows. Source: Berdnikov et al., TUGboat 19(4), 1998."""
_CYRILLIC = dict(enumerate(bytes(range(0xC0, 0x100)).decode("cp1251"), 0xC0)) | _T2A
_CYRILLIC_WORD, _LATIN_WORD = re.compile("[À-ÖØ-öø-ÿ]{5}"), re.compile("[A-Za-z]{5}")
_SIGNED_WORD = re.compile(r"(?<!\w)\w*[a-zà-þ][¢-§©ª®°-³µ¶¹º](?=[a-zà-þ]{2})\w*")
"""A word with codes of T1 in the place of letters."""
_MIN_WORDS, _SHARE = 3, 0.03  # least such words, and least share of lines with one
_SIGNS = bytes(range(0x80, 0x100))
_SCIENTIFIC = _SIGNS.decode("cp1252", "replace").translate(str.maketrans("…‡¢¤", "ﬁﬂﬃﬀ"))
"""The characters of Scientific Word: those of Windows with ligatures for four signs."""
_CODINGS = {"mac_roman": re.compile("[a-z]Ö[a-z]"), "cp1252": re.compile("[a-z]…[a-z]")}
"""By which PDFs name these codes, and the ligature of *find* inside a word."""


def unnamed_codes(lines: Iterable[Line]) -> Mapping[int, int]:
    """Return the characters that a document uses in place of others."""
    texts = [line.text for line in lines]
    searched = map(_SIGNED_WORD.search, (text for text in texts if not text.isascii()))
    signed = [match[0] for match in filter(None, searched)]
    codings = (name for name, inside in _CODINGS.items() if _count(inside, texts) >= _MIN_WORDS)
    coding = next(codings, "") if len(set(signed)) >= _MIN_WORDS else ""
    if _count(_CYRILLIC_WORD, texts) > _count(_LATIN_WORD, texts):
        meant = _CYRILLIC
    elif coding:
        signs = zip(_SIGNS.decode(coding, "replace"), _SCIENTIFIC, strict=True)
        meant = {ord(own): sign for own, sign in signs if own.isalpha() or sign in _LIGATURES}
    elif len(signed) > _SHARE * len(texts) and len(set(signed)) >= _MIN_WORDS:
        meant = dict(enumerate(_T1_LETTERS, 0x80))
    else:
        return {}
    return {code: ord(character) for code, character in meant.items()}


def _count(word: re.Pattern[str], texts: Iterable[str]) -> int:
    return sum(len(word.findall(text)) for text in texts)


_DRAWN = {"€": "¨"}  # as some typesetters' fonts name it
_ACCENT_POINTS = frozenset(map(ord, ACCENTS + "".join(_DRAWN)))
_SPACE = ord(" ")
_FL = 0x0D  # also ends lines, and is a circle around the c of a copyright
_FFL_CODE = 0x0F  # also that of an epsilon, whose name PDFium does not know
_OT1 = {
    0x0B: ord("ﬀ"), 0x0C: ord("ﬁ"), _FL: ord("ﬂ"), 0x0E: ord("ﬃ"), _FFL_CODE: ord("ﬄ"),
    0x13: ord("´"), 0x7F: ord("¨"), ord("↵"): ord("ﬀ"),
}  # fmt: skip
"""Without the accents that share their codes with large brackets."""
_TEX_CODES = _OT1 | {code: ord(sign) for code, sign in T1.items() if code < _SPACE}
_QUOTED = re.compile(
    r"(?:(?<=[\s(])|^)\x10(?=[^\W\d_])(?=[^\x00-\x1f]*[^\W\d_]{4})[\w ,.:;!?'’-]+"
    r"\x11(?=[\s.,;:)]|$)"
)
"""A quotation in T1; formulas use the same codes for large brackets."""
_DOUBLED = {ord("✭"): ord("«"), ord("✮"): ord("»")}  # printed twice
_ACCENT_CODES = (_TEX_CODES.keys() - {_FL}) | {0x10} | _DOUBLED.keys()
_REACH = 250  # how many characters apart in the text an accent and its letter can be
_MAX_RISE = 0.5  # how much the baselines of an accent and its letter can differ, in font sizes
_MARGIN = 0.1  # share of a letter's width that the middle of its accent is not over
_MIN_SPACE = 0.15  # least gap between two words, in font sizes


def name_letters(units: MutableSequence[int], characters: Characters) -> None:
    """Replace codes, hyphens and lone accents by the letters that a reader sees."""
    name_bitmap_letters(units)
    name_tex_codes(units)
    name_ligatures(units, characters)
    if not _ACCENT_POINTS.isdisjoint(units):
        for place, unit in enumerate(units):
            if unit in _ACCENT_POINTS:
                _place_accent(units, place, characters)


_RETURN, _NEWLINE, _BACKSPACE, _C, _E = map(ord, "\r\n\bce")
_SHARE_OF_C = 0.005  # the least in texts of most languages


def name_bitmap_letters(units: MutableSequence[int]) -> None:
    """Replace returns, as old versions of Ghostscript return the `c` of TeX's bitmap fonts."""
    least = _SHARE_OF_C * len(units)
    drawn = units.count(_RETURN) - units.count(_NEWLINE)  # the others end lines
    if not least < drawn < units.count(_E) or units.count(_C) > least:
        return
    for place, pair in enumerate(pairwise([*units, 0])):
        if pair[0] == _BACKSPACE:
            units[place] = ord("@")
        elif pair[0] == _RETURN and pair[1] != _NEWLINE:
            units[place] = _C


def name_tex_codes(units: MutableSequence[int]) -> None:
    """Replace the codes of TeX's fonts, which some PDFs do not name, by ligatures and accents.

    Sources: Knuth, Computer Modern Typefaces, 1986 (OT1); Ferguson, TUGboat 11(4), 1990 (T1). Some
    programs name the first codes by the keys with these codes, and guillemets by stars.
    """
    if _ACCENT_CODES.isdisjoint(units):
        return
    for quoted in _QUOTED.finditer("".join(map(chr, units))):
        units[quoted.start()], units[quoted.end() - 1] = ord("“"), ord("”")
    for place, (unit, after) in enumerate(pairwise(units)):
        meant = _TEX_CODES.get(unit)
        is_inside = chr(after).isalpha() if unit != _FL else chr(after) in "aeiouyäöü"
        if unit == _FFL_CODE and not chr(units[place - 1]).isalpha():
            units[place] = ord("ϵ")
        elif meant and is_inside:
            units[place] = meant
        elif unit == after and unit in _DOUBLED:
            units[place], units[place + 1] = _DOUBLED[unit], 0


def _place_accent(units: MutableSequence[int], place: int, characters: Characters) -> None:
    """Compose a letter with the accent over it, which PDFium separates; it becomes a zero."""
    left, right = characters.sides(place)
    middle, baseline = (left + right) / 2, characters.baseline(place)
    rise = _MAX_RISE * characters.size(place)
    for near in _find_near(place, len(units)):
        letter = chr(units[near])
        if not letter.isalpha():
            continue
        left, right = characters.sides(near)
        margin = _MARGIN * (right - left)
        is_below = left + margin < middle < right - margin
        if is_below and abs(characters.baseline(near) - baseline) <= rise:
            accent = chr(units[place])
            if accented := compose_accented(letter, _DRAWN.get(accent, accent)):
                units[near] = ord(accented)
                units[place] = 0
                _close_up(units, place, characters)
            return


def _find_near(place: int, end: int) -> Iterator[int]:
    for distance in range(1, _REACH):
        if place + distance < end:
            yield place + distance
        if place >= distance:
            yield place - distance


def _close_up(units: MutableSequence[int], place: int, characters: Characters) -> None:
    """Remove the spaces beside a removed accent, but keep one between two words."""
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


_FF, _FFI, _FFL = map(ord, "ﬀﬃﬄ")
_VOWELS = frozenset(map(ord, "aeiou"))
_MIN_HEIGHT = 0.5  # least height of a ligature, in font sizes; hyphens and dashes are thin
_MIN_WIDTH = 0.7  # least width of a ligature, relative to its height
_SAME_HEIGHT = 0.1  # how much the baselines of letters of one line differ at most, in font sizes


def name_ligatures(units: MutableSequence[int], characters: Characters) -> None:
    """Replace tall hyphens in words: PDFium returns hyphens for ligatures without a name.

    In English, no vowel follows on *ffi*, as in *efficient*, and one does on *ffl*.
    """
    place = 0
    with suppress(ValueError):  # there is no further one
        while place := units.index(HYPHEN, place + 1, len(units) - 1):
            if _is_in_word(units, place, characters):
                left, bottom, right, top = characters.box(place)
                width, height = right - left, top - bottom
                is_tall = height > _MIN_HEIGHT * characters.size(place)
                if is_tall and width > height:  # of three letters
                    units[place] = _FFL if units[place + 1] in _VOWELS else _FFI
                elif is_tall and width > _MIN_WIDTH * height:
                    units[place] = _FF


def _is_in_word(units: MutableSequence[int], place: int, characters: Characters) -> bool:
    before, after = chr(units[place - 1]), chr(units[place + 1])
    is_last = before.islower() and after in "- .,;:"
    if not (is_last or (before.isalpha() and after.isalpha())):
        return False
    rise = abs(characters.baseline(place + 1) - characters.baseline(place))
    is_beside = characters.sides(place + 1)[0] > characters.sides(place)[0]
    return is_beside and rise < _SAME_HEIGHT * characters.size(place)
