"""Extraction servers for tests, in this process and in their own, and their clients."""

import importlib
import logging
import os
import re
import resource
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import httpx2
import psutil
from click.testing import CliRunner, Result
from pymongo import MongoClient

from wildwood.cli.program import group
from wildwood.extraction.http import web
from wildwood.extraction.service.files import file_digest
from wildwood.extraction.service.processes import Nursery, Workers, workers
from wildwood.extraction.service.worker import Job, WorkLimits
from wildwood.kernel import settings

from tests.support.databases import Databases
from tests.support.fork_server import ForkServer, run_program
from tests.support.paths import PAPERS
from tests.support.waiting import TIMEOUT_S, wait_for

DUST = PAPERS / "10.21105.jose.00200.pdf"
ROKEM = PAPERS / "10.21105.jose.00016.pdf"
TITLE = "Dust Aerosol Detection, Monitoring and Forecasting"
AUTHORS = ("Julia Wagemann", "Sabrina H. Szeto", "Simone Mantovani", "Federico Fierli")
ENDLESS = b"%!PS\n{} loop\n"

_PATIENT = f"connect_timeout_s = {TIMEOUT_S}\ntimeout_s = {TIMEOUT_S}"
_MAX_MESSAGES = 10_000


class ServerLog(logging.Handler):
    """The messages that servers in this process log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._messages: list[str] = []

    def attach(self) -> None:
        """Start to collect messages; uvicorn removes all handlers when it configures logging."""
        for name in ("asyncio", "uvicorn.error", "wildwood"):
            logging.getLogger(name).addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self._messages.append(self.format(record))

    def read(self) -> str:
        """Return the messages, and forget them."""
        messages = "\n".join(self._messages)
        self._messages.clear()
        return messages


SERVER_LOG = ServerLog()


_GONE = b'"error": "FileNotFoundError"'  # answered if the document is removed meanwhile


class RememberingNursery(Nursery):
    """Starts a process only for work that it has not done on the same content."""

    def __init__(self) -> None:
        super().__init__()
        self._done: dict[str, tuple[tuple[bytes, int], list[bytes]]] = {}

    def run(self, job: Job, end: int) -> tuple[bytes, int]:
        access = job.access
        if access.scratch or access.programs:
            return super().run(job, end)
        work = repr((job.function, job.arguments))
        for path in access.read:
            work = work.replace(str(path), file_digest(path))
        for number, path in enumerate(access.write):
            work = work.replace(str(path), str(number))
        if work not in self._done:
            result = super().run(job, end)
            if result[1] or _GONE in result[0]:  # it may have been killed
                return result
            self._done[work] = result, [path.read_bytes() for path in access.write]
        result, written = self._done[work]
        for path, content in zip(access.write, written, strict=True):
            path.write_bytes(content)
        return result


class SharedWorkers(Workers):
    """Workers that several servers use, so that none of these stops them."""

    def __init__(self, workers: Workers) -> None:
        self._workers, self.turns = workers, workers.turns

    def run(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        return self._workers.run(function, *arguments, **options)

    def run_program(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> int:
        return self._workers.run_program(function, *arguments, **options)

    @contextmanager
    def turn(self) -> Iterator[None]:
        with self._workers.turn():
            yield

    @property
    def killed(self) -> int:  # type: ignore[override]
        return self._workers.killed

    def stop(self) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class Place:
    """A configuration of the extraction, with its own folder and database."""

    home: Path
    uri: str
    database: str
    workers: Workers | None = None
    """The workers that servers and commands in this process share; without, they start some."""

    @property
    def config(self) -> Path:
        return self.home / "wildwood.toml"

    @property
    def files(self) -> Path:
        return self.home / "files"

    @property
    def log(self) -> Path:
        """What `serving_process` prints on stderr."""
        return self.home / "serve.log"

    def configure(
        self, extraction: str = "", *, mongodb: str = _PATIENT, tables: str = "", port: int = 0
    ) -> None:
        """Write the configuration, with more in [extraction] and [mongodb], and more tables."""
        (self.home / "us").mkdir(exist_ok=True)
        self.config.write_text(
            f"""
            [paths]
            us = "{self.home / "us"}"
            ps = "{self.home / "ps"}"
            db = "{self.home / "db"}"
            [mongodb]
            uri = "{self.uri}"
            database = "{self.database}"
            {mongodb}
            [extraction]
            files = "{self.files}"
            port = {port}
            {extraction}
            {tables}
            """,
            encoding="utf-8",
        )

    def empty(self) -> None:
        """Remove all documents and data."""
        with MongoClient[dict[str, Any]](self.uri) as client:
            for name in ("resources", "extractions"):
                client[self.database][name].delete_many({})
        for folder in self.files.iterdir():
            shutil.rmtree(folder, ignore_errors=True)

    def run(self, *arguments: str) -> Result:
        """Run `wildwood ARGUMENTS` in this process."""
        with self.sharing_workers():
            return CliRunner().invoke(group, [*arguments, "--config", str(self.config)])

    @contextmanager
    def serving(self) -> Iterator[httpx2.Client]:
        """Run a server in this process; yield a client."""
        config = settings.load_config(self.config, {})
        with ExitStack() as stack:
            listener = stack.enter_context(web.listening_socket(config))
            with self.sharing_workers():
                server = stack.enter_context(web.open_server(config))
            client = stack.enter_context(new_client())
            client.base_url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            SERVER_LOG.attach()
            thread = threading.Thread(target=server.run, args=([listener],))
            thread.start()
            try:
                yield client
            finally:
                server.should_exit = True
                thread.join()

    def sharing_workers(self) -> AbstractContextManager[object]:
        """Let servers that are opened in the block, in this process, use `workers`."""
        if self.workers is None:
            return nullcontext()
        shared = nullcontext(self.workers)
        return mock.patch("wildwood.extraction.service.service.workers", return_value=shared)

    @contextmanager
    def serving_process(
        self,
        fork_server: ForkServer,
        changes: Mapping[str, float],
        *,
        options: Sequence[str] = (),
        descriptors: int | None = None,
        logged: str = "",
    ) -> Iterator[httpx2.Client]:
        """Run `wildwood serve` in its own process until it is told to end; yield a client.

        Args:
            fork_server: starts the process.
            changes: new values of constants, such as `wildwood.module._NAME`.
            options: further options of the command.
            descriptors: how many files and connections it can open.
            logged: what it prints on stderr in addition to its address.
        """
        words = ["wildwood", "serve", *options, "--config", str(self.config)]
        self.log.touch()
        with (
            fork_server.start(
                run_changed, dict(changes), descriptors, words, stderr=self.log
            ) as process,
            new_client() as client,
        ):
            wait_for(lambda: "\n" in self.log.read_text(encoding="utf-8"))
            printed = self.log.read_text(encoding="utf-8")
            client.base_url = re.findall(r"http://[\w.:]+", printed)[0]
            try:
                yield client
            finally:
                os.kill(process.pid, signal.SIGTERM)
                status = process.wait()
        messages = self.log.read_text(encoding="utf-8").partition("\n")[2]
        assert status == 0, messages
        assert logged in messages
        assert len(messages) < _MAX_MESSAGES if logged else not messages

    def ghostscripts(self) -> list[psutil.Process]:
        """Return the processes of Ghostscript that read the documents of this place."""
        running = psutil.process_iter(["name", "cmdline"])
        return [
            process
            for process in running
            if process.info["name"] == "gs" and str(self.files) in str(process.info["cmdline"])
        ]


def run_changed(changes: Mapping[str, float], descriptors: int | None, words: list[str]) -> None:
    """Run a program in this process, with other constants and fewer descriptors."""
    for name, value in changes.items():
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(module), constant, value)
    if descriptors is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    run_program(words)


def run_without(library: str, words: list[str]) -> None:
    """Run a program in this process as if a library were not installed."""
    for name in list(sys.modules):
        if name.startswith("wildwood.extraction"):
            del sys.modules[name]
    sys.modules[library] = None  # type: ignore[assignment] # so Python reports it missing
    run_program(words)


@contextmanager
def running_workers() -> Iterator[Workers]:
    """Start workers for several servers, with limits that no ordinary document exceeds."""
    limits = WorkLimits(2, 22, TIMEOUT_S, memory_bytes=1 << 30)
    with ExitStack() as stack:
        with mock.patch("wildwood.extraction.service.processes.Nursery", RememberingNursery):
            started = stack.enter_context(workers(limits))
        yield SharedWorkers(started)


def new_client() -> httpx2.Client:
    """Make a client that leaves idle connections well before the server closes them."""
    # It would read all certificates that the machine trusts, and no server here has one.
    return httpx2.Client(timeout=TIMEOUT_S, limits=httpx2.Limits(keepalive_expiry=1), verify=False)


def is_up(client: httpx2.Client) -> bool:
    try:
        return client.get("/health").status_code == 200
    except httpx2.TransportError:
        return False


@contextmanager
def make_place(home: Path, databases: Databases, workers: Workers | None = None) -> Iterator[Place]:
    """Configure the extraction in a folder, on a database in which nothing is stored."""
    with databases.prepared() as database:
        place = Place(home, databases.uri, database.name, workers)
        place.configure()
        yield place


def upload(client: httpx2.Client, content: bytes, **query: str) -> httpx2.Response:
    return client.post("/extractor", content=content, params={"output": "json", **query})


def token(client: httpx2.Client, content: bytes, **query: str) -> str:
    """Upload a document; return its token."""
    response = upload(client, content, **query)
    assert response.status_code == 201, response.text
    return str(response.json()["token"])


def problem(response: httpx2.Response, status: int) -> str:
    """Check that a response is a problem document; return its detail."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    data = response.json()
    assert data["status"] == status
    assert data["detail"]
    return str(data["detail"])
