"""Workers that all tests of the extraction share, and a configuration for one test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.extraction.service.processes import Workers

from tests.support.databases import Databases
from tests.support.extraction_server import Place, make_place, running_workers


@pytest.fixture(scope="session")
def shared_workers() -> Iterator[Workers]:
    with running_workers() as started:
        yield started


@pytest.fixture
def place(tmp_path: Path, databases: Databases, shared_workers: Workers) -> Iterator[Place]:
    with make_place(tmp_path, databases, shared_workers) as place:
        yield place
