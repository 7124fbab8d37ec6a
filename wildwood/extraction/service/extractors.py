"""Extractors: for each kind, a function that makes data of the lines of a document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wildwood.extraction.documents import joined_lines
from wildwood.extraction.extracted import Acknowledgements, Caption, Citation, Header, Kind, Line
from wildwood.extraction.fields import acknowledgements, body, captions, citations, header


@dataclass(frozen=True, slots=True)
class Extractor:
    """Extracts one kind of data."""

    description: str
    data: Any
    """The type of the data."""
    extract: Callable[[Sequence[Line]], Any]


EXTRACTORS: Mapping[Kind, Extractor] = {
    Kind.HEADER: Extractor(
        "Title, authors, abstract, venue and the other fields of the header.",
        Header,
        header.extract,
    ),
    Kind.CITATIONS: Extractor(
        "The citations, each with its fields and its contexts in the text.",
        list[Citation],
        citations.extract,
    ),
    Kind.ACKNOWLEDGEMENTS: Extractor(
        "The acknowledgements, and the funders that they name.",
        Acknowledgements,
        acknowledgements.extract,
    ),
    Kind.CAPTIONS: Extractor(
        "The captions of tables and figures, each with its place.",
        list[Caption],
        captions.extract,
    ),
    Kind.BODY: Extractor("The text without header and citations.", str, body.extract),
    Kind.TEXT: Extractor("The whole text.", str, joined_lines.paragraphs),
}
STORED = frozenset({Kind.HEADER, Kind.CITATIONS})
"""The kinds that are stored for near duplicates; extracting the others again takes less time."""
