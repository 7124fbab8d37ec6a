"""Serve pages to one person on this machine, and take what they post."""

import secrets
import threading
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from wildwood.kernel import decisions, interruption
from wildwood.kernel.errors import WildwoodError
from wildwood.kernel.files import write_file
from wildwood.kernel.pairs import Report

_HOST = "127.0.0.1"
_OWN_NAMES = {_HOST, "localhost"}
_MOST_BYTES = 512 * 1024 * 1024
_LOOK_S = 0.2  # how often the server looks whether to end

TEXT = "text/plain; charset=utf-8"


class Answer(NamedTuple):
    content: bytes
    kind: str = "text/html; charset=utf-8"


class Reviewed:
    """What a server shows and takes; all methods raise `WildwoodError` if that fails."""

    def page(self) -> bytes:
        raise NotImplementedError

    def store(self, text: str) -> None:
        """Store the decisions that the page posts: those that were changed on it."""
        raise NotImplementedError

    def get(self, name: str, query: Mapping[str, str]) -> Answer | None:  # noqa: ARG002 - for more
        """Return what is at a path below the address; None if nothing is."""
        return Answer(self.page()) if name == "" else None

    def post(self, name: str, query: Mapping[str, str], content: bytes) -> str | None:  # noqa: ARG002
        """Take what is posted to a path, and return a sentence on it; None if there is no path."""
        if name != "decisions":
            return None
        self.store(content.decode())
        return ""


class Review(Reviewed):
    def __init__(self, report: Report, file: Path) -> None:
        undecided = [replace(pair, decision=None) for pair in report.pairs]
        self._report = replace(report, pairs=undecided)  # the file can be newer than a ps rif
        self._file = file
        self._finder = decisions.PairFinder(report.pairs)
        self._lock = threading.Lock()
        # The decisions on these pairs when one was stored last.
        self.stored: list[decisions.DecidedPair] | None = None

    def page(self) -> bytes:
        from wildwood.page.page import page  # noqa: PLC0415 - it takes longer than the server

        return page(self.decided(), is_stored=True)

    def decided(self) -> Report:
        """Return the report with the decisions of the file."""
        report, pairs = self._report, decisions.read_stored(self._file)
        own = list(filter(self._finder.finds, pairs))
        return decisions.applied(report, own, with_different=True) if own else report

    def store(self, text: str) -> None:
        """Change in the file what the page has changed; what others decided meanwhile stays."""
        with self._lock:
            stored = decisions.read_stored(self._file)
            pairs = decisions.changed_decisions(stored, text, self._finder)
            write_file(self._file, decisions.decisions_as_csv(pairs), keeps_decisions=False)
            self.stored = list(filter(self._finder.finds, pairs))


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
        name, query = self._asked()
        if name is None:
            return
        try:
            answer = self.server.review.get(name, query)
        except (WildwoodError, OSError) as error:
            self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, _sentence(str(error)))
            return
        self._answer(HTTPStatus.OK if answer else HTTPStatus.NOT_FOUND, answer)

    def do_POST(self) -> None:
        name, query = self._asked()
        if name == "done":
            self._answer(HTTPStatus.NO_CONTENT)
            threading.Thread(target=self.server.shutdown).start()
        elif name is not None:
            self._take(name, query)

    def _take(self, name: str, query: Mapping[str, str]) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > _MOST_BYTES:
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        try:
            sentence = self.server.review.post(name, query, self.rfile.read(int(length)))
        except (WildwoodError, UnicodeDecodeError, OSError) as error:
            self._answer(HTTPStatus.BAD_REQUEST, _sentence(str(error)))
            return
        if sentence:
            self._answer(HTTPStatus.OK, _sentence(sentence))
        else:
            self._answer(HTTPStatus.NOT_FOUND if sentence is None else HTTPStatus.NO_CONTENT)

    def _asked(self) -> tuple[str | None, Mapping[str, str]]:
        """Return the path below the address and its query; refuse requests of other sites."""
        parts = urlsplit(self.path)
        _, _, rest = parts.path.partition("/")
        token, slash, name = rest.partition("/")
        host = urlsplit(f"//{self.headers.get('Host', '')}")
        origin = urlsplit(self.headers.get("Origin") or f"//{host.netloc}")
        is_own = host.hostname in _OWN_NAMES and origin.netloc == host.netloc
        if is_own and secrets.compare_digest(token, self.server.token) and slash:
            return name, dict(parse_qsl(parts.query))
        self._answer(HTTPStatus.NOT_FOUND)
        return None, {}

    def _answer(self, status: HTTPStatus, answer: Answer | None = None) -> None:
        content = answer.content if answer else b""
        self.send_response(status)
        if status is not HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", answer.kind if answer else TEXT)
            self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments: object) -> None:
        """Log nothing."""


def _sentence(text: str) -> Answer:
    return Answer(text.encode(errors="replace"), TEXT)
