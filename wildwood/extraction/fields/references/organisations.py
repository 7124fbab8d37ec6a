"""Recognise organisations among the authors of a reference."""

import re
from collections.abc import Sequence

from wildwood.extraction.fields.labelling.sequence import Field
from wildwood.lexicon.patterns import words
from wildwood.names.person import INSTITUTIONS
from wildwood.records.dates import YEAR

_WORD = words(*INSTITUTIONS, "organisations", "funders", "corporate_authors")
"""What makes a name that of an organisation."""
_BIG = r"[^\W\d_a-z][\w’'&/‐-]*"
_NAME = re.compile(
    rf"(?=[^.,;]{{0,120}}(?=[^\W\d_a-z]){_WORD.pattern}){_BIG}(?:\s(?:of|for|the|and|on|in|to|de|do|da|dos|"
    rf"das|del|la|des|du|et|y|e|für|und|der|&|{_BIG}|\([A-Z]\w+\)|\[[A-Z]\w+\]))*"
)
_FIRST = re.compile(rf"(?:{_NAME.pattern})(?=[.,:]\s|\s\({YEAR}|\s\(n\.\s?d)")

_NAMES = frozenset({"editor", "publisher"})
"""The labels of names that are the author if they are first."""


def is_name(text: str) -> bool:
    """Return whether a text is the name of one organisation, which can contain `and`."""
    return _NAME.fullmatch(text) is not None


def as_authors(fields: Sequence[Field], text: str) -> Sequence[Field]:
    """Return fields in which an organisation at the beginning is the author, if none is named.

    The model can take its name for the title; then there is another title after the date.
    """
    if any(field.label == "author" for field in fields):
        return fields
    labels = [field.label for field in fields if field.label in ("title", "date")]
    name = _FIRST.match(text)
    end = name.end() if name else 0
    if fields and (fields[0].label in _NAMES or labels[:3] == ["title", "date", "title"]):
        end = fields[0].tokens[-1].end
    tokens = [token for field in fields for token in field.tokens if token.end <= end]
    rest = [
        field._replace(tokens=kept)
        for field in fields
        if (kept := tuple(token for token in field.tokens if token.start >= end))
    ]
    return [Field("author", tuple(tokens)), *rest] if tokens else fields
