"""Read the sizes of the pages of a PDF."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pypdfium2

from wildwood.extraction.full_text import PageSize


def page_sizes(path: Path) -> tuple[PageSize, ...]:
    """Return the sizes of all pages; none if PDFium cannot read the file."""
    try:
        with pypdfium2.PdfDocument(path) as document:
            return tuple(_sizes(document))
    except pypdfium2.PdfiumError:
        return ()


def _sizes(document: pypdfium2.PdfDocument) -> Iterator[PageSize]:
    for number in range(len(document)):
        with closing(document[number]) as page:
            width, height = page.get_size()
            left, bottom, _, _ = (0, 0, 0, 0) if page.get_rotation() else page.get_cropbox()
            yield PageSize(width, height, left, bottom)
