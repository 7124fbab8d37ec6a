"""Serve a page of pairs or records to one person on this machine, and store the decisions."""

import secrets
import threading
from dataclasses import replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from wildwood.kernel import interruption
from wildwood.kernel.decisions import (
    DecidedPair,
    applied,
    decisions_as_csv,
    parse_decisions,
    read_decisions,
)
from wildwood.kernel.errors import WildwoodError
from wildwood.kernel.files import write_file
from wildwood.kernel.pairs import Report
from wildwood.page.page import page

_HOST = "127.0.0.1"
_OWN_NAMES = {_HOST, "localhost"}
_MOST_BYTES = 64 * 1024 * 1024
_LOOK_S = 0.2  # how often the server looks whether to end


class Reviewed(Protocol):
    def page(self) -> bytes: ...

    def store(self, text: str) -> None:
        """Store the decisions that the page posts; raise `WildwoodError` if that fails."""


class Review:
    def __init__(self, report: Report, file: Path) -> None:
        undecided = [replace(pair, decision=None) for pair in report.pairs]
        self._report = replace(report, pairs=undecided)  # the file can be newer than a ps rif
        self._file = file
        self._lock = threading.Lock()
        self.stored: list[DecidedPair] | None = None  # what was stored last on these pairs

    def page(self) -> bytes:
        pairs = [pair for pair in self._decided() if self._is_own(pair)]
        return page(applied(self._report, pairs, with_different=True), is_stored=True)

    def store(self, text: str) -> None:
        """Replace the decisions on these pairs in the file; those on others stay."""
        with self._lock:
            pairs = parse_decisions(text, "The page")
            kept = [pair for pair in self._decided() if not self._is_own(pair)]
            write_file(self._file, decisions_as_csv([*kept, *pairs]), keeps_decisions=False)
            self.stored = pairs

    def _decided(self) -> list[DecidedPair]:
        return read_decisions(self._file) if self._file.exists() else []

    def _is_own(self, pair: DecidedPair) -> bool:
        return frozenset(pair.ids) in {shown.keys for shown in self._report.pairs}


class ReviewServer(ThreadingHTTPServer):
    """Answers requests for a review, at an address that cannot be guessed."""

    daemon_threads = True

    def __init__(self, review: Reviewed, port: int = 0) -> None:
        """Listen on a port; 0 is any free one."""
        super().__init__((_HOST, port), _Handler)
        self.review = review
        self.token = secrets.token_urlsafe(16)

    @property
    def address(self) -> str:
        return f"http://{_HOST}:{self.server_port}/{self.token}/"

    def run(self) -> None:
        """Serve until the page says that the review is done, or a signal arrives."""
        self.serve_forever(_LOOK_S)

    def service_actions(self) -> None:
        interruption.check()


class _Handler(BaseHTTPRequestHandler):
    server: ReviewServer

    def do_GET(self) -> None:
        if self._asked() != "":
            return
        try:
            content = self.server.review.page()
        except WildwoodError as error:
            self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, str(error).encode())
            return
        self._answer(HTTPStatus.OK, content, "text/html; charset=utf-8")

    def do_POST(self) -> None:
        action = self._asked("decisions", "done")
        if action == "decisions":
            self._store()
        elif action == "done":
            self._answer(HTTPStatus.NO_CONTENT)
            threading.Thread(target=self.server.shutdown).start()

    def _store(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > _MOST_BYTES:
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        try:
            self.server.review.store(self.rfile.read(int(length)).decode())
        except (WildwoodError, UnicodeDecodeError) as error:
            self._answer(HTTPStatus.BAD_REQUEST, str(error).encode())
        else:
            self._answer(HTTPStatus.NO_CONTENT)

    def _asked(self, *names: str) -> str | None:
        """Return the part of the review that is requested; refuse requests of other sites."""
        _, _, rest = self.path.partition("/")
        token, _, name = rest.partition("/")
        host = urlsplit(f"//{self.headers.get('Host', '')}")
        origin = urlsplit(self.headers.get("Origin") or f"//{host.netloc}")
        is_own = host.hostname in _OWN_NAMES and origin.netloc == host.netloc
        if is_own and secrets.compare_digest(token, self.server.token) and name in (names or ("",)):
            return name
        self._answer(HTTPStatus.NOT_FOUND)
        return None

    def _answer(
        self, status: HTTPStatus, content: bytes = b"", kind: str = "text/plain; charset=utf-8"
    ) -> None:
        self.send_response(status)
        if status is not HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments: object) -> None:
        """Log nothing."""
