"""Parse strings and read scans as jobs of the workers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from wildwood.biblio.person import Person
from wildwood.extraction import documents
from wildwood.extraction.affiliations import AffiliationParts
from wildwood.extraction.data import Citation, Kind, NothingToExtractError
from wildwood.extraction.sandbox import Access
from wildwood.extraction.service import worker
from wildwood.extraction.service.kinds import typed
from wildwood.extraction.service.processes import Workers
from wildwood.kernel.text import counted

_BATCH_CHARACTERS = 10_000  # the length of the references of one job, about


def parse_citations(workers: Workers, texts: Sequence[str]) -> list[Citation]:
    parsed: list[Any] = []
    for batch in _batches(texts):
        parsed += workers.run(worker.parse_references, batch)
    return list(typed(Kind.CITATIONS, parsed))


def parse_names(workers: Workers, text: str, *, cited: bool) -> list[Person]:
    return list(typed(list[Person], workers.run(worker.divide_names, text, cited)))


def parse_affiliations(workers: Workers, text: str) -> list[AffiliationParts]:
    parsed = workers.run(worker.parse_affiliations, text)
    return list(typed(list[AffiliationParts], parsed))


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    length = 0
    for text in texts:
        if batch and length + len(text) > _BATCH_CHARACTERS:
            yield batch
            batch, length = [], 0
        batch.append(text)
        length += len(text)
    if batch:
        yield batch


_MAX_PAGES = 100  # pages of a scan; each takes some seconds, while other clients have their turns


def read_scan(workers: Workers, document: Path, folder: Path, languages: str) -> Path:
    """Return a PDF of the text of a scan; each page is a job with limits of its own."""
    readable = Access(read=(document,))
    count = workers.run(documents.page_count, document, access=readable)
    if count > _MAX_PAGES:
        raise NothingToExtractError(
            f"The scan has {counted(count, 'page')}; at most {_MAX_PAGES} are read."
        )
    writable = Access(read=(document,), scratch=(folder,))
    program = Access(scratch=(folder,), programs=documents.TESSERACT_FILES)
    pages = []
    for number in range(count):
        picture, page = folder / "page.pgm", folder / f"{number}.pdf"
        resolution = workers.run(documents.draw_pages, document, number, picture, access=writable)
        status = workers.run_program(
            worker.recognise, picture, page, resolution, languages, access=program
        )
        if status or not page.is_file():
            raise NothingToExtractError(
                f"Tesseract cannot read the scan; check that it has the models of {languages}."
            )
        pages.append(page)
    target = folder / "recognised.pdf"
    workers.run(documents.join_pages, pages, target, access=writable)
    return target
