"""Scans for tests: papers whose pages are drawn and wrapped into a PDF again."""

from pathlib import Path

import pypdfium2

_SCALE = 200 / 72
_LIGHT = 236
"""The paper of a scan, which is not quite white."""


def scan_of(
    paper: Path, target: Path, pages: int = 1, stamp: Path | None = None, *, cut: float = 0
) -> Path:
    """Write the first pages of a paper as pictures, behind the first page of `stamp`.

    Args:
        paper: a PDF.
        target: where to write the scan.
        pages: how many there are.
        stamp: a PDF whose first page keeps its text.
        cut: how many points are left out at the bottom of each page.
    """
    with pypdfium2.PdfDocument(paper) as document, pypdfium2.PdfDocument.new() as scan:
        if stamp is not None:
            with pypdfium2.PdfDocument(stamp) as cover:
                scan.import_pages(cover, [0])
        for number in range(pages):
            bitmap = document[number].render(
                scale=_SCALE, grayscale=True, fill_color=(_LIGHT, _LIGHT, _LIGHT, 255),
                crop=(0, cut, 0, 0),
            )  # fmt: skip
            width, height = document[number].get_size()
            height -= cut
            picture = pypdfium2.PdfImage.new(scan)
            picture.set_bitmap(bitmap)
            picture.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
            page = scan.new_page(width, height)
            page.insert_obj(picture)
            page.gen_content()
        scan.save(target)
    return target
