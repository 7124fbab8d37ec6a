"""Read the text of a scan with Tesseract, a page at a time."""

from pathlib import Path

from wildwood.display import counted
from wildwood.extraction.confinement.landlock import Access
from wildwood.extraction.documents import scans
from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.service import confined_work
from wildwood.extraction.service.processes import Workers

_MAX_PAGES = 100
"""Pages of a scan; each takes some seconds, while other clients have their turns."""


def recognise(workers: Workers, document: Path, folder: Path, languages: str) -> Path:
    """Return a PDF of the text of a scan.

    Args:
        workers: do the work.
        document: the scan, a PDF.
        folder: where to write.
        languages: Tesseract's codes of the languages, such as `eng+deu`.

    Raises:
        NothingToExtractError: Tesseract cannot read it, or it has too many pages.
        ExtractionError: as `Workers.run`; the limits are those of each page.
    """
    readable = Access(read=(document,))
    count = workers.run(scans.page_count, document, access=readable)
    if count > _MAX_PAGES:
        raise NothingToExtractError(
            f"The scan has {counted(count, 'page')}; at most {_MAX_PAGES} are read."
        )
    writable = Access(read=(document,), scratch=(folder,))
    program = Access(scratch=(folder,), programs=scans.FILES)
    pages = []
    for number in range(count):
        picture, page = folder / "page.pgm", folder / f"{number}.pdf"
        resolution = workers.run(scans.draw, document, number, picture, access=writable)
        status = workers.run_program(
            confined_work.recognise, picture, page, resolution, languages, access=program
        )
        if status or not page.is_file():
            raise NothingToExtractError(
                f"Tesseract cannot read the scan; has it the models of {languages}?"
            )
        pages.append(page)
    target = folder / "recognised.pdf"
    workers.run(scans.join, pages, target, access=writable)
    return target
