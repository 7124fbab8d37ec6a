"""Detect the type of a file from its content, not from its name."""

import codecs
import re

from wildwood.extraction.errors import UnknownTypeError
from wildwood.extraction.extracted import DocumentType

HEAD_BYTES = 4096
"""Bytes from the start of a file that determine its type."""

_PDF_HEADER_BYTES = 1024  # readers search this far: ISO 32000, note on the file header
_PDF_MARK = re.compile(rb"(?P<before>\A|[\r\n])?[ \t]*%PDF-")
"""A text can mention it; in a PDF it starts a line, or the file has bytes that no text has."""
_DOS_EPS = b"\xc5\xd0\xd3\xc6"
_CONTROLS_SHARE = 0.01
"""The most other control characters in a text; programs that read PDFs write some for symbols."""
_TEXT_CONTROLS = frozenset(b"\b\t\n\v\f\r\x1b")
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def document_type(head: bytes) -> DocumentType:
    """Return the type of a file from its first `HEAD_BYTES` bytes.

    Raises:
        UnknownTypeError: the file is empty, or not PDF, PostScript or plain text.
    """
    if not head:
        raise UnknownTypeError("The document is empty.")
    mark = _PDF_MARK.search(head[:_PDF_HEADER_BYTES])
    if mark and (mark["before"] is not None or _controls(head)):
        return DocumentType.PDF
    # Commands in a printer job language can precede the program.
    if head.startswith((b"%!", b"\x04%!", _DOS_EPS)) or b"\n%!PS" in head[:_PDF_HEADER_BYTES]:
        return DocumentType.POSTSCRIPT
    has_more = len(head) == HEAD_BYTES
    if head.startswith(_BOMS) or ((has_more or head.strip()) and _is_text(head)):
        return DocumentType.TEXT
    raise UnknownTypeError("The document is neither PDF nor PostScript nor plain text.")


def _is_text(head: bytes) -> bool:
    return b"\0" not in head and _controls(head) <= _CONTROLS_SHARE * len(head)


def _controls(head: bytes) -> int:
    """Return the number of control characters that do not belong in a text."""
    return sum(byte < ord(" ") and byte not in _TEXT_CONTROLS for byte in head)
