"""Find the DOI of a document on its first page."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.documents.joined_lines import Words, join_lines
from wildwood.extraction.extracted import Line
from wildwood.records.identifiers import DOI, dois_in

_EDGE_LINES = 5
"""Lines at the top and at the bottom of a page that can have the DOI beside the text."""
_LABELLED = re.compile(
    r"\W{0,3}(?:doi\b|https?://(?:dx\.)?doi\.org/|digital object identifier)", re.IGNORECASE
)
_OF_OTHERS = re.compile(
    r"\b(?:published (?:in|by)\b.*\bas|(?:comment|commentary|note|reply|response)\s(?:on|to)|"
    r"(?:replication|reproduction|extension|translation|review)\sof|see also|ref\.|"
    r"(?:erratum|correction|corrigendum|supplement)\s(?:to|for)|data ?set|"
    r"(?:code|data|software)\b.{0,40}\bavailable)(?!\w)(?:[^.;]|\.(?=\S)){0,100}$",
    re.IGNORECASE,
)
"""What introduces the DOI of another paper, of data or of software."""
_MAX_BEFORE = 200
_REFERENCE = re.compile(rf"\b[^\W\d_]\.[,)]?\s\(?(?:19|20)\d\d\b.{{20,}}?{DOI.pattern}")
"""An initial and the year of a reference, and its DOI."""
_NEXT_ADDRESS = re.compile(r"(?<=[^\s(/=])(?=doi:|https?://)", re.IGNORECASE)
"""Where the address of the next line is joined to a DOI."""
_DIVIDED = re.compile(r"(/978(?:-\d+){4}) (?=\d{1,3}\b)")
"""The place of the underscore in the DOI of a chapter, which can be drawn as a line."""


def find(head: Sequence[Line], page: Sequence[Line], words: Words) -> str:
    """Return the first DOI of the header that is no other paper's, or else of the page's edges."""
    if own := next(_own(join_lines(head, words)), ""):
        return own
    beside = (join_lines(lines, words) for lines in _at_edges(page))
    return next((doi for text in beside for doi in _own(_REFERENCE.sub(" ", text))), "")


def _at_edges(page: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield each line that is at the edge of a page, or begins with a DOI, after the one before."""
    rows = sorted(page, key=lambda line: line.bottom)
    edges = {*rows[:_EDGE_LINES], *rows[-_EDGE_LINES:]}
    for place, line in enumerate(page):
        if line in edges or _LABELLED.match(line.text):
            yield [*page[max(place - 1, 0) : place], line]


def _own(text: str) -> Iterator[str]:
    """Yield the DOIs in a text that are neither another paper's nor a template's."""
    text, end = _NEXT_ADDRESS.sub(" ", _DIVIDED.sub(r"\1_", text)), 0
    for found in DOI.finditer(text):
        before, end = text[max(found.start() - _MAX_BEFORE, end) : found.start()], found.end()
        if not _OF_OTHERS.search(before):
            yield from dois_in(found[0])
