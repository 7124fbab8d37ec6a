"""Read a PDF or a text into lines."""

from pathlib import Path

from wildwood.extraction.documents import pdf, scans, stated_title, text_files
from wildwood.extraction.documents.line_numbers import without_line_numbers
from wildwood.extraction.documents.running_heads import without_running_heads
from wildwood.extraction.errors import NothingToExtractError, ScanError
from wildwood.extraction.extracted import DocumentType, Line


def read_document(
    path: Path, file_type: DocumentType, *, refuses_scans: bool = False
) -> list[Line]:
    """Return the lines of a document without line numbers and running heads.

    Args:
        path: the document.
        file_type: its type; PostScript must be converted first (postscript.py).
        refuses_scans: whether to refuse a scan although it has a little text.

    Raises:
        ScanError: the pages of the document are pictures.
        NothingToExtractError: the document is broken or has no text.
    """
    is_pdf = file_type is DocumentType.PDF
    read, title = pdf.titled(path) if is_pdf else (text_files.read(path.read_bytes()), "")
    lines = stated_title.marked(without_line_numbers(read), title)
    lines = without_running_heads(lines)
    if is_pdf and (refuses_scans or not lines) and scans.is_scan(path, lines):
        raise ScanError("The document has no text: its pages are pictures, as of a scan.")
    if not lines:
        raise NothingToExtractError("The document contains no text.")
    return lines
