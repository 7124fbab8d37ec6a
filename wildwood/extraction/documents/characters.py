"""The characters of a page and their measures, from PDFium."""

import ctypes
import math
from array import array

import pypdfium2
from pypdfium2 import raw

_MAX_PAGE_CHARACTERS = 20_000_000
_FONT_NAME_BYTES = 128
_MIN_SIZE = 2.0
"""The least font size of a text that can be read, in points."""
_HEIGHTS = {
    **dict.fromkeys("ABDEFHIKLMNPRTUVWXYZbdfhkl", 0.69),
    **dict.fromkeys("acemnorsuvwxz", 0.44),
    **dict.fromkeys("0123456789", 0.66),
}
"""About how high letters and digits are, in font sizes."""
HYPHEN = 0xFFFE
"""What PDFium returns for a hyphen and line break at the end of a line."""
_CODES = {0x2: HYPHEN}
"""The code of a hyphen at the end of a line that is another one in the text."""
_SIDEWAYS = (90, 270)
_STEPS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5)


class Characters:
    """The text of a page, and the measures of the character at each index of the text.

    Measures are those of the page as it is shown, which can be turned.
    """

    def __init__(self, page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage) -> None:
        self._page = textpage
        self._rotation: int = page.get_rotation()
        """Degrees, clockwise."""
        self._width, self._height = page.get_size()
        self._numbers = [ctypes.c_double() for _ in range(4)]
        self._references = [ctypes.byref(number) for number in self._numbers]
        self._matrix = raw.FS_MATRIX()
        self._name = ctypes.create_string_buffer(_FONT_NAME_BYTES)
        self._flags = ctypes.byref(ctypes.c_int())
        self._is_complete = False
        """Whether the text has all characters of the page, so that the indexes are equal."""
        self._indexes = array("l")
        """PDFium's indexes of the characters in a text that it does not count right."""

    def units(self) -> "array[int]":
        """Return the text in UTF-16 code units, in which PDFium counts."""
        characters = min(raw.FPDFText_CountChars(self._page), _MAX_PAGE_CHARACTERS)
        if characters <= 0:
            return array("H")
        buffer = (ctypes.c_ushort * (characters + 1))()
        written = raw.FPDFText_GetText(self._page, 0, characters, buffer)
        self._is_complete = written - 1 == characters
        if not self._is_complete and self._index(max(written - 2, 0)) != characters - 1:
            return self._single_units(characters)
        return array("H", bytes(buffer)[: 2 * max(written - 1, 0)])

    def _single_units(self, characters: int) -> "array[int]":
        """Return the text read character by character.

        PDFium leaves out letters outside Unicode's first plane, and counts them nevertheless.
        """
        units = array("H")
        for index in range(characters):
            code = raw.FPDFText_GetUnicode(self._page, index)
            own = array("H", chr(_CODES.get(code, code)).encode("utf-16-le", "surrogatepass"))
            units += own
            self._indexes.extend([index] * len(own))
        return units

    def sides(self, place: int) -> tuple[float, float]:
        """Return the left and the right edge of a character, in points."""
        if self._rotation:
            left, _, right, _ = self._box(self._index(place))
            return left, right
        raw.FPDFText_GetCharBox(self._page, self._index(place), *self._references)
        return self._numbers[0].value, self._numbers[1].value

    def baseline(self, place: int) -> float:
        """Return the height of the baseline on which a character stands, in points."""
        raw.FPDFText_GetCharOrigin(self._page, self._index(place), *self._references[:2])
        if self._rotation:
            return self._shown(self._numbers[0].value, self._numbers[1].value)[1]
        return self._numbers[1].value

    def size(self, place: int) -> float:
        """Return the font size of a character; 0 if it is rotated to the side.

        The size can be in the font or in the matrix.
        """
        index = self._index(place)
        scale = 1.0
        matrix = self._matrix
        if raw.FPDFText_GetMatrix(self._page, index, matrix):
            if (abs(matrix.a) < abs(matrix.b)) != (self._rotation in _SIDEWAYS):
                return 0.0
            scale = math.hypot(matrix.c, matrix.d)
        size: float = raw.FPDFText_GetFontSize(self._page, index)
        if size * scale < _MIN_SIZE:
            return self._drawn_size(place)
        return round(size * scale, 1)

    def _drawn_size(self, place: int) -> float:
        """Return the font size that the height of a letter, or of one near it, shows.

        Fonts of pictures can have any size.
        """
        for near in [place + step for step in _STEPS if place + step >= 0]:
            index = self._index(near)
            share = _HEIGHTS.get(chr(raw.FPDFText_GetUnicode(self._page, index)))
            if share:
                return round((self._box(index)[3] - self.baseline(near)) / share)
        return 0.0

    def _box(self, index: int) -> tuple[float, float, float, float]:
        """Return the left, lower, right and upper edge of a character."""
        raw.FPDFText_GetCharBox(self._page, index, *self._references)
        left, right, bottom, top = (number.value for number in self._numbers)
        (x, y), (x2, y2) = self._shown(left, bottom), self._shown(right, top)
        return min(x, x2), min(y, y2), max(x, x2), max(y, y2)

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the page is shown."""
        match self._rotation:
            case 90:
                return y, self._height - x
            case 180:
                return self._width - x, self._height - y
            case 270:
                return self._width - y, x
        return x, y

    def font(self, place: int) -> str:
        """Return the name of the font of a character."""
        index = self._index(place)
        raw.FPDFText_GetFontInfo(self._page, index, self._name, _FONT_NAME_BYTES, self._flags)
        return self._name.value.decode("ascii", "replace")

    def _index(self, place: int) -> int:
        """Return PDFium's index of the character at an index of the text."""
        if self._is_complete:
            return place
        if self._indexes:
            return self._indexes[place] if place < len(self._indexes) else -1
        index: int = raw.FPDFText_GetCharIndexFromTextIndex(self._page, place)
        return index
