"""A document that this process reads, without the confinement of the service."""

import subprocess
import tempfile
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from wildwood.extraction.documents import postscript
from wildwood.extraction.documents.any_document import read_document
from wildwood.extraction.documents.document_type import HEAD_BYTES, document_type
from wildwood.extraction.documents.joined_lines import paragraphs
from wildwood.extraction.extracted import (
    Acknowledgements,
    Caption,
    Citation,
    DocumentType,
    Header,
    Line,
)
from wildwood.extraction.fields import acknowledgements, body, captions, citations, header


@dataclass(frozen=True)
class Document:
    """What is in a document; each part is extracted when it is used first."""

    lines: tuple[Line, ...] = field(repr=False)
    """Its lines with their places, without line numbers and running heads."""

    @cached_property
    def header(self) -> Header:
        """Title, authors, abstract, venue and the other fields of the header."""
        return header.extract(self.lines)

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """The citations, each with its fields and its contexts in the text."""
        return tuple(citations.extract(self.lines))

    @cached_property
    def acknowledgements(self) -> Acknowledgements:
        """The acknowledgements, and the funders that they name."""
        return acknowledgements.extract(self.lines)

    @cached_property
    def captions(self) -> tuple[Caption, ...]:
        """The captions of tables and figures, each with its place."""
        return tuple(captions.extract(self.lines))

    @cached_property
    def body(self) -> str:
        """The text without header and citations."""
        return body.extract(self.lines)

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return paragraphs(self.lines)


def document_of(content: bytes) -> Document:
    """Read a PDF, a PostScript file or a plain text.

    Raises:
        ExtractionError: it is of another type, or is broken, locked or without text; or Ghostscript
            is missing for PostScript.
    """
    found = document_type(content[:HEAD_BYTES])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "document"
        file.write_bytes(content)
        if found is DocumentType.POSTSCRIPT:
            found, file = DocumentType.PDF, _converted(file)
        return Document(tuple(read_document(file, found)))


def _converted(file: Path) -> Path:
    """Convert PostScript to a PDF beside it."""
    target = file.with_suffix(".pdf")
    done = subprocess.run(  # noqa: S603 - the paths are ours
        postscript.command(file, target), capture_output=True, check=False
    )
    postscript.check_converted(done.returncode, target)
    return target
