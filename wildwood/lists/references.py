"""Which entries of a BibTeX file others refer to."""

import re

_REFERENCE = re.compile(
    r"\b(?:crossref|xref|related|entryset|xdata)\s*=\s*(?:\{([^{}]*)\}|\"([^\"]*)\")", re.IGNORECASE
)


def references_in(text: str) -> frozenset[str]:
    """Return the keys, in lower case, that fields such as `crossref` name in BibTeX."""
    values = (found[1] or found[2] or "" for found in _REFERENCE.finditer(text))
    keys = (key.strip().lower() for value in values for key in value.split(","))
    return frozenset(filter(None, keys))
