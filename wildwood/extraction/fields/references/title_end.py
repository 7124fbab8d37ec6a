"""Cut what follows the title of a reference: its version, edition or report number."""

import re

_BRACKETS = re.compile(
    r"(?<=\S)\s*(?:\((?:version|v|vol|pp|latest|\d+\w* (?:ed|sub))\b.*|\([^()]*\bEds?\b.*|"
    r"\(\d*\w* ?edition\b.*|\(with discussion\b.*|[.?] In [A-Z].*|"
    r"\((?:tesis|thèse|tese|dissertation|dissertação|(?:doctoral|master|ph\.?\s?d)\S*\s\w+)\b.*|"
    r"\((?:Reihe|Schriftenreihe|Series)\b.*)$",
    re.IGNORECASE,
)
"""What style guides add in brackets, and a book after it."""
_REPORT = re.compile(
    r"[.,]\s(?:Tech(?:nical|n?\.)\s(?:[Rr]eport|[Rr]ept?\.?)\b|arXiv:\s?\d|vol\.\s\w+\sof\s).*$"
)
_AROUND = " .,;:“”\"'«»"
_PUNCTUATION = _AROUND + "()[]"


def cut(title: str, reference: str) -> str:
    """Return a title without what follows it in a reference."""
    for pattern in (_BRACKETS, _REPORT):
        title = pattern.sub("", title)
    return _without_punctuation(title, reference)


def _without_punctuation(title: str, reference: str) -> str:
    """Return a title without punctuation around it, except brackets that belong to it."""
    whole = title.strip(_AROUND)
    core = whole.strip(_PUNCTUATION)
    for one in (core, whole.lstrip(_PUNCTUATION), whole.rstrip(_PUNCTUATION), whole):
        if _is_balanced(one):
            return one
    closed = core + reference[reference.rfind(core) + len(core) :][:1]
    return closed if _is_balanced(closed) else core


def _is_balanced(text: str) -> bool:
    return all(text.count(opening) == text.count(closing) for opening, closing in ("()", "[]"))
