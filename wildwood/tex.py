"""TeX's commands for accents and for letters outside ASCII (The TeXbook, chapter 9)."""

import unicodedata

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
LETTERS = {
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ",
    "OE": "Œ", "aa": "å", "AA": "Å", "i": "i", "j": "j", "dj": "đ", "DJ": "Đ", "th": "þ",
    "TH": "Þ", "dh": "ð", "DH": "Ð",
}  # fmt: skip
"""Letters by their commands; `i` and `j` are those that an accent is put on."""


def accented(letter: str, accent: str) -> str:
    """Return a letter with an accent, which its command names, such as `"` or `c`."""
    return unicodedata.normalize("NFC", letter + _ACCENTS[accent])
