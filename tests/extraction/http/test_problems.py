"""The statuses of errors; those of one subject are tested with it."""

import asyncio
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI
from starlette.staticfiles import StaticFiles
from starlette.types import Message

from wildwood.extraction.http import documents
from wildwood.extraction.http.monitoring import Metrics
from wildwood.extraction.http.problems import Measured

from tests.support.extraction_server import DUST, Place, problem, upload
from tests.support.hostile_pdfs import bomb
from tests.support.made_pdfs import locked_pdf
from tests.support.paths import DOCS, PAPERS
from tests.support.scans import scan_of

HTTP = Path(documents.__file__).parent


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return scan_of(DUST, tmp_path_factory.mktemp("scan") / "scan.pdf").read_bytes()


def test_every_status_of_an_error_is_in_the_documentation() -> None:
    page = (DOCS / "service.md").read_text(encoding="utf-8")
    table = page[page.index("| status | reason |") :].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()]
    named = {int(status) for row in rows for status in re.findall(r"\d{3}", row)}
    sources = (path.read_text(encoding="utf-8") for path in HTTP.glob("*.py"))
    used = {name for source in sources for name in re.findall(r"HTTPStatus\.([A-Z_]+)", source)}
    of_errors = {HTTPStatus[name] for name in used if HTTPStatus[name] >= 400}
    assert of_errors - {HTTPStatus.METHOD_NOT_ALLOWED} == named


def test_a_silent_upload_is_given_up(
    client: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "_GRACE_PERIOD_S", 0)
    with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as raw:
        raw.sendall(
            b"POST /extractor?output=json HTTP/1.1\r\nHost: [::]\r\nContent-Length: 9\r\n\r\n%PDF"
        )
        response = raw.recv(1000)
    assert response.startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in response


def test_a_client_that_is_gone_before_it_has_a_file_is_no_error(tmp_path: Path) -> None:
    """The log stays empty; see `server_log`."""
    (tmp_path / "file").touch()
    app, sent = FastAPI(), list[Message]()
    app.add_middleware(Measured, metrics=Metrics(30))
    app.mount("/", StaticFiles(directory=tmp_path))

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/file", "root_path": "", "headers": []}
    asyncio.run(app(scope, receive, send))
    assert {message.get("status", 200) for message in sent} <= {200}


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (locked_pdf(), "it is locked with a password; send it unlocked"),
        (b"%PDF-1.4 broken", "The PDF cannot be read"),
        pytest.param(
            b"%!PS\nnonsense\n",
            "Ghostscript cannot run the PostScript.",
            marks=pytest.mark.program("gs"),
        ),
    ],
    ids=["locked", "broken", "a failing program"],
)
def test_a_document_without_a_readable_text_is_refused(
    client: httpx2.Client, content: bytes, detail: str
) -> None:
    assert detail in problem(upload(client, content, filter="0"), 422)


def test_a_scan_is_refused_with_the_cure(client: httpx2.Client, scan: bytes) -> None:
    assert "The setting extraction.ocr lets" in problem(upload(client, scan), 422)


class TestAServiceThatLacksSomething:
    @pytest.fixture
    def poor(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx2.Client]:
        """Start a service with little memory, and without Ghostscript and Tesseract."""
        monkeypatch.setenv("PATH", str(place.home))
        place.configure('memory_mb = 256\nocr = "eng"')
        with replace(place, workers=None).serving() as opened:
            yield opened

    def test_names_it(self, poor: httpx2.Client, scan: bytes) -> None:
        large = upload(poor, bomb(), filter="0")
        assert "more than 256 MB of memory" in problem(large, 422)
        for content, program in (
            ((PAPERS / "onepage.ps").read_bytes(), "PostScript needs Ghostscript"),
            (scan, "Scans need Tesseract"),
        ):
            response = upload(poor, content, filter="0")
            assert problem(response, 503).startswith(program)
            assert response.headers["retry-after"]
        assert upload(poor, DUST.read_bytes()).status_code == 201
