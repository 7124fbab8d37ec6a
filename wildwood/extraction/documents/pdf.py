"""Read the lines of a PDF with PDFium."""

import ctypes
import math
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.model import Line

_HYPHEN = 0xFFFE
"""What PDFium returns for a hyphen and line break at the end of a line."""
_LINE_ENDS = frozenset((ord("\r"), ord("\n"), _HYPHEN))
_SIZE_SAMPLES = 3
"""About how many characters of a line are measured; their median font size is the line's."""
_MAX_PAGE_CHARACTERS = 20_000_000


def read(path: Path) -> list[Line]:
    """Return the lines of a PDF, in the order of its content.

    Raises:
        NothingToExtractError: the PDF is broken or locked.
    """
    try:
        with pypdfium2.PdfDocument(path) as document:
            return [
                line for number in range(len(document)) for line in _page_lines(document, number)
            ]
    except pypdfium2.PdfiumError as error:
        raise NothingToExtractError(f"The PDF cannot be read: {error}.") from error


def _page_lines(document: pypdfium2.PdfDocument, number: int) -> list[Line]:
    """Return the lines of a page; none if PDFium cannot read it."""
    try:
        with closing(document[number]) as page, closing(page.get_textpage()) as textpage:
            return _join_rows(_raw_lines(textpage, number))
    except pypdfium2.PdfiumError:
        return []


def _raw_lines(textpage: pypdfium2.PdfTextPage, number: int) -> Iterator[Line]:
    """Yield the lines as PDFium separates them."""
    units = _utf16_units(textpage)
    start = 0
    for end, unit in enumerate(units):
        if unit in _LINE_ENDS:
            if end > start:
                yield from _line(textpage, number, units, (start, end))
            start = end + 1
    if len(units) > start:
        yield from _line(textpage, number, units, (start, len(units)))


def _utf16_units(textpage: pypdfium2.PdfTextPage) -> "array[int]":
    """Return the text of the page in UTF-16 code units, in which PDFium counts."""
    characters = min(raw.FPDFText_CountChars(textpage), _MAX_PAGE_CHARACTERS)
    if characters <= 0:
        return array("H")
    buffer = (ctypes.c_ushort * (characters + 1))()
    written = raw.FPDFText_GetText(textpage, 0, characters, buffer)
    return array("H", bytes(buffer)[: 2 * max(written - 1, 0)])


def _line(
    textpage: pypdfium2.PdfTextPage, number: int, units: "array[int]", span: tuple[int, int]
) -> Iterator[Line]:
    """Yield the line in a span of the units, unless it is blank."""
    start, end = span
    decoded = units[start:end].tobytes().decode("utf-16-le", "replace")
    text = " ".join(decoded.replace("\0", "").split())
    if not text:
        return
    hyphenated = end < len(units) and units[end] == _HYPHEN
    while units[start] == ord(" "):
        start += 1
    while units[end - 1] == ord(" "):
        end -= 1
    first = _box(textpage, start)
    last = _box(textpage, end - 1)
    step = max((end - start - 1) // (_SIZE_SAMPLES - 1), 1)
    samples = sorted(range(start, end, step), key=lambda place: _font_size(textpage, place))
    middle = samples[len(samples) // 2]
    box = _box(textpage, middle)
    yield Line(
        text + "-" * hyphenated, number, first[0], last[1], min(first[2], box[2]),
        max(first[3], box[3]), _font_size(textpage, middle), hyphenated,
    )  # fmt: skip


def _box(textpage: pypdfium2.PdfTextPage, place: int) -> tuple[float, float, float, float]:
    """Return left, right, bottom and top of the character at an index of the text, in points."""
    index = raw.FPDFText_GetCharIndexFromTextIndex(textpage, place)
    sides = [ctypes.c_double() for _ in range(4)]
    raw.FPDFText_GetCharBox(textpage, index, *sides)
    left, right, bottom, top = (round(side.value, 1) for side in sides)
    return left, right, bottom, top


def _font_size(textpage: pypdfium2.PdfTextPage, place: int) -> float:
    """Return the size at which a character is drawn; it can be in the font or in the matrix."""
    index = raw.FPDFText_GetCharIndexFromTextIndex(textpage, place)
    matrix = raw.FS_MATRIX()
    scale = 1.0
    if raw.FPDFText_GetMatrix(textpage, index, matrix):
        scale = math.hypot(matrix.c, matrix.d)
    size: float = raw.FPDFText_GetFontSize(textpage, index)
    return round(size * scale, 1)


def _join_rows(lines: Iterator[Line]) -> list[Line]:
    """Join lines on the same row; PDFium breaks a line at superscripts."""
    rows: list[Line] = []
    for line in lines:
        if rows and _is_same_row(rows[-1], line):
            before = rows[-1]
            space = "" if line.text[0] in ",;.)" else " "
            rows[-1] = before._replace(
                text=f"{before.text}{space}{line.text}",
                right=line.right,
                size=max(before.size, line.size),
                hyphenated=line.hyphenated,
            )
        else:
            rows.append(line)
    return rows


def _is_same_row(before: Line, line: Line) -> bool:
    if before.hyphenated:
        return False
    overlap = min(before.top, line.top) - max(before.bottom, line.bottom)
    lower = min(before.top - before.bottom, line.top - line.bottom)
    gap = line.left - before.right
    return overlap > lower / 2 and -1 < gap < max(before.size, line.size, 1)
