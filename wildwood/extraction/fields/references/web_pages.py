"""Find the title of a reference to a page of the web that names nobody: `Title. https://…`."""

import re
from collections.abc import Sequence

from wildwood.extraction.fields.labelling.sequence import Field
from wildwood.extraction.fields.references.styles import YEAR, YEARS, Styled

_NOTE = re.compile(
    r"(?:\b(?:eingesehen\sam|abgerufen|abruf\w*|aufgerufen|zugriff|zuletzt|stand:?\s\d|"
    r"erhältlich|(?:online\s)?verfügbar|acess?o\sem|acessado|disponível|consult[aé]\w*|disponible|"
    r"accessed|available|retrieved|last\s(?:access|visit|check)\w*|visited|online\]|internet\]|website)\b|"
    r"\burl\b|https?\s?:|www\.).*$",
    re.IGNORECASE,
)
"""What follows the title: when the page was seen, and its address."""
_BEFORE_NOTE = " .,;<([–—-"
_SURE = 0.9
"""How certain the model must be of names before the title."""
_ADDRESS = re.compile(r"https?\s?:|www\.", re.IGNORECASE)
_DATE = re.compile(rf"(?:[.,]\s(?:[^\W\d_]{{3,9}}\.?\s)?|\s)\(?{YEAR}\)?$")
_OTHER = re.compile(rf"[.?!]\s|[“”\"«»„]|\(\w*\s?{YEAR}|\bIn:\s|\bpp?\.\s?\d")
"""What a title alone does not have: a second sentence, quotation marks, or a source."""


def parse(text: str, styled: Styled | None, fields: Sequence[Field]) -> Styled | None:
    """Return a title before an address, if neither a style nor the model shows another.

    Args:
        text: the reference.
        styled: what its style shows, if it has one.
        fields: its fields, as the model labels them.
    """
    if styled is not None and not _NOTE.match(styled.title):
        return styled
    note = _NOTE.search(text) if _ADDRESS.search(text) else None
    if note is None or not _ADDRESS.search(note[0]):
        return styled
    title = _DATE.sub("", text[: note.start()].rstrip(_BEFORE_NOTE))
    before = [field for field in fields if field.tokens[0].start < len(title)]
    if not title or _OTHER.search(title) or (styled is None and _has_names(before)):
        return styled
    years = YEARS.findall(text[len(title) :])
    return Styled("", title, years[0] if years else "")


def _has_names(fields: Sequence[Field]) -> bool:
    """Return whether fields have names that the model is certain of, or that a title follows."""
    names = [field for field in fields if field.label == "author"]
    followed = any(field.label == "title" for field in fields)
    return any(followed or field.confidence >= _SURE for field in names)
