"""What can be made of a document: one function a kind, from its lines to plain data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from wildwood.extraction import body, citations, header, text
from wildwood.extraction.model import Kind, Line

Extractor = Callable[[Sequence[Line]], Any]
"""The data is of strings, sequences and dictionaries, as JSON has them."""


def _header(lines: Sequence[Line]) -> dict[str, Any]:
    return asdict(header.extract(lines))


def _citations(lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [asdict(citation) for citation in citations.extract(lines)]


EXTRACTORS: Mapping[Kind, Extractor] = {
    Kind.HEADER: _header,
    Kind.CITATIONS: _citations,
    Kind.BODY: body.extract,
    Kind.TEXT: text.paragraphs,
}
REMEMBERED = frozenset({Kind.HEADER, Kind.CITATIONS})
"""What is kept for near duplicates; the texts are made anew in less time."""
EXPIRING = frozenset({Kind.CITATIONS})
"""What is kept for a while only: it takes most of the room (the paper, VI.C)."""
