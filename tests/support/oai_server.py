"""A small OAI-PMH server on loopback, with configurable faults."""

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from urllib.parse import parse_qsl, urlsplit
from xml.sax.saxutils import escape

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<responseDate>2026-11-21T00:00:00Z</responseDate>
<request verb="ListRecords">http://127.0.0.1/</request>
"""
_TAIL = "</OAI-PMH>\n"


def dublin_core(identifier: str, *elements: str) -> str:
    """Make a record with elements of `oai_dc:dc`, such as `<dc:title>T</dc:title>`."""
    return (
        f"<record><header><identifier>{escape(identifier)}</identifier></header><metadata>"
        '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"'
        f' xmlns:dc="http://purl.org/dc/elements/1.1/">'
        + "".join(elements)
        + "</oai_dc:dc>"
        + "</metadata></record>\n"
    )


def deleted(identifier: str) -> str:
    """Make a deleted record."""
    header = f'<header status="deleted"><identifier>{identifier}</identifier></header>'
    return f"<record>{header}</record>\n"


def title(text: str) -> str:
    """Make a title for a record."""
    return f"<dc:title>{escape(text)}</dc:title>"


def page(*records: str, token: str | None = None) -> bytes:
    """Make a response to ListRecords; an empty token ends the list."""
    end = "" if token is None else f"<resumptionToken>{token}</resumptionToken>"
    return f"{_HEAD}<ListRecords>{''.join(records)}{end}</ListRecords>{_TAIL}".encode()


def set_list(content: str) -> bytes:
    """Make a response to ListSets."""
    return f"{_HEAD}<ListSets>{content}</ListSets>{_TAIL}".encode()


def refusal(code: str, text: str = "an error") -> bytes:
    """Make a response with an OAI-PMH error."""
    return f'{_HEAD}<error code="{code}">{text}</error>{_TAIL}'.encode()


@dataclass
class Fault:
    """A response that the server sends once instead of a page."""

    content: bytes = b""
    status: int = 200
    claimed_length: int | None = None
    retry_after: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    """Further headers, right or wrong."""


@dataclass
class Server:
    """The pages that a server sends, and the requests that it received."""

    pages: Sequence[Sequence[str]]
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    """For each token, the faults still to come."""
    tokens: list[str] = field(default_factory=list)
    """The resumption token of each request."""
    queries: list[dict[str, str]] = field(default_factory=list)
    """The arguments of each request."""
    times: list[float] = field(default_factory=list)
    """The time of each request, in seconds."""
    paths: list[str] = field(default_factory=list)
    """The path of each request."""
    agents: list[str] = field(default_factory=list)
    """The user agent of each request."""
    url: str = ""
    moved_to: str = ""
    """Address to redirect all requests to, if any."""
    drops_query: bool = False
    """Whether the redirect leaves out the arguments."""
    robots: str = ""
    """The file robots.txt."""
    base_url: str = ""
    """What Identify says that the address is."""
    sets: Sequence[Sequence[str]] = ()
    """The sets on each page of ListSets; without a page, there is no such list."""
    set_lists: Sequence[bytes] = ()
    """Responses to ListSets instead, in their order; the last one to all later requests."""

    def list_sets(self, token: str) -> bytes:
        """Return a page of ListSets."""
        if self.set_lists:
            asked = sum(query.get("verb") == "ListSets" for query in self.queries)
            return self.set_lists[min(asked, len(self.set_lists)) - 1]
        if not self.sets:
            return refusal("noSetHierarchy")
        number = int(token or 0)
        specs = "".join(f"<set><setSpec>{spec}</setSpec></set>" for spec in self.sets[number])
        last = number + 1 == len(self.sets)
        end = "" if last else f"<resumptionToken>{number + 1}</resumptionToken>"
        return f"{_HEAD}<ListSets>{specs}{end}</ListSets>{_TAIL}".encode()

    def identifiers(self) -> bytes:
        """Return the response to ListIdentifiers."""
        headers = "".join(
            re.search("<header.*?</header>", record)[0]  # type: ignore[index]
            for records in self.pages
            for record in records
        )
        return f"{_HEAD}<ListIdentifiers>{headers}</ListIdentifiers>{_TAIL}".encode()

    def record(self, identifier: str) -> bytes:
        """Return the response to GetRecord."""
        for records in self.pages:
            for record in records:
                if f"<identifier>{identifier}<" in record:
                    return f"{_HEAD}<GetRecord>{record}</GetRecord>{_TAIL}".encode()
        return refusal("idDoesNotExist")

    def response(self, token: str) -> Fault:
        """Return the next response for a token; an empty one requests the first page."""
        self.tokens.append(token)
        self.times.append(monotonic())
        if self.faults.get(token):
            return self.faults[token].pop(0)
        number = int(token.removeprefix("t") or 0)
        last = number + 1 == len(self.pages)
        return Fault(page(*self.pages[number], token="" if last else f"t{number + 1}"))


@contextmanager
def serving(pages: Sequence[Sequence[str]], **faults: list[Fault]) -> Iterator[Server]:
    """Run a server in the background.

    Args:
        pages: the records of each page.
        faults: faults by the token of the request; `first` is the request for the first page.
    """
    by_token = {"" if name == "first" else name: list(some) for name, some in faults.items()}
    server = Server(pages, by_token)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, query = urlsplit(self.path)[2:4]
            if path == "/robots.txt":
                self.send_response(200 if server.robots else 404)
                self.end_headers()
                self.wfile.write(server.robots.encode())
                return
            if server.moved_to:
                self.send_response(301)
                arguments = "" if server.drops_query else f"?{query}"
                self.send_header("Location", f"{server.moved_to}{arguments}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            server.paths.append(path)
            server.agents.append(self.headers["User-Agent"])
            server.queries.append(dict(parse_qsl(query)))
            if server.queries[-1].get("verb") == "Identify":
                base = f"<baseURL>{server.base_url}</baseURL>"
                response = Fault(f"{_HEAD}<Identify>{base}</Identify>{_TAIL}".encode())
            elif server.queries[-1].get("verb") == "ListSets":
                token = server.queries[-1].get("resumptionToken", "")
                response = Fault(server.list_sets(token))
            elif server.queries[-1].get("verb") == "ListIdentifiers":
                response = Fault(server.identifiers())
            elif server.queries[-1].get("verb") == "GetRecord":
                response = Fault(server.record(server.queries[-1]["identifier"]))
            else:
                response = server.response(server.queries[-1].get("resumptionToken", ""))
            self.send_response(response.status)
            self.send_header("Content-Type", "text/xml")
            length = response.claimed_length or len(response.content)
            self.send_header("Content-Length", str(length))
            again = {} if response.retry_after is None else {"Retry-After": response.retry_after}
            for name, value in {**again, **response.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(response.content)

        def log_message(self, *_arguments: object) -> None:
            """Keep the output of the tests clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.url = f"http://127.0.0.1:{http.server_port}/oai"
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()
