"""Text from LaTeX, as BibTeX has it."""

import logging
import re

from wildwood import tex
from wildwood.extras import requires_extra

with requires_extra("lists"):
    from pylatexenc.latex2text import (
        LatexNodes2Text,
        MacroTextSpec,
        get_default_latex_context_db,
    )

_LATEX = re.compile(r"[\\${}~]|--|``|''")
_SIGN = re.compile(r"(?<!\\)[%&]")
"""A comment or the end of a cell, which no field has."""
_MANY_BRACES = re.compile(r"[{}]")
_MAX_LENGTH = 1 << 16
_MAX_BRACES = 200
"""More groups than any real field has; a parser that recurses into each would stop."""
_COMMON = re.compile(
    r"""\\(?P<escaped>[&%_$#])
    |\\(?P<accent>["'`^~=.]|[cvuHkr](?=\{|[ ][A-Za-z]))
        (?:\{(?P<in_braces>\\[ij]|[A-Za-z])\}|[ ]?(?P<letter>[A-Za-z]))
    |\\(?P<symbol>ss|ae|oe|aa|AE|OE|AA|o|O|l|L)(?:\{\}|(?=\}))
    |(?P<ligature>---?|``|''|~)
    |(?P<brace>[{}])
    |(?P<other>[\\$]|[?!]`)""",
    re.VERBOSE,
)
"""The LaTeX that most fields have; a field with any other is parsed as a whole."""
_LIGATURES = {"--": "\u2013", "---": "\u2014", "``": "\u201c", "''": "\u201d", "~": "\xa0"}

_SYMBOLS = {
    "textbraceleft": "{", "textbraceright": "}", "textless": "<", "textgreater": ">",
    "textasciicircum": "^", "textbar": "|", "textquotedbl": '"', "TeX": "TeX",
    "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e",
}  # fmt: skip
"""Those that pylatexenc does not know, or reads as another character."""
_INVISIBLE = ("phantom", "hphantom", "vphantom")
"""Only take up space. The text of other commands, such as `texttt`, is printed."""

_context = get_default_latex_context_db()
_context.add_context_category(
    "symbols", macros=[MacroTextSpec(name, text) for name, text in _SYMBOLS.items()], prepend=True
)
_context.add_context_category(
    "invisible", macros=[MacroTextSpec(name, discard=True) for name in _INVISIBLE]
)
_context.set_unknown_macro_spec(MacroTextSpec("", discard=False))
logging.getLogger("pylatexenc").setLevel(logging.ERROR)
_to_text = LatexNodes2Text(latex_context=_context, math_mode="text")
"""Reads no file: `\\input` is not followed unless a directory is set."""


def from_latex(value: str) -> str:
    """Return the text that LaTeX prints; what cannot be read as LaTeX loses its braces only."""
    if not _LATEX.search(value):
        return value
    common = _from_common(value)
    if common is not None:
        return common
    if len(value) > _MAX_LENGTH or value.count("{") > _MAX_BRACES:
        return _MANY_BRACES.sub("", value)
    try:
        return str(_to_text.latex_to_text(_SIGN.sub(r"\\\g<0>", value), tolerant_parsing=True))
    except (ValueError, RecursionError, IndexError, TypeError):
        return _MANY_BRACES.sub("", value)


def _from_common(value: str) -> str | None:
    """Return the text of a value whose LaTeX is all common, or None."""
    depth = position = 0
    pieces: list[str] = []
    for found in _COMMON.finditer(value):
        pieces.append(value[position : found.start()])
        position = found.end()
        kind, written = str(found.lastgroup), found[0]
        if kind == "other":
            return None
        if kind == "brace":
            depth += 1 if written == "{" else -1
            if depth < 0:
                return None
        else:
            pieces.append(_printed(found))
    return None if depth else "".join((*pieces, value[position:]))


def _printed(found: re.Match[str]) -> str:
    """Return what a command or a ligature prints."""
    if found["accent"]:
        letter = (found["in_braces"] or found["letter"]).removeprefix("\\")
        return tex.accented(letter, found["accent"])
    if found["symbol"]:
        return tex.LETTERS[found["symbol"]]
    return found["escaped"] or _LIGATURES[found["ligature"]]
