"""Recognise organisations among the authors of a reference."""

import re
from collections.abc import Sequence

from wildwood.extraction.fields.labelling.sequence import Field
from wildwood.lexicon.patterns import entries, words
from wildwood.names.person import INSTITUTIONS

_WORD = words(*INSTITUTIONS, "organisations", "funders", "corporate_authors")
"""What makes a name that of an organisation."""
_INNER = rf"(?:{'|'.join(sorted(entries('inner_words'), reverse=True))})"
"""A word in lower case that can be inside such a name."""
_BIG = r"[^\W\d_a-z][\w’'&/‐-]*"
_NAME = re.compile(
    rf"(?=[^.,;]{{0,120}}(?=[^\W\d_a-z]){_WORD.pattern}){_BIG}"
    rf"(?:\s(?:{_INNER}|&|{_BIG}|\([A-Z]\w+\)|\[[A-Z]\w+\]))*"
)
_NAMES = frozenset({"editor", "publisher"})
"""The labels of names that are the author if they are first."""


def is_name(text: str) -> bool:
    """Return whether a text is the name of one organisation, which can contain `and`."""
    return _NAME.fullmatch(text) is not None


def as_authors(fields: Sequence[Field]) -> Sequence[Field]:
    """Return fields in which an organisation at the beginning is the author, if none is named.

    The model can take its name for the title; then there is another title after the date.
    """
    if not fields or any(field.label == "author" for field in fields):
        return fields
    first, labels = fields[0], [one.label for one in fields if one.label in ("title", "date")]
    if first.label in _NAMES or labels[:3] == ["title", "date", "title"]:
        return [Field("author", first.tokens), *fields[1:]]
    return fields
