"""What a file is, by its content and not by its name."""

import codecs
import re

from wildwood.extraction.errors import UnknownTypeError
from wildwood.extraction.model import DocumentType

HEAD_BYTES = 4096
"""How much of a file tells its type."""

_PDF_WITHIN = 1024  # ISO 32000, implementation note on the header: readers look so far
_PDF_MARK = re.compile(rb"(?P<before>\A|[\r\n])?[ \t]*%PDF-")
"""A text may speak of it; a PDF has it at a line's beginning, or has bytes that no text has."""
_DOS_EPS = b"\xc5\xd0\xd3\xc6"
_TEXT_CONTROLS = frozenset(b"\b\t\n\v\f\r\x1b")
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def document_type(head: bytes) -> DocumentType:
    """The type of the file that begins so.

    Raises:
        UnknownTypeError: it is none that can be read.
    """
    mark = _PDF_MARK.search(head[:_PDF_WITHIN])
    if mark and (mark["before"] is not None or _has_binary(head)):
        return DocumentType.PDF
    # Printers' job language may stand before the program.
    if head.startswith((b"%!", b"\x04%!", _DOS_EPS)) or b"\n%!PS" in head[:_PDF_WITHIN]:
        return DocumentType.POSTSCRIPT
    has_more = len(head) == HEAD_BYTES
    if head.startswith(_BOMS) or ((has_more or head.strip()) and not _has_binary(head)):
        return DocumentType.TEXT
    raise UnknownTypeError("The document is neither PDF nor PostScript nor plain text.")


def _has_binary(head: bytes) -> bool:
    return any(byte < ord(" ") and byte not in _TEXT_CONTROLS for byte in head)
