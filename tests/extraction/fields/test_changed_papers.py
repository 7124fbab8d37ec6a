"""Papers whose lines were changed at random: each kind of data can be extracted."""

import json
from functools import cache
from pathlib import Path

import pytest

from wildwood.extraction.documents.reading import read_document
from wildwood.extraction.model import DocumentFiles, DocumentType, Line
from wildwood.extraction.service.extractors import EXTRACTORS
from wildwood.extraction.service.files import write_lines

from tests.support.changed_lines import changed
from tests.support.paths import PAPERS

SEEDS = range(40)
PATHS = sorted(PAPERS.glob("*.pdf"))


@cache
def lines(path: Path) -> list[Line]:
    return read_document(path, DocumentType.PDF)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_changed_paper_is_extracted(tmp_path: Path, path: Path, seed: int) -> None:
    files = DocumentFiles(DocumentType.PDF, tmp_path / "document", tmp_path / "lines")
    write_lines(files.lines, changed(lines(path), seed))
    for extractor in EXTRACTORS.values():
        json.dumps(extractor.extract(files))
