"""Papers whose lines were changed at random: each kind of data can be extracted."""

from functools import cache
from pathlib import Path

import pytest

from wildwood.extraction.data import DocumentType, Line
from wildwood.extraction.documents import read_document

from tests.support.changed_lines import changed, extract_all
from tests.support.paths import PAPERS

SEEDS = [*range(8), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 40))]
PATHS = sorted(PAPERS.glob("*.pdf"))


@cache
def lines(path: Path) -> list[Line]:
    return read_document(path, DocumentType.PDF)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_changed_paper_is_extracted(tmp_path: Path, path: Path, seed: int) -> None:
    extract_all(tmp_path, changed(lines(path), seed))
