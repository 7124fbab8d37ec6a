"""Any document to its lines."""

import tempfile
from pathlib import Path

from wildwood.extraction import pdf, plaintext, postscript
from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.model import DocumentType, Line
from wildwood.extraction.text import without_running_heads


def read(path: Path, kind: DocumentType, timeout_s: float) -> list[Line]:
    """The lines of a document, less its running heads.

    Raises:
        NothingToExtractError: it is broken or has no text.
    """
    lines = without_running_heads(_lines(path, kind, timeout_s))
    if not lines:
        raise NothingToExtractError("There is no text in the document.")
    return lines


def _lines(path: Path, kind: DocumentType, timeout_s: float) -> list[Line]:
    if kind is DocumentType.PDF:
        return pdf.read(path)
    if kind is DocumentType.TEXT:
        return plaintext.read(path.read_bytes())
    with tempfile.TemporaryDirectory() as place:
        converted = Path(place) / "converted.pdf"
        postscript.to_pdf(path, converted, timeout_s)
        return pdf.read(converted)
