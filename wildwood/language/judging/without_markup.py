"""Text without markup: what remains of a title or an abstract are its own words."""

import re
from html import unescape

from wildwood import tex

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
_TEX_LETTER = re.compile(
    rf"\\({'|'.join(sorted(tex.LETTERS, key=len, reverse=True))})(?![a-zA-Z])(?:\{{\}}|\s)?"
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
    text = _TEX_LETTER.sub(lambda match: tex.LETTERS[match[1]], text)
    text = _TEX_ACCENT.sub(
        lambda match: tex.accented(match[3] or match[4], match[1] or match[2]), text
    )
    return _TEX_COMMAND.sub(" ", _TEX_FORMULA.sub(_gap, text))


def _gap(match: re.Match[str]) -> str:
    """Return a space for a formula, and plain words between two amounts of money as they are."""
    content = match[1]
    is_formula = content is None or " " not in content.strip() or _SIGN_OF_FORMULA.search(content)
    return " " if is_formula else match[0]
