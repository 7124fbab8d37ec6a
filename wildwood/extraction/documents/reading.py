"""Read any document into lines."""

import tempfile
from pathlib import Path

from wildwood.extraction.documents import pdf, plain_text, postscript
from wildwood.extraction.documents.text import without_running_heads
from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.model import DocumentType, Line


def read_document(
    path: Path, file_type: DocumentType, timeout_s: float, scratch: Path | None = None
) -> list[Line]:
    """Return the lines of a document without its running heads.

    Args:
        path: the document.
        file_type: its type.
        timeout_s: how long Ghostscript can run, in seconds.
        scratch: the directory for temporary files; by default that of the system.

    Raises:
        MissingProgramError: the document is PostScript and Ghostscript is not installed.
        NothingToExtractError: the document is broken or has no text.
    """
    lines = without_running_heads(_lines(path, file_type, timeout_s, scratch))
    if not lines:
        raise NothingToExtractError("The document contains no text.")
    return lines


def _lines(
    path: Path, file_type: DocumentType, timeout_s: float, scratch: Path | None
) -> list[Line]:
    if file_type is DocumentType.PDF:
        return pdf.read(path)
    if file_type is DocumentType.TEXT:
        return plain_text.read(path.read_bytes())
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        converted = Path(folder) / "converted.pdf"
        postscript.to_pdf(path, converted, timeout_s)
        return pdf.read(converted)
