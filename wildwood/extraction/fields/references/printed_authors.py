"""Tell names of authors from the title in a reference, if the model confuses them.

The style of the whole list, or a colon in the title, shows it.
"""

import re
from collections.abc import Iterable, Sequence

from wildwood.extraction.fields.labelling.reference_features import names_end
from wildwood.extraction.fields.labelling.sequence import Field
from wildwood.names.name_words import AND, PARTICLE

_WORD = rf"(?:{AND}|{PARTICLE}|&|(?:[^\W\d_a-z]\.-?)+|[^\W\d_a-z][\w’'‐-]*)"
_BEFORE_COLON = re.compile(rf"{_WORD}(?:[\s,;()]+{_WORD})*(?=[\s.)]*:\s)")
"""Words of names, and a colon after them."""
_MIN_SHARE = 1 / 3
"""The least share of the references of a list with such names if all are in that style."""


def have_colons(references: Iterable[str]) -> bool:
    """Return whether the references of a list have colons after their names."""
    found = [_BEFORE_COLON.match(text) is not None for text in references]
    return sum(found) > _MIN_SHARE * len(found)


def divided(fields: Sequence[Field], text: str, *, in_list_with_colons: bool) -> Sequence[Field]:
    """Return fields of which the author ends where the names do.

    Args:
        fields: those of the model.
        text: the reference.
        in_list_with_colons: whether the references of its list have colons after their names.
    """
    if not fields or fields[0].label != "author":
        return fields
    last, end = fields[0].tokens[-1].end, names_end(text)
    names = _BEFORE_COLON.match(text) if in_list_with_colons else None
    if names and names.end() > last:
        return _divided_at(fields, names.end())
    if 0 < end < last and ":" in text[end:last]:
        return _divided_at(fields, end)
    return fields


def _divided_at(fields: Sequence[Field], end: int) -> list[Field]:
    """Return fields whose tokens before a place are the author's, and the next ones the title's."""
    author = tuple(token for field in fields for token in field.tokens if token.end <= end)
    rest = [
        field._replace(tokens=tokens, label="title" if field.label == "author" else field.label)
        for field in fields
        if (tokens := tuple(token for token in field.tokens if token.start >= end))
    ]
    return [fields[0]._replace(tokens=author), *rest]
