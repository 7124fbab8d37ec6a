"""The extraction service when something fails, and what may be left behind."""

import contextlib
import os
import pty
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest
from pymongo import MongoClient

from wildwood.store.private_server import find_mongod

from tests.support.extraction_server import (
    DUST,
    ROKEM,
    Place,
    free_port,
    is_up,
    token,
    upload,
    wait_for,
)
from tests.support.servers import servers

DAY_S = 24 * 3600


class Mongod:
    """A server of a test's own, which can be killed and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        folder.mkdir()
        self._command = [
            str(find_mongod()), "--dbpath", str(folder), "--port", str(port),
            "--bind_ip", "127.0.0.1", "--nounixsocket", "--logpath", str(folder / "log"),
        ]  # fmt: skip
        self._port = port
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        with MongoClient[dict[str, Any]]("127.0.0.1", self._port) as client:
            client.admin.command("ping")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def problem(answer: httpx2.Response, status: int) -> str:
    """The sentence of a problem document."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    return str(answer.json()["detail"])


def test_what_nobody_foresaw_is_a_problem_and_the_service_goes_on(place: Place) -> None:
    with place.serving(saying="zlib.error") as client:
        made = token(client, DUST.read_bytes())
        (place.home / "files" / made / "lines.json.z").write_bytes(b"spoilt")
        answer = client.get(f"/extractor/{made}/header?output=json")
        assert problem(answer, 500) == "The service failed; its log says why."
        assert 'status="500"' in client.get("/metrics").text
        assert upload(client, DUST.read_bytes()).status_code == 201


def test_a_database_that_does_not_answer_is_named_until_it_does(place: Place) -> None:
    port = free_port()
    mongod = Mongod(place.home / "mongod", port)
    place = replace(place, uri=f"mongodb://127.0.0.1:{port}/")
    place.configure(mongodb="connect_timeout_s = 1\ntimeout_s = 1")
    try:
        with place.serving() as client:
            made = token(client, DUST.read_bytes())
            mongod.kill()
            for path in ("/health", f"/extractor/{made}/header"):
                answer = client.get(path, params={"output": "json"})
                assert f"127.0.0.1:{port}" in problem(answer, 503)
                assert answer.headers["retry-after"] == "2"
            problem(upload(client, DUST.read_bytes()), 503)
            mongod.start()
            wait_for(lambda: client.get(f"/extractor/{made}/header").status_code == 200)
    finally:
        mongod.kill()
    assert [path.name for path in (place.home / "files").iterdir()] == [made]


def test_a_client_that_leaves_in_mid_upload_is_no_fault_of_the_service(place: Place) -> None:
    with place.serving() as client:
        with half_sent(place):
            wait_for(lambda: any((place.home / "files").iterdir()))
        wait_for(lambda: 'status="499"' in client.get("/metrics").text)
        assert 'status="500"' not in client.get("/metrics").text
        assert not any((place.home / "files").iterdir())


def half_sent(place: Place) -> socket.socket:
    """A connection on which an upload began."""
    opened = socket.create_connection(("127.0.0.1", place.port))
    opened.sendall(b"POST /extractor HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n%PDF")
    return opened


def test_a_database_that_does_not_answer_holds_nobody_long(place: Place) -> None:
    port = free_port()
    mongod = Mongod(place.home / "mongod", port)
    place = replace(place, uri=f"mongodb://127.0.0.1:{port}/")
    place.configure()
    try:
        with place.serving() as client:
            made = token(client, DUST.read_bytes())
            mongod.kill()
            for path, seconds in (("/health", 3), (f"/extractor/{made}/header", 7)):
                began = time.monotonic()
                problem(client.get(path, params={"output": "json"}), 503)
                assert time.monotonic() - began < seconds
    finally:
        mongod.kill()


def test_a_private_server_that_was_killed_is_started_again(place: Place) -> None:
    place = replace(place, uri="")
    place.configure()
    with place.serving(saying="The private server was gone; it runs again.") as client:
        made = token(client, DUST.read_bytes())
        for server in servers(place.home / "db"):
            server.kill()
        wait_for(lambda: client.get("/health").status_code == 503)
        wait_for(lambda: client.get(f"/extractor/{made}").status_code == 200)
    assert not servers(place.home / "db")


def test_silent_connections_go_and_the_service_answers_again(place: Place) -> None:
    few = ("sh", "-c", 'ulimit -n 256; exec "$@"', "sh")
    address = ("127.0.0.1", place.port)
    with contextlib.ExitStack() as opened, place.serving("out of system resource", few) as client:
        for _ in range(300):
            connection = opened.enter_context(socket.create_connection(address))
            connection.sendall(b"GET /health HTTP/1.1\r\n")
        wait_for(lambda: not is_up(client))
        wait_for(lambda: is_up(client))


def test_uploads_that_do_not_come_on_leave_the_other_requests_alone(place: Place) -> None:
    with contextlib.ExitStack() as opened, place.serving() as client:
        for _ in range(128):
            opened.enter_context(half_sent(place))
        wait_for(lambda: len(list((place.home / "files").iterdir())) == 128)
        assert "Too many uploads" in problem(upload(client, DUST.read_bytes()), 503)
        assert is_up(client)
        opened.close()
        wait_for(lambda: upload(client, DUST.read_bytes()).status_code == 201)


def test_an_address_that_is_taken_is_named(place: Place) -> None:
    with socket.create_server(("127.0.0.1", place.port)):
        done = place.wildwood("serve")
    assert done.returncode == 1
    assert done.stderr == (
        f"Error: Cannot listen at 127.0.0.1 port {place.port}: Address already in use;"
        " host and port of [extraction] say where.\n"
    )


@pytest.mark.parametrize(
    ("kind", "document"),
    [
        ("header", b"as\n"),
        ("citations", b"as\n"),
        ("body", b"References\n[1] A. Smith. A first paper. 1991.\n"),
    ],
)
def test_a_document_that_holds_nothing_of_a_kind_is_refused_it(
    place: Place, kind: str, document: bytes
) -> None:
    with place.serving() as client:
        made = token(client, document, filter="0")
        answer = client.get(f"/extractor/{made}/{kind}?output=json")
    assert problem(answer, 422) == f"There is nothing of the kind {kind} in it."


def test_a_document_that_is_deleted_while_a_request_waits_is_unknown_to_it(place: Place) -> None:
    place.configure("workers = 1\nwaiting = 4\ntime_s = 3")
    with place.serving() as client, ThreadPoolExecutor(2) as threads:
        made = token(client, DUST.read_bytes())
        holding = threads.submit(upload, client, b"%!PS\n{} loop\n", filter="0")
        time.sleep(0.5)
        waiting = threads.submit(client.get, f"/extractor/{made}/header?output=json")
        time.sleep(0.5)
        assert client.delete(f"/extractor/{made}").status_code == 200
        assert made in problem(waiting.result(), 404)
        assert holding.result().status_code == 422


class TestFilesOfNoDocument:
    """What an upload leaves that is killed before its end."""

    def left(self, place: Place, age_s: int) -> Path:
        made = place.home / "files" / ("0" * 32)
        made.mkdir(parents=True)
        (made / "document").write_bytes(b"%PDF-1.4")
        then = time.time() - age_s
        os.utime(made / "document", (then, then))
        os.utime(made, (then, then))
        return made

    def test_go_after_a_while(self, place: Place) -> None:
        left = self.left(place, DAY_S)
        with place.serving():
            wait_for(lambda: not left.exists())

    def test_stay_while_they_may_be_written_to(self, place: Place) -> None:
        old, new = self.left(place, DAY_S), place.home / "files" / ("1" * 32)
        new.mkdir()
        with place.serving():
            wait_for(lambda: not old.exists())
            assert new.exists()

    def test_are_not_those_of_a_document(self, place: Place) -> None:
        with place.serving() as client:
            made = token(client, DUST.read_bytes())
        for path in (place.home / "files").rglob("*"):
            os.utime(path, (0, 0))
        left = self.left(place, DAY_S)
        with place.serving() as client:
            wait_for(lambda: not left.exists())
            assert client.get(f"/extractor/{made}/file").status_code == 200


def test_citations_expire_and_are_extracted_again(place: Place) -> None:
    """The header stays; so the second document has that one of the first alone."""
    place.configure("citations_hours = 0.0003")
    with place.serving() as client:
        first, second = (token(client, DUST.read_bytes()) for _ in range(2))
        for kind in ("header", "citations"):
            client.get(f"/extractor/{first}/{kind}")
        time.sleep(1.5)
        origin = {
            kind: client.get(f"/extractor/{second}/{kind}").headers.get("x-near-duplicate")
            for kind in ("header", "citations")
        }
    assert origin == {"header": f"{first}; distance=0", "citations": None}


def test_the_command_extract_shows_a_bar_where_stderr_is_a_terminal(place: Place) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        done = subprocess.run(
            [sys.executable, "-m", "wildwood", "extract", DUST, ROKEM, "--into", place.home,
             "--config", place.config],
            env={**os.environ, "TERM": "xterm"}, stderr=theirs, check=False, timeout=120,
        )  # fmt: skip
        shown = terminal.read(65536)
        os.close(theirs)
    assert done.returncode == 0
    assert b"Extracting" in shown
    assert b"2/2" in shown


def test_a_service_told_to_end_answers_who_waits_and_leaves_no_program(place: Place) -> None:
    place.configure("time_s = 40\nworkers = 2\nwaiting = 3")
    endless = b"%!PS\n{ } loop\n"
    with ThreadPoolExecutor(5) as threads:
        with place.serving() as client:
            waiting = [threads.submit(upload, client, endless, filter="0") for _ in range(5)]
            wait_for(lambda: len(programs_on(place)) == 2)
            began = time.monotonic()
        assert time.monotonic() - began < 15
        answers = [one.result() for one in waiting]
    assert {problem(answer, 503) for answer in answers} == {
        "The service is ending; try again in a moment."
    }
    wait_for(lambda: not programs_on(place))


def programs_on(place: Place) -> list[psutil.Process]:
    """The Ghostscripts that work on a place's documents."""
    running = psutil.process_iter(["name", "cmdline"])
    return [
        process for process in running
        if process.info["name"] == "gs" and str(place.home) in str(process.info["cmdline"])
    ]  # fmt: skip
