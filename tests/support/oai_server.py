"""A small OAI-PMH server on loopback, with faults on demand."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<responseDate>2026-11-21T00:00:00Z</responseDate>
<request verb="ListRecords">http://127.0.0.1/</request>
"""
_TAIL = "</OAI-PMH>\n"


def dublin_core(identifier: str, *elements: str) -> str:
    """A record; an element is the inside of `oai_dc:dc`, such as `<dc:title>T</dc:title>`."""
    return (
        f"<record><header><identifier>{escape(identifier)}</identifier></header><metadata>"
        '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"'
        f' xmlns:dc="http://purl.org/dc/elements/1.1/">'
        + "".join(elements)
        + "</oai_dc:dc>"
        + "</metadata></record>\n"
    )


def deleted(identifier: str) -> str:
    """A record that is no more."""
    header = f'<header status="deleted"><identifier>{identifier}</identifier></header>'
    return f"<record>{header}</record>\n"


def title(text: str) -> str:
    return f"<dc:title>{escape(text)}</dc:title>"


def page(*records: str, token: str | None = None) -> bytes:
    """A response to ListRecords; an empty token is how a list ends."""
    end = "" if token is None else f"<resumptionToken>{token}</resumptionToken>"
    return f"{_HEAD}<ListRecords>{''.join(records)}{end}</ListRecords>{_TAIL}".encode()


def refusal(code: str, text: str = "so it is") -> bytes:
    """A response that is an OAI-PMH error."""
    return f'{_HEAD}<error code="{code}">{text}</error>{_TAIL}'.encode()


@dataclass
class Fault:
    """What the server does once, in the place of a page."""

    content: bytes = b""
    status: int = 200
    claimed_length: int | None = None
    retry_after: str | None = None


@dataclass
class Server:
    """Pages of records; of each request `asked` has the token, `times` when, `agents` whose."""

    pages: Sequence[Sequence[str]]
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    url: str = ""
    moved_to: str = ""

    def answer(self, token: str) -> Fault:
        """What to say to a request with this token (none: the first page)."""
        self.asked.append(token)
        self.times.append(monotonic())
        if self.faults.get(token):
            return self.faults[token].pop(0)
        number = int(token.removeprefix("t") or 0)
        last = number + 1 == len(self.pages)
        return Fault(page(*self.pages[number], token="" if last else f"t{number + 1}"))


@contextmanager
def serving(pages: Sequence[Sequence[str]], **faults: list[Fault]) -> Iterator[Server]:
    """The server, running; a fault is named for its token, `first` for the first page."""
    named = {"" if name == "first" else name: list(found) for name, found in faults.items()}
    server = Server(pages, named)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            words = urlsplit(self.path).query
            if server.moved_to:
                self.send_response(301)
                self.send_header("Location", f"{server.moved_to}?{words}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            query = parse_qs(words)
            server.agents.append(self.headers["User-Agent"])
            found = server.answer(query.get("resumptionToken", [""])[0])
            self.send_response(found.status)
            self.send_header("Content-Type", "text/xml")
            length = found.claimed_length or len(found.content)
            self.send_header("Content-Length", str(length))
            if found.retry_after:
                self.send_header("Retry-After", found.retry_after)
            self.end_headers()
            self.wfile.write(found.content)

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.url = f"http://127.0.0.1:{http.server_port}/oai"
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()
