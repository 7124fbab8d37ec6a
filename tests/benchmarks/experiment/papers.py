"""Read real papers as texts, with two readers."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pypdfium2

from wildwood.extraction import documents, reference_lists
from wildwood.extraction.lines import join_lines, remove_running_heads, words_of
from wildwood.extraction.service.simhash import MAX_DISTANCE, distance

from tests.benchmarks.experiment.exchange import rejoined
from tests.support.fingerprints import simhash

_MIN_WORDS = 100


@dataclass(frozen=True)
class Paper:
    """The text of a paper as two readers see it; a form feed begins a page."""

    name: str
    text: str
    """Of PDFium."""
    other: str
    """Of poppler, with the same number of pages."""


def read_papers(folders: Sequence[Path], max_words: int) -> list[Paper]:
    """Return the papers that the service accepts, without the long ones and repeats.

    Args:
        folders: where PDF files are, with their subfolders.
        max_words: the number of words of the longest paper.
    """
    kept: dict[int, Paper] = {}
    for path in chain.from_iterable(sorted(folder.rglob("*.pdf")) for folder in folders):
        paper = _read(path)
        if not _is_usable(paper.text, max_words) or not _is_usable(paper.other, max_words):
            continue
        if paper.text.count("\f") != paper.other.count("\f"):
            continue
        found = fingerprint(paper.text)
        if all(distance(found, other) > MAX_DISTANCE for other in kept):
            kept[found] = paper
    return list(kept.values())


def fingerprint(text: str) -> int:
    """Return the fingerprint that the service computes of a text."""
    lines = remove_running_heads(documents.read_text_lines(text.encode()))
    return simhash(join_lines(lines, words_of(lines)))


def _read(path: Path) -> Paper:
    poppler = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True)
    other = poppler.stdout.decode("utf-8", "replace").removesuffix("\f")
    return Paper(path.stem, rejoined("\f".join(_pages(path))), rejoined(other))


def _pages(path: Path) -> Iterator[str]:
    with closing(pypdfium2.PdfDocument(path)) as document:
        for page in document:
            yield page.get_textpage().get_text_range().replace("\r\n", "\n")


def _is_usable(text: str, max_words: int) -> bool:
    lines = remove_running_heads(documents.read_text_lines(text.encode()))
    words = sum(len(line.text.split()) for line in lines)
    has_references = reference_lists.find_section(lines).start < len(lines)
    return _MIN_WORDS <= words <= max_words and has_references and "\f" in text
