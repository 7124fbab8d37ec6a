"""Servers of the extraction that tests share."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from pymongo import MongoClient
from pymongo.database import Database

from wildwood.extraction.http import monitoring, web
from wildwood.extraction.service.processes import Workers

from tests.support.databases import Databases
from tests.support.extraction_server import (
    DUST,
    SERVER_LOG,
    Place,
    ServerLog,
    make_place,
)
from tests.support.waiting import TIMEOUT_S


@pytest.fixture(scope="session")
def shared_place(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[Place]:
    """Make the configuration of the server that tests share."""
    with make_place(tmp_path_factory.mktemp("shared"), databases, shared_workers) as place:
        place.configure("max_mb = 1")
        yield place


@pytest.fixture(scope="session")
def client(shared_place: Place) -> Iterator[httpx2.Client]:
    """Start the server that tests share, and return a client; it sweeps all the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web, "_SWEEP_INTERVAL_S", 0.2)
        patch.setattr(monitoring, "_HEALTH_TIMEOUT_S", TIMEOUT_S)
        with shared_place.serving() as opened:
            yield opened


@pytest.fixture(scope="class")
def document(client: httpx2.Client) -> str:
    """Send a document that no test of a class changes; return its token."""
    form = {"myfile": ("Früher & später.pdf", DUST.read_bytes())}
    return str(client.post("/extractor?output=json", files=form).json()["token"])


@pytest.fixture(scope="session")
def shared_database(shared_place: Place) -> Iterator[Database[dict[str, Any]]]:
    with MongoClient[dict[str, Any]](shared_place.uri) as opened:
        yield opened[shared_place.database]


@pytest.fixture
def empty(client: httpx2.Client, shared_place: Place) -> httpx2.Client:
    """Remove all documents and data from the shared server, and return its client."""
    shared_place.empty()
    return client


@pytest.fixture(autouse=True)
def server_log() -> Iterator[ServerLog]:
    """Collect what servers in this process log; the test has to read all of it."""
    SERVER_LOG.read()
    yield SERVER_LOG
    assert not SERVER_LOG.read()
