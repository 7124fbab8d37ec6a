"""Tell scans, whose pages are pictures, and how the program Tesseract reads one."""

import math
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

from wildwood.extraction.errors import MissingProgramError
from wildwood.extraction.extracted import Line

FILES = tuple(map(Path, ("/usr", "/lib", "/lib64", "/etc/ld.so.cache")))
"""The files that Tesseract can read and run: itself, its libraries and its models."""
_POINTS = 72
"""Points of an inch."""
_RESOLUTION = 300
"""Dots of an inch at which Tesseract reads best."""
_MAX_DOTS = 5_000 * 5_000
"""Dots of a page, which take a byte each; larger pages have a lower resolution."""
_FEW_CHARACTERS = 200
"""The text of a page below which it can be a picture, with a number or a stamp."""
_COVERED = 0.5
"""The least share of a page that its pictures cover."""


def is_scan(document: Path, lines: Iterable[Line]) -> bool:
    """Return whether most pages of a PDF are pictures; `lines` are those that were read from it."""
    characters: Counter[int] = Counter()
    for line in lines:
        characters[line.page] += len(line.text)
    try:
        with pypdfium2.PdfDocument(document) as opened:
            bare = [n for n in range(len(opened)) if characters[n] < _FEW_CHARACTERS]
            if 2 * len(bare) <= len(opened):
                return False
            return 2 * sum(_is_picture(opened, number) for number in bare) > len(opened)
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
    """Return the number of pages of a PDF."""
    with pypdfium2.PdfDocument(document) as opened:
        return len(opened)


def draw(document: Path, number: int, target: Path) -> int:
    """Draw a page, whose first number is 0, in shades of grey; return its dots of an inch."""
    with pypdfium2.PdfDocument(document) as opened, closing(opened[number]) as page:
        width, height = page.get_size()
        most = math.sqrt(_MAX_DOTS / (width * height)) * _POINTS
        resolution = max(int(min(_RESOLUTION, most)), 1)
        bitmap = page.render(scale=resolution / _POINTS, grayscale=True)
        with target.open("wb") as opened_target:
            opened_target.write(b"P5 %d %d 255\n" % (bitmap.width, bitmap.height))
            dots = memoryview(bitmap.buffer)
            for start in range(0, bitmap.height * bitmap.stride, bitmap.stride):
                opened_target.write(dots[start : start + bitmap.width])
    return resolution


def command(picture: Path, target: Path, resolution: int, languages: str) -> list[str]:
    """Return the command that reads a picture and writes a PDF of its text, without the picture.

    Args:
        picture: the page as `draw` writes it.
        target: the PDF, whose name ends in `.pdf`.
        resolution: the picture's dots of an inch.
        languages: Tesseract's codes of the languages, such as `eng+deu`.

    Raises:
        MissingProgramError: Tesseract is not installed.
    """
    program = shutil.which("tesseract")
    if program is None:
        raise MissingProgramError(
            "Scans need Tesseract; as root: apt-get install -y tesseract-ocr, or set ocr to empty"
        )
    return [
        os.path.realpath(program), str(picture), str(target.with_suffix("")), "-l", languages,
        "--dpi", str(resolution), "-c", "textonly_pdf=1", "pdf",
    ]  # fmt: skip


def join(pages: Sequence[Path], target: Path) -> None:
    """Write a PDF of all pages of others."""
    with pypdfium2.PdfDocument.new() as whole:
        for path in pages:
            with pypdfium2.PdfDocument(path) as page:
                whole.import_pages(page)
        whole.save(target)
