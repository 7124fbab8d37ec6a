"""Find where figures and tables are called."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.extracted import Caption
from wildwood.extraction.full_text import Called, Callout
from wildwood.lexicon.patterns import pattern
from wildwood.names.name_words import AND

_LABEL = re.compile(r"(?:S|[A-Z]\.)?\d{1,3}")
_PART = r"[a-zA-Z]?(?!\w)(?:\s?\([a-z]\))*"
"""A part of a figure, such as `b` or `(a)`."""
_CALL = re.compile(
    rf"(?<!\w)(?:(?P<figure>{pattern('figure_labels')})|(?P<table>{pattern('table_labels')}))\.?\s*"
    rf"(?P<labels>{_LABEL.pattern}{_PART}(?:\s*(?:,|–|-|&|{AND})\s*{_LABEL.pattern}{_PART})*)"
)


class Floats:
    """The figures and tables of a document, by their captions."""

    def __init__(self, captions: Sequence[Caption]) -> None:
        self._places: dict[tuple[str, str], int] = {}
        for place, caption in enumerate(captions):
            label = caption.label.lower().rstrip(".")
            self._places.setdefault((caption.type, label), place)

    def called(self, text: str) -> Iterator[Callout]:
        """Yield a callout for each number of a figure or table; the first has the word too."""
        for found in _CALL.finditer(text):
            kind = Called.FIGURE if found["figure"] else Called.TABLE
            labels = list(_LABEL.finditer(text, *found.span("labels")))
            for number, label in enumerate(labels):
                start = label.start() if number else found.start()
                end = label.end() if number < len(labels) - 1 else found.end()
                place = self._places.get((kind.value, label[0].lower()))
                yield Callout(start, end, kind, () if place is None else (place,))
