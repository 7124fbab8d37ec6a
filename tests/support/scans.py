"""Scans for tests: papers whose pages are drawn and wrapped into a PDF again."""

from pathlib import Path

import pypdfium2

_SCALE = 200 / 72
_LIGHT = 236
"""The paper of a scan, which is not quite white."""


def scan_of(paper: Path, target: Path, pages: int = 1, stamp: Path | None = None) -> Path:
    """Write the first pages of a paper as pictures, behind the first page of `stamp`."""
    with pypdfium2.PdfDocument(paper) as document, pypdfium2.PdfDocument.new() as scan:
        if stamp is not None:
            with pypdfium2.PdfDocument(stamp) as cover:
                scan.import_pages(cover, [0])
        for number in range(pages):
            bitmap = document[number].render(
                scale=_SCALE, grayscale=True, fill_color=(_LIGHT, _LIGHT, _LIGHT, 255)
            )
            width, height = document[number].get_size()
            picture = pypdfium2.PdfImage.new(scan)
            picture.set_bitmap(bitmap)
            picture.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
            page = scan.new_page(width, height)
            page.insert_obj(picture)
            page.gen_content()
        scan.save(target)
    return target
