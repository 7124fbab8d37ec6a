"""Any document to its lines."""

import tempfile
from pathlib import Path

from wildwood.extraction.documents import pdf, postscript
from wildwood.extraction.documents import plain_text as plaintext
from wildwood.extraction.documents.text import without_running_heads
from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.model import DocumentType, Line


def read_document(
    path: Path, kind: DocumentType, timeout_s: float, scratch: Path | None = None
) -> list[Line]:
    """The lines of a document, less its running heads.

    What has to be written meanwhile goes to a directory in `scratch`, else in the system's.

    Raises:
        NothingToExtractError: it is broken or has no text.
    """
    lines = without_running_heads(_lines(path, kind, timeout_s, scratch))
    if not lines:
        raise NothingToExtractError("There is no text in the document.")
    return lines


def _lines(path: Path, kind: DocumentType, timeout_s: float, scratch: Path | None) -> list[Line]:
    if kind is DocumentType.PDF:
        return pdf.read(path)
    if kind is DocumentType.TEXT:
        return plaintext.read(path.read_bytes())
    with tempfile.TemporaryDirectory(dir=scratch) as place:
        converted = Path(place) / "converted.pdf"
        postscript.to_pdf(path, converted, timeout_s)
        return pdf.read(converted)
