"""The extraction service if something fails, and what it leaves behind."""

import contextlib
import datetime
import errno
import os
import pty
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest
from pymongo import MongoClient
from pymongo.database import Database

from wildwood.cli.program import group
from wildwood.extraction.http import documents as documents_module
from wildwood.extraction.http import monitoring, web
from wildwood.extraction.service import worker
from wildwood.extraction.service.processes import Workers
from wildwood.nep import session

from tests.support.databases import Databases
from tests.support.extraction_server import (
    DUST,
    ENDLESS,
    ROKEM,
    Place,
    ServerLog,
    make_place,
    problem,
    token,
    upload,
)
from tests.support.fork_server import ForkServer
from tests.support.mongod import free_port, mongod_command
from tests.support.servers import servers
from tests.support.waiting import TIMEOUT_S, wait_for

HOUR = datetime.timedelta(hours=1)
DAY_S = 24 * 3600


def requests(client: httpx2.Client, status: int) -> float:
    """Return the number of requests that had a status, by the metrics."""
    metrics = client.get("/metrics").text
    pattern = rf'^wildwood_requests_total{{.*status="{status}"}} (.*)$'
    counts = re.findall(pattern, metrics, re.MULTILINE)
    return sum(map(float, counts))


def test_an_unexpected_error_is_a_problem_document_and_is_logged(
    empty: httpx2.Client, shared_place: Place, server_log: ServerLog
) -> None:
    before = requests(empty, 500)
    document = token(empty, DUST.read_bytes())
    (shared_place.files / document / "lines.json.z").write_bytes(b"spoilt")
    response = empty.get(f"/extractor/{document}/header?output=json")
    assert problem(response, 500) == "The service failed; see its log."
    logged = server_log.read()
    assert "GET /extractor/TOKEN/header failed" in logged
    assert "zlib.error" in logged
    assert document not in logged
    assert requests(empty, 500) == before + 1
    assert upload(empty, DUST.read_bytes()).status_code == 201


def test_a_full_disk_is_a_problem_document_and_one_line_in_the_log(
    empty: httpx2.Client,
    shared_place: Place,
    server_log: ServerLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def full(_pieces: object, path: Path, _max_bytes: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with monkeypatch.context() as patched:
        patched.setattr(documents_module, "_write", full)
        response = upload(empty, DUST.read_bytes())
    assert problem(response, 507) == (
        "The service has no space left for documents; try again later."
    )
    logged = server_log.read()
    assert "POST /extractor failed: [Errno 28] No space left on device: " in logged
    assert "Traceback" not in logged
    assert list(shared_place.files.iterdir()) == []
    assert upload(empty, DUST.read_bytes()).status_code == 201


def test_the_folder_of_the_documents_is_created_again_if_it_was_removed(
    empty: httpx2.Client, shared_place: Place
) -> None:
    lost = token(empty, DUST.read_bytes())
    shutil.rmtree(shared_place.files)
    kept = token(empty, DUST.read_bytes())
    assert empty.get(f"/extractor/{lost}/header").status_code == 404
    assert empty.get(f"/extractor/{kept}/header").status_code == 200


class MortalMongod:
    """A server that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._command = mongod_command(folder, self.port, "--logpath", folder / "log")
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_ms = int(TIMEOUT_S * 1000)
        with MongoClient[dict[str, Any]](
            "127.0.0.1", self.port, serverSelectionTimeoutMS=wait_ms
        ) as client:
            client.admin.command("ping")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture(scope="module")
def mortal_mongod(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MortalMongod]:
    """Start a server that tests kill; they start it again."""
    started = MortalMongod(tmp_path_factory.mktemp("mongod"))
    yield started
    started.kill()


@pytest.fixture(scope="module")
def mortal_place(
    tmp_path_factory: pytest.TempPathFactory, mortal_mongod: MortalMongod, shared_workers: Workers
) -> Place:
    home, uri = tmp_path_factory.mktemp("mortal"), f"mongodb://127.0.0.1:{mortal_mongod.port}/"
    place = Place(home, uri, "extraction", shared_workers)
    place.configure(mongodb="connect_timeout_s = 3\ntimeout_s = 3600")
    return place


@pytest.fixture(scope="module")
def mortal_client(mortal_place: Place) -> Iterator[httpx2.Client]:
    with mortal_place.serving() as opened:
        yield opened


class TestADatabaseThatDoesNotAnswer:
    def test_is_named_after_the_shorter_timeout_until_it_answers(
        self, mortal_client: httpx2.Client, mortal_place: Place, mortal_mongod: MortalMongod,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.setattr(monitoring, "_HEALTH_TIMEOUT_S", TIMEOUT_S)
        document = token(mortal_client, DUST.read_bytes())
        mortal_mongod.kill()
        with ThreadPoolExecutor(3) as threads:
            responses = [
                threads.submit(mortal_client.get, "/health?output=json"),
                threads.submit(mortal_client.get, f"/extractor/{document}/header?output=json"),
                threads.submit(upload, mortal_client, DUST.read_bytes()),
            ]
        message = f"MongoDB at 127.0.0.1:{mortal_mongod.port} did not answer within 3 s."
        for response in responses:
            assert problem(response.result(), 503) == message
            assert response.result().headers["retry-after"] == "2"
        mortal_mongod.start()
        wait_for(lambda: mortal_client.get(f"/extractor/{document}/header").status_code == 200)
        assert [path.name for path in mortal_place.files.iterdir()] == [document]

    def test_does_not_delay_the_monitor(
        self,
        mortal_client: httpx2.Client,
        mortal_mongod: MortalMongod,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(monitoring, "_HEALTH_TIMEOUT_S", 0.1)
        mortal_mongod.kill()
        response = mortal_client.get("/health?output=json")
        assert problem(response, 503) == "MongoDB did not answer within 0.1 s."
        mortal_mongod.start()


def test_a_private_server_that_is_killed_is_started_again(
    place: Place, server_log: ServerLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_restart = threading.Event()
    restart = session.restart_server_if_gone
    monkeypatch.setattr(web, "_SERVER_CHECK_INTERVAL_S", 0.1)
    monkeypatch.setattr(monitoring, "_HEALTH_TIMEOUT_S", 1)
    monkeypatch.setattr(
        session, "restart_server_if_gone", lambda config: may_restart.is_set() and restart(config)
    )
    place = replace(place, uri="")
    place.configure()
    with place.serving() as client:
        document = token(client, DUST.read_bytes())
        for server in servers(place.home / "db"):
            server.kill()
        wait_for(lambda: client.get("/health").status_code == 503)
        may_restart.set()
        wait_for(lambda: client.get(f"/extractor/{document}").status_code == 200)
    assert server_log.read() == "The private server was gone and has been started again."
    assert not servers(place.home / "db")


def connect(client: httpx2.Client) -> socket.socket:
    return socket.create_connection((client.base_url.host, client.base_url.port or 0))


def half_sent(client: httpx2.Client) -> socket.socket:
    """Open a connection and begin an upload."""
    opened = connect(client)
    opened.sendall(b"POST /extractor HTTP/1.1\r\nHost: [::]\r\nContent-Length: 1000\r\n\r\n%PDF")
    return opened


def test_a_client_that_leaves_during_an_upload_is_not_an_error_of_the_service(
    empty: httpx2.Client, shared_place: Place
) -> None:
    left, failed = requests(empty, 499), requests(empty, 500)
    with half_sent(empty):
        wait_for(lambda: any(shared_place.files.iterdir()))
    wait_for(lambda: requests(empty, 499) > left)
    assert requests(empty, 500) == failed
    assert not any(shared_place.files.iterdir())


def test_an_address_in_use_is_named(place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        place.configure(port=port)
        done = place.run("serve")
    assert done.exit_code == 1
    assert done.stderr == (
        f"Error: Cannot listen on 127.0.0.1 port {port}: Address already in use;"
        " set another host or port in [extraction].\n"
    )


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("header", b"as\n"),
        ("citations", b"as\n"),
        ("body", b"References\n[1] A. Smith. A first paper. 1991.\n"),
    ],
    ids=["header", "citations", "body"],
)
def test_a_kind_that_a_document_does_not_contain_is_refused(
    empty: httpx2.Client, kind: str, content: bytes
) -> None:
    document = token(empty, content, filter="0")
    response = empty.get(f"/extractor/{document}/{kind}?output=json")
    assert problem(response, 422) == f"The document contains no {kind}."


@pytest.fixture(scope="module")
def small_place(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[Place]:
    with make_place(tmp_path_factory.mktemp("small"), databases) as place:
        place.configure("workers = 1\nwaiting = 1\ntime_s = 3600")
        yield place


@pytest.fixture(scope="module")
def small(small_place: Place) -> Iterator[httpx2.Client]:
    """Start a server with one worker, for which one request can wait."""
    with small_place.serving() as opened:
        yield opened


class TestABusyService:
    @pytest.mark.program("gs")
    def test_refuses_further_requests_with_503(
        self, small: httpx2.Client, small_place: Place
    ) -> None:
        with ThreadPoolExecutor(12) as threads:
            pending = {threads.submit(upload, small, ENDLESS, filter="0") for _ in range(12)}
            refused: set[Future[httpx2.Response]] = set()
            while len(refused) < 10:
                done, pending = wait(pending, TIMEOUT_S, FIRST_COMPLETED)
                assert done
                refused |= done
            accepted = list(pending)
            kill_ghostscript_until(small_place, lambda: all(one.done() for one in accepted))
        for one in refused:
            assert one.result().headers["retry-after"] == "2"
            assert problem(one.result(), 503) == "All workers are busy; try again in a moment."
        for one in accepted:
            assert "was killed" in problem(one.result(), 503)

    @pytest.mark.parametrize(
        ("part", "work"),
        [
            ("header", worker.extract_kinds),
            ("tei", worker.extract_whole),
            ("header", worker.read),
        ],
        ids=["extracting", "the full text", "reading again"],
    )
    def test_deletes_a_document_that_a_request_waits_for(
        self, small: httpx2.Client, small_place: Place, monkeypatch: pytest.MonkeyPatch,
        part: str, work: Callable[..., Any],
    ) -> None:  # fmt: skip
        document = token(small, DUST.read_bytes())
        if work is worker.extract_whole:
            small.get(f"/extractor/{document}/header")
        if work is worker.read:  # which an earlier version did
            with MongoClient[dict[str, Any]](small_place.uri) as opened:
                resources = opened[small_place.database]["resources"]
                resources.update_one({"_id": document}, {"$set": {"version": "1"}})
        is_waiting = threading.Event()
        run = Workers.run

        def noticed_run(
            workers: Workers, function: Callable[..., Any], *arguments: Any, **options: Any
        ) -> Any:
            if work in [getattr(one, "func", one) for one in (function, *arguments[1:])]:
                is_waiting.set()
            return run(workers, function, *arguments, **options)

        monkeypatch.setattr(Workers, "run", noticed_run)
        with ThreadPoolExecutor(2) as threads:
            working = threads.submit(upload, small, ENDLESS, filter="0")
            wait_for(small_place.ghostscripts)
            waiting = threads.submit(small.get, f"/extractor/{document}/{part}?output=json")
            assert is_waiting.wait(TIMEOUT_S)
            assert small.delete(f"/extractor/{document}").status_code == 200
            kill_ghostscript_until(small_place, working.done)
            assert problem(waiting.result(), 404) == f"The document '{document}' does not exist."
            assert working.result().status_code == 503


def kill_ghostscript_until(place: Place, condition: Callable[[], bool]) -> None:
    def is_met() -> bool:
        for process in place.ghostscripts():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        return condition()

    wait_for(is_met)


class TestFilesWithoutADocument:
    """What an upload leaves if it is killed."""

    def make(self, place: Place, age_s: int) -> Path:
        folder = place.files / ("0" * 32)
        folder.mkdir(parents=True)
        (folder / "document").write_bytes(b"%PDF-1.4")
        then = time.time() - age_s
        os.utime(folder / "document", (then, then))
        os.utime(folder, (then, then))
        return folder

    @pytest.mark.usefixtures("empty")
    def test_are_removed_after_a_while(self, shared_place: Place) -> None:
        left = self.make(shared_place, DAY_S)
        wait_for(lambda: not left.exists())

    @pytest.mark.usefixtures("empty")
    def test_stay_while_they_can_still_be_written(self, shared_place: Place) -> None:
        new = shared_place.files / ("1" * 32)
        new.mkdir()
        old = self.make(shared_place, DAY_S)
        wait_for(lambda: not old.exists())
        assert new.exists()

    def test_are_not_those_of_a_document(self, empty: httpx2.Client, shared_place: Place) -> None:
        document = token(empty, DUST.read_bytes())
        for path in shared_place.files.rglob("*"):
            os.utime(path, (0, 0))
        left = self.make(shared_place, DAY_S)
        wait_for(lambda: not left.exists())
        assert empty.get(f"/extractor/{document}/file").status_code == 200


def test_expired_citations_are_extracted_again(
    empty: httpx2.Client, shared_database: Database[dict[str, Any]]
) -> None:
    """The header does not expire."""
    document = token(empty, DUST.read_bytes())
    for kind in ("header", "citations"):
        empty.get(f"/extractor/{document}/{kind}")
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    stored = shared_database["extractions"].find_one()
    assert stored
    assert "expires" not in stored["header"]
    assert abs(stored["citations"]["expires"] - now - 6 * HOUR) < HOUR
    shared_database["extractions"].update_one({}, {"$set": {"citations.expires": now - HOUR}})
    assert len(empty.get(f"/extractor/{document}/citations?output=json").json()["citations"]) == 6
    again = shared_database["extractions"].find_one()
    assert again
    assert again["citations"]["expires"] > now


def test_the_command_extract_shows_a_bar_if_stderr_is_a_terminal(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    ours, theirs = pty.openpty()
    command = ["extract", str(DUST), str(ROKEM), "--into", str(place.home)]
    # A terminal that nobody reads would stop the command.
    with ThreadPoolExecutor(1) as threads, monkeypatch.context() as patch:
        shown = threads.submit(read_terminal, ours)
        with place.sharing_workers(), os.fdopen(theirs, "w") as terminal:
            patch.setattr(sys, "stderr", terminal)
            group.main([*command, "--config", str(place.config)], standalone_mode=False)
    assert b"Extracting" in shown.result()
    assert b"2/2" in shown.result()
    assert b"2 of 2 documents extracted" in shown.result()


def read_terminal(descriptor: int) -> bytes:
    """Return what a terminal shows until it is closed."""
    shown = b""
    with os.fdopen(descriptor, "rb", buffering=0) as terminal, contextlib.suppress(OSError):
        while piece := terminal.read(65536):
            shown += piece
    return shown


def test_a_service_told_to_end_answers_waiting_requests_and_leaves_no_program(
    place: Place, fork_server: ForkServer
) -> None:
    place.configure("time_s = 3600\nworkers = 2\nwaiting = 3")
    changes = {
        "wildwood.extraction.http.web._WORK_TIMEOUT_S": 0.5,
        "wildwood.extraction.http.web._SHUTDOWN_TIMEOUT_S": TIMEOUT_S,
    }
    with ThreadPoolExecutor(5) as threads:
        with place.serving_process(fork_server, changes) as client:
            waiting = [threads.submit(upload, client, ENDLESS, filter="0") for _ in range(5)]
            wait_for(lambda: received(place) == 5 and len(place.ghostscripts()) >= 2)
        responses = [one.result() for one in waiting]
    assert {problem(response, 503) for response in responses} == {
        "The service is shutting down; try again in a moment."
    }
    wait_for(lambda: not place.ghostscripts())


def received(place: Place) -> int:
    """Return the number of endless documents that have been received."""
    documents = place.files.glob("*/document")
    return sum(path.stat().st_size == len(ENDLESS) for path in documents)
