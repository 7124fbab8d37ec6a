"""Text from LaTeX, as BibTeX has it."""

import logging
import re

from wildwood.extras import requires_extra

with requires_extra("lists"):
    from pylatexenc.latex2text import (
        LatexNodes2Text,
        MacroTextSpec,
        get_default_latex_context_db,
    )

_LATEX = re.compile(r"[\\${}~]|--|``|''")
_COMMENT_SIGN = re.compile(r"(?<!\\)%")
_MANY_BRACES = re.compile(r"[{}]")
_MAX_LENGTH = 1 << 16
_MAX_BRACES = 200
"""More groups than any real field has; a parser that recurses into each would stop."""

_SYMBOLS = {
    "textbraceleft": "{", "textbraceright": "}", "textless": "<", "textgreater": ">",
    "textasciicircum": "^", "textbar": "|", "textquotedbl": '"', "TeX": "TeX",
    "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e",
}  # fmt: skip
"""Those that pylatexenc does not know, or takes for another character."""
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
    if len(value) > _MAX_LENGTH or value.count("{") > _MAX_BRACES:
        return _MANY_BRACES.sub("", value)
    try:
        return str(_to_text.latex_to_text(_COMMENT_SIGN.sub(r"\\%", value), tolerant_parsing=True))
    except (ValueError, RecursionError, IndexError, TypeError):
        return _MANY_BRACES.sub("", value)
