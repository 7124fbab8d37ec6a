"""Text without markup: what remains of a title or an abstract are its own words."""

import re
import unicodedata
from html import unescape

_MAX_CHARACTERS = 8000
"""Characters that are read of a text; markup can be much longer than the text in it."""

_SIGNS = ("&", "<", "\\", "$", "{", "@", "://", "www.", "WWW.", "10.")
"""What a text must contain to have anything removed; a search for each is faster than for all."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
_FORMULA = re.compile(
    r"<(?P<tag>(?:\w+:)?(?:math|tex-math|inline-formula|disp-formula))\b[^>]*>"
    r".*?(?:</(?P=tag)\s*>|$)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(
    r"</?(?:[abipqsu]|bold|br|div|em|font|h[1-6]|inf|italic|li|ol|roman|sc|scp|small|span|strong"
    r"|su[bp]|ul|underline|(?:jats|mml|xhtml):[\w-]+)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
"""Tags that occur in titles. Other words in angle brackets are words."""
_ADDRESS = re.compile(
    r"\b(?:https?|ftp)://\S+|\bwww\.\S+|\bdoi:\s*10\.\S+|\b10\.\d{4,9}/\S+"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]+",
    re.IGNORECASE,
)
_TEX_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_TEX_LETTERS = {
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ",
    "OE": "Œ", "aa": "å", "AA": "Å", "i": "i", "j": "j", "dj": "đ", "DJ": "Đ", "th": "þ",
    "TH": "Þ", "dh": "ð", "DH": "Ð",
}  # fmt: skip
_TEX_LETTER = re.compile(
    rf"\\({'|'.join(sorted(_TEX_LETTERS, key=len, reverse=True))})(?![a-zA-Z])(?:\{{\}}|\s)?"
)
_TEX_ACCENT = re.compile(
    r"""\\(?:([`'^~"=.])\s*|([uvHckrdb])(?=\s*\{|\s+[a-zA-Z])\s*)(?:\{\s*(\w)\s*\}|(\w))"""
)
_TEX_FORMULA = re.compile(r"\$\$?([^$]{1,400})\$\$?|\\\(.{1,400}?\\\)|\\\[.{1,400}?\\\]", re.DOTALL)
_TEX_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|.)")
_SIGN_OF_FORMULA = re.compile(r"[\\^_=<>+{}]")
_WITHOUT_BRACES = str.maketrans("", "", "{}")


def plain_text(text: str) -> str:
    """Return the beginning of a text without tags, formulas, addresses and TeX commands.

    HTML is recognised even if it is escaped, once or twice. Formulas in MathML and TeX are
    removed with their content. A TeX accent and its letter become one letter.
    """
    text = text[:_MAX_CHARACTERS]
    return _without_markup(text) if any(map(text.__contains__, _SIGNS)) else text


def _without_markup(text: str) -> str:
    if "&" in text:
        text = _unescaped(text)
    if "<" in text:
        text = _TAG.sub(" ", _FORMULA.sub(" ", text))
    if "\\" in text or "$" in text:
        text = _without_tex(text)
    if "{" in text:  # braces protect capitals in BibTeX
        text = text.translate(_WITHOUT_BRACES)
    return _ADDRESS.sub(" ", text)


def _unescaped(text: str) -> str:
    for _ in range(2):  # of a text that is escaped twice, "&amp;lt;" becomes "&lt;" first
        if not _ENTITY.search(text):
            break
        text = unescape(text)
    return text


def _without_tex(text: str) -> str:
    text = _TEX_LETTER.sub(lambda match: _TEX_LETTERS[match[1]], text)
    text = _TEX_ACCENT.sub(_accented, text)
    return _TEX_COMMAND.sub(" ", _TEX_FORMULA.sub(_gap, text))


def _accented(match: re.Match[str]) -> str:
    accent = _TEX_ACCENTS[match[1] or match[2]]
    return unicodedata.normalize("NFC", (match[3] or match[4]) + accent)


def _gap(match: re.Match[str]) -> str:
    """Return a space for a formula, and plain words between two amounts of money as they are."""
    content = match[1]
    is_formula = content is None or " " not in content.strip() or _SIGN_OF_FORMULA.search(content)
    return " " if is_formula else match[0]
