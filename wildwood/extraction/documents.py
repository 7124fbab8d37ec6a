"""Read documents: their type, text and scanned pages, and the commands that convert them."""

import base64
import codecs
import math
import os
import re
import shutil
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

from wildwood.extraction import data, pdf
from wildwood.extraction.lines import mark_stated_title, remove_line_numbers, remove_running_heads

TESSERACT_FILES = tuple(map(Path, ("/usr", "/lib", "/lib64", "/etc/ld.so.cache")))
"""The files that Tesseract can read and run: itself, its libraries and its models."""
_POINTS = 72  # points of an inch
_RESOLUTION = 300  # dots of an inch at which Tesseract reads best
_MAX_DOTS = 5_000 * 5_000  # a byte each; larger pages have a lower resolution
_SHOWN_RESOLUTION = 120  # dots of an inch of the pictures for the screen
_MAX_SHOWN = 2_000 * 2_000  # their dots
_PNG_LEVEL = 3
_FEW_CHARACTERS = 200  # fewer can be the number or stamp of a picture
_COVERED = 0.5  # least share of a page that its pictures cover


def is_scan(document: Path, lines: Iterable[data.Line]) -> bool:
    """Return whether most pages of a PDF are pictures; `lines` are those read from it."""
    pages = data.group_by_page(lines)
    try:
        with pypdfium2.PdfDocument(document) as opened:
            sizes = (sum(len(line.text) for line in pages.get(n, ())) for n in range(len(opened)))
            bare = [number for number, size in enumerate(sizes) if size < _FEW_CHARACTERS]
            pictures = (_is_picture(opened, number) for number in bare)
            return 2 * len(bare) > len(opened) and 2 * sum(pictures) > len(opened)
    except pypdfium2.PdfiumError:
        return False


def _is_picture(document: pypdfium2.PdfDocument, number: int) -> bool:
    with closing(document[number]) as page:
        width, height = page.get_size()
        pictures = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])
        boxes = (picture.get_bounds() for picture in pictures)
        covered = sum((right - left) * (top - bottom) for left, bottom, right, top in boxes)
    return bool(covered >= _COVERED * width * height)


def page_count(document: Path) -> int:
    with pypdfium2.PdfDocument(document) as opened:
        return len(opened)


def draw_page(document: Path, number: int, target: Path) -> int:
    """Draw a page (from 0) as a grey PNG, and return its resolution in dpi."""
    with pypdfium2.PdfDocument(document) as opened, closing(opened[number]) as page:
        drawn, resolution = _draw(page)
    target.write_bytes(drawn)
    return resolution


def show_page(document: Path, number: int, boxes: Sequence[data.Box | None]) -> list[str]:
    """Return a page (from 0), or what is in boxes on it, as PNGs for the screen, in Base64."""
    try:
        # An open page keeps its decoded images.
        with pypdfium2.PdfDocument(document) as opened, closing(opened[number]) as page:
            drawn = [_draw(page, box, is_grey=False)[0] for box in boxes]
    except (pypdfium2.PdfiumError, IndexError):
        fault = f"Page {number + 1} of the document cannot be drawn."
        raise data.NothingToExtractError(fault) from None
    return [base64.b64encode(picture).decode() for picture in drawn]


def _draw(
    page: pypdfium2.PdfPage, box: data.Box | None = None, *, is_grey: bool = True
) -> tuple[bytes, int]:
    """Return a page as PNG (ISO/IEC 15948), and its resolution, lower for large pages."""
    dpi, max_dots = (_RESOLUTION, _MAX_DOTS) if is_grey else (_SHOWN_RESOLUTION, _MAX_SHOWN)
    width, height = page.get_size()
    resolution = max(int(min(dpi, math.sqrt(max_dots / (width * height)) * _POINTS)), 1)
    bitmap = page.render(
        scale=resolution / _POINTS, grayscale=is_grey, rev_byteorder=not is_grey,
        crop=pdf.margins(page, box),
    )  # fmt: skip
    dots, row = memoryview(bitmap.buffer), bitmap.width * bitmap.n_channels
    starts = range(0, bitmap.height * bitmap.stride, bitmap.stride)
    rows = b"".join(b"\0" + bytes(dots[start : start + row]) for start in starts)
    kind = 0 if is_grey else 2
    head = struct.pack(">IIBBBBB", bitmap.width, bitmap.height, 8, kind, 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(rows, _PNG_LEVEL)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part))
        for name, part in chunks
    ), resolution


def tesseract_command(picture: Path, target: Path, resolution: int, languages: str) -> list[str]:
    """Return the command that reads a picture into a PDF of text; languages are as in `eng+deu`."""
    program = shutil.which("tesseract")
    if program is None:
        raise data.MissingProgramError(
            "Scans need Tesseract; as root: apt-get install -y tesseract-ocr, or set ocr to empty"
        )
    return [
        os.path.realpath(program), str(picture), str(target.with_suffix("")), "-l", languages,
        "--dpi", str(resolution), "-c", "textonly_pdf=1", "pdf",
    ]  # fmt: skip


def join_pages(pages: Sequence[Path], target: Path) -> None:
    with pypdfium2.PdfDocument.new() as whole:
        for path in pages:
            with pypdfium2.PdfDocument(path) as page:
                whole.import_pages(page)
        whole.save(target)


_TAB_WIDTH = 8
_HEAD_ROWS = 60  # the first rows, in which wide spaces divide columns, as of authors
_CELL = re.compile(r"\S+(?: {1,3}\S+)*")
_ROW = re.compile(r"\S.*\S|\S")
_BRACKETS = str.maketrans("共兲关兴", "()[]")  # as pdftotext writes those of some physics journals


def read_text_lines(content: bytes) -> list[data.Line]:
    """Return the lines that are not blank; a form feed begins a page."""
    lines = []
    whole = unicodedata.normalize("NFC", _decode(content))
    if whole.count("共") < 2 * whole.count("兲"):  # the latter is hardly ever in Chinese
        whole = whole.translate(_BRACKETS)
    for number, page in enumerate(whole.split("\f")):
        for row, tabbed in enumerate(page.splitlines()):
            text = tabbed.expandtabs(_TAB_WIDTH)
            part = _CELL if number == 0 and row < _HEAD_ROWS else _ROW
            for cell in part.finditer(text):
                stripped = " ".join(cell[0].split())
                height = float(-row)
                is_cut = stripped[-1] == "-" and stripped[-2:-1].isalpha()
                place = (number, cell.start(), cell.end(), height, height + 1, 0)
                lines.append(data.Line(stripped, *place, hyphenated=is_cut))
    return lines


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("windows-1252", "replace")


def read_document(
    path: Path, file_type: data.DocumentType, *, refuses_scans: bool = False
) -> list[data.Line]:
    """Return the lines without line numbers and running heads; PostScript must be converted first.

    Raises:
        ScanError: the pages are pictures, even with a little text if `refuses_scans`.
        NothingToExtractError: the document is broken or has no text.
    """
    is_pdf = file_type is data.DocumentType.PDF
    read, title = pdf.read(path) if is_pdf else (read_text_lines(path.read_bytes()), "")
    lines = remove_running_heads(mark_stated_title(remove_line_numbers(read), title))
    if is_pdf and (refuses_scans or not lines) and is_scan(path, lines):
        raise data.ScanError("The document has no text: its pages are pictures, as of a scan.")
    if not lines:
        raise data.NothingToExtractError("The document contains no text.")
    return lines


HEAD_BYTES = 4096  # determine the type of a file

_PDF_HEADER_BYTES = 1024  # readers search this far: ISO 32000, note on the file header
_PDF_MARK = re.compile(rb"(?P<before>\A|[\r\n])?[ \t]*%PDF-")
"""A text can mention it; in a PDF it starts a line, or the file has bytes that no text has."""
_SOURCE = re.compile(
    rb"\W*(?:<!doctype\s|<html\b|<\?xml\s|\{\\rtf)|(?:\s|%.*\n)*\\documentclass\b", re.IGNORECASE
)  # its commands would be read as text
_DOS_EPS = b"\xc5\xd0\xd3\xc6"
_CONTROLS_SHARE = 0.01  # programs that read PDFs write some for symbols
_TEXT_CONTROLS = frozenset(b"\b\t\n\v\f\r\x1b")
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def document_type(head: bytes) -> data.DocumentType:
    """Return the type of a file by its first `HEAD_BYTES`; raise UnknownTypeError for others."""
    if not head:
        raise data.UnknownTypeError("The document is empty.")
    mark = _PDF_MARK.search(head[:_PDF_HEADER_BYTES])
    if mark and (mark["before"] is not None or _controls(head)):
        return data.DocumentType.PDF
    # Commands in a printer job language can precede the program.
    if head.startswith((b"%!", b"\x04%!", _DOS_EPS)) or b"\n%!PS" in head[:_PDF_HEADER_BYTES]:
        return data.DocumentType.POSTSCRIPT
    if _SOURCE.match(head):
        raise data.UnknownTypeError("The document is HTML, XML, RTF or TeX; save it as PDF.")
    has_more = len(head) == HEAD_BYTES
    is_text = b"\0" not in head and _controls(head) <= _CONTROLS_SHARE * len(head)
    if head.startswith(_BOMS) or ((has_more or head.strip()) and is_text):
        return data.DocumentType.TEXT
    raise data.UnknownTypeError("The document is no PDF, PostScript or plain text; save it as PDF.")


def _controls(head: bytes) -> int:
    return sum(byte < ord(" ") and byte not in _TEXT_CONTROLS for byte in head)


GHOSTSCRIPT_FILES = TESSERACT_FILES + tuple(map(Path, (
    "/etc/fonts", "/etc/ghostscript", "/etc/papersize", "/var/cache/fontconfig",
    "/var/lib/ghostscript", "/opt/ghostscript",
)))  # fmt: skip
"""The files that Ghostscript can read and run: itself, its libraries, fonts and settings."""


def ghostscript_command(path: Path, target: Path) -> list[str]:
    """Return the command that converts PostScript to PDF, and can read no other file."""
    program = shutil.which("gs")
    if program is None:
        fault = "PostScript needs Ghostscript; as root: apt-get install -y ghostscript"
        raise data.MissingProgramError(fault)
    return [
        os.path.realpath(program), "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite",
        f"-sOutputFile={target}", str(path),
    ]  # fmt: skip


def check_converted(status: int, target: Path) -> None:
    if status or not target.is_file():
        raise data.NothingToExtractError("Ghostscript cannot run the PostScript.")
