"""Extractors: for each kind, a class that makes plain data of a document."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Protocol

from wildwood.extraction.documents import joined_lines
from wildwood.extraction.extracted import (
    Acknowledgements,
    Caption,
    Citation,
    DocumentFiles,
    Header,
    Kind,
)
from wildwood.extraction.fields import acknowledgements, body, captions, citations, header
from wildwood.extraction.service.document_files import read_lines


class Extractor(Protocol):
    """Extracts one kind of data."""

    @property
    def data(self) -> Any:
        """The type of the data, of whose objects `extract` returns the plain form."""

    def extract(self, files: DocumentFiles) -> Any:
        """Return the data of a document: strings, sequences and dictionaries, as in JSON."""


class HeaderExtractor:
    """Title, authors, abstract, venue and the other fields of the header."""

    data = Header

    def extract(self, files: DocumentFiles) -> dict[str, Any]:
        """Return the fields of `Header`."""
        return asdict(header.extract(read_lines(files.lines)))


class CitationsExtractor:
    """The citations, each with its fields and its contexts in the text."""

    data = list[Citation]

    def extract(self, files: DocumentFiles) -> list[dict[str, Any]]:
        """Return the fields of `Citation` for each citation."""
        return [asdict(citation) for citation in citations.extract(read_lines(files.lines))]


class AcknowledgementsExtractor:
    """The acknowledgements, and the funders that they name."""

    data = Acknowledgements

    def extract(self, files: DocumentFiles) -> dict[str, Any]:
        """Return the fields of `Acknowledgements`."""
        return asdict(acknowledgements.extract(read_lines(files.lines)))


class CaptionsExtractor:
    """The captions of tables and figures, each with its place."""

    data = list[Caption]

    def extract(self, files: DocumentFiles) -> list[dict[str, Any]]:
        """Return the fields of `Caption` for each caption."""
        return [asdict(caption) for caption in captions.extract(read_lines(files.lines))]


class BodyExtractor:
    """The text without header and citations."""

    data = str

    def extract(self, files: DocumentFiles) -> str:
        """Return the text of the body."""
        return body.extract(read_lines(files.lines))


class TextExtractor:
    """The whole text."""

    data = str

    def extract(self, files: DocumentFiles) -> str:
        """Return the text of the document."""
        return joined_lines.paragraphs(read_lines(files.lines))


EXTRACTORS: Mapping[Kind, Extractor] = {
    Kind.HEADER: HeaderExtractor(),
    Kind.CITATIONS: CitationsExtractor(),
    Kind.ACKNOWLEDGEMENTS: AcknowledgementsExtractor(),
    Kind.CAPTIONS: CaptionsExtractor(),
    Kind.BODY: BodyExtractor(),
    Kind.TEXT: TextExtractor(),
}
STORED = frozenset({Kind.HEADER, Kind.CITATIONS})
"""The kinds that are stored for near duplicates; extracting the others again takes less time."""
EXPIRING = frozenset({Kind.CITATIONS})
"""The stored kinds that expire: they take most of the space (Williams et al. 2014, section VI.C;
docs/specification.md, "Extraction service")."""
