"""Simulated archives with changing records, of several kinds of OAI-PMH servers, with faults."""

import datetime
import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Protocol
from urllib.parse import parse_qsl, urlsplit

PAGE_LENGTH = 4
"""Records on a page."""
_SECONDS = "%Y-%m-%dT%H:%M:%SZ"
_DAYS = "%Y-%m-%d"
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
    "<responseDate>{}</responseDate><request>http://127.0.0.1/</request>"
)
_RECORD = (
    "<record><header{status}><identifier>{id}</identifier><datestamp>{stamp}</datestamp></header>"
    "{metadata}</record>"
)
_METADATA = (
    '<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{}</dc:title>'
    "<dc:creator>Krugman, Paul</dc:creator></oai_dc:dc></metadata>"
)


@dataclass(frozen=True, slots=True)
class Item:
    """A record as it is now."""

    id: str
    title: str
    stamp: datetime.datetime
    deleted: bool = False


class Holdings:
    """The records of an archive, which has a clock of its own."""

    def __init__(self, name: str, count: int, fast_s: float = 0) -> None:
        """Make records of the last years; the clock is `fast_s` seconds fast."""
        self.name = name
        self._fast = datetime.timedelta(seconds=fast_s)
        self._items: dict[str, Item] = {}
        for number in range(count):
            self.put(number, "first", days_ago=10 + number % 700)

    def now(self) -> datetime.datetime:
        """Return the time by the archive's clock."""
        return datetime.datetime.now(datetime.UTC).replace(microsecond=0) + self._fast

    def pass_days(self, days: int) -> None:
        """Put the clock forward."""
        self._fast += datetime.timedelta(days)

    def put(self, number: int, version: str, days_ago: float = 0, *, deleted: bool = False) -> None:
        """Add, change or delete a record."""
        identifier = f"oai:{self.name}:{number}"
        stamp = (self.now() - datetime.timedelta(days_ago)).replace(microsecond=0)
        title = f"The {version} version of the theory of trade and growth number {number}"
        self._items[identifier] = Item(identifier, title, stamp, deleted)

    def since(self, date: datetime.datetime | None) -> list[Item]:
        """Return the records that changed at a date or later, the oldest change first."""
        found = [item for item in self._items.values() if date is None or item.stamp >= date]
        return sorted(found, key=lambda item: (item.stamp, item.id))

    def expected(self) -> dict[str, str]:
        """Return the title of each record as it is now; it is empty for a deleted one."""
        return {item.id: "" if item.deleted else item.title for item in self._items.values()}


class Repository(Protocol):
    """A kind of server: it answers requests from an archive's holdings."""

    def __init__(self, holdings: Holdings) -> None: ...

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        ...


class Stateless:
    """Its tokens say all, and can be used for ever; it dates records to the second."""

    granularity = "YYYY-MM-DDThh:mm:ssZ"
    form = _SECONDS

    def __init__(self, holdings: Holdings) -> None:
        self.holdings = holdings

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        if query["verb"] == "Identify":
            return self.response(
                f"<Identify><granularity>{self.granularity}</granularity></Identify>"
            )
        token = query.get("resumptionToken")
        since, _, offset = token.partition("@") if token else (query.get("from", ""), "", "0")
        return self.page(self.holdings.since(self.date(since)), since, int(offset))

    def page(self, items: Sequence[Item], since: str, offset: int) -> bytes:
        """Return the page of a list that begins at an offset."""
        if not items[offset:]:
            return self.refusal("noRecordsMatch")
        records = "".join(map(self.record, items[offset : offset + PAGE_LENGTH]))
        end = offset + PAGE_LENGTH
        token = self.token(since, end) if end < len(items) else ""
        return self.response(
            f"<ListRecords>{records}<resumptionToken>{token}</resumptionToken></ListRecords>"
        )

    def token(self, since: str, offset: int) -> str:
        """Return the token of the page that begins at an offset."""
        return f"{since}@{offset}"

    def date(self, text: str) -> datetime.datetime | None:
        """Read the argument `from`."""
        if not text:
            return None
        form = self.form if len(text) > len("2024-01-01") else _DAYS
        return datetime.datetime.strptime(text, form).replace(tzinfo=datetime.UTC)

    def record(self, item: Item) -> str:
        """Return a record's XML."""
        return _RECORD.format(
            id=item.id,
            stamp=item.stamp.strftime(self.form),
            status=' status="deleted"' if item.deleted else "",
            metadata="" if item.deleted else _METADATA.format(item.title),
        )

    def refusal(self, code: str) -> bytes:
        """Return an OAI-PMH error."""
        return self.response(f'<error code="{code}">no</error>')

    def response(self, content: str) -> bytes:
        """Return a response, dated by the archive's clock."""
        date = self.holdings.now().strftime(_SECONDS)
        return f"{_HEAD.format(date)}{content}</OAI-PMH>".encode()


class Sessions(Stateless):
    """It keeps each list that was asked for, knows only the last ones, and dates to the day."""

    granularity = "YYYY-MM-DD"
    form = _DAYS
    remembered = 3

    def __init__(self, holdings: Holdings) -> None:
        super().__init__(holdings)
        self._lists: dict[str, list[Item]] = {}
        self._count = 0

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        if token := query.get("resumptionToken"):
            session, _, offset = token.partition(".")
            if session not in self._lists:
                return self.refusal("badResumptionToken")
            return self.page(self._lists[session], session, int(offset))
        if query["verb"] == "Identify":
            return super().answer(query)
        since = query.get("from", "")
        if len(since) > len("2024-01-01"):
            return self.refusal("badArgument")
        self._count += 1
        self._lists[str(self._count)] = self.holdings.since(self.date(since))
        self._lists = dict(list(self._lists.items())[-self.remembered :])
        return self.page(self._lists[str(self._count)], str(self._count), 0)

    def token(self, since: str, offset: int) -> str:
        """Return the token of the page that begins at an offset."""
        return f"{since}.{offset}"


class Recorded(Stateless):
    """It answers a request that it had before with the very same bytes, for a while."""

    def __init__(self, holdings: Holdings) -> None:
        super().__init__(holdings)
        self._answers: dict[tuple[tuple[str, str], ...], bytes] = {}
        self._recorded = holdings.expected()

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        if self._recorded != self.holdings.expected():
            self._answers, self._recorded = {}, self.holdings.expected()
        key = tuple(sorted(query.items()))
        if key not in self._answers:
            self._answers[key] = super().answer(query)
        return self._answers[key]


def _busy(handler: BaseHTTPRequestHandler, _answer: bytes) -> None:
    _send(handler, b"", 503, {"Retry-After": "0"})


def _error_page(handler: BaseHTTPRequestHandler, _answer: bytes) -> None:
    _send(handler, b"<html>Internal error</html>", 500)


def _web_page(handler: BaseHTTPRequestHandler, _answer: bytes) -> None:
    _send(handler, b"<html><body>Maintenance<br></body></html>")


def _cut(handler: BaseHTTPRequestHandler, answer: bytes) -> None:
    _send(handler, answer[: len(answer) * 2 // 3])


def _broken_off(handler: BaseHTTPRequestHandler, answer: bytes) -> None:
    _send(handler, answer[: len(answer) // 2], claimed=len(answer))


def _hung_up(handler: BaseHTTPRequestHandler, _answer: bytes) -> None:
    handler.close_connection = True


def _expired(handler: BaseHTTPRequestHandler, _answer: bytes) -> None:
    _send(handler, _refusing("badResumptionToken"))


def _ended(handler: BaseHTTPRequestHandler, _answer: bytes) -> None:
    _send(handler, _refusing("noRecordsMatch"))


def _refusing(code: str) -> bytes:
    date = datetime.datetime.now(datetime.UTC).strftime(_SECONDS)
    return f'{_HEAD.format(date)}<error code="{code}">no</error></OAI-PMH>'.encode()


Faulty = Callable[[BaseHTTPRequestHandler, bytes], None]
FAULTS: tuple[Faulty, ...] = (
    _busy, _error_page, _web_page, _cut, _broken_off, _hung_up, _expired, _ended,
)  # fmt: skip
"""What goes wrong: each sends something else than the answer."""
_ONLY_ON_LATER_PAGES = (_expired, _ended)


def _send(
    handler: BaseHTTPRequestHandler,
    content: bytes,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    claimed: int | None = None,
) -> None:
    handler.send_response(status)
    for name, value in {"Content-Type": "text/xml", **(headers or {})}.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(content) if claimed is None else claimed))
    handler.end_headers()
    handler.wfile.write(content)
    if claimed is not None:
        handler.close_connection = True


@dataclass
class SimulatedArchive:
    """An archive, the server in front of it, and what goes wrong."""

    holdings: Holdings
    repository: Repository
    url: str = ""
    fault_rate: float = 0.0
    """The share of requests that are not answered properly."""
    chance: random.Random = field(default_factory=random.Random)
    is_down: bool = False
    """Whether each request gets an error page."""
    faults: int = 0
    """How often something went wrong."""
    queries: list[dict[str, str]] = field(default_factory=list)
    """The arguments of each request."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def handle(self, handler: BaseHTTPRequestHandler, query: dict[str, str]) -> None:
        """Answer a request, or not."""
        with self._lock:
            self.queries.append(query)
            answer = self.repository.answer(query)
            fault = self._fault(query) if self.is_down or self._fails() else None
        if fault is None:
            _send(handler, answer)
        else:
            self.faults += 1
            fault(handler, answer)

    def _fails(self) -> bool:
        return self.chance.random() < self.fault_rate

    def _fault(self, query: Mapping[str, str]) -> Faulty:
        if self.is_down:
            return _error_page
        later = "resumptionToken" in query
        return self.chance.choice(
            [fault for fault in FAULTS if later or fault not in _ONLY_ON_LATER_PAGES]
        )


class _Host:
    """One address of loopback with some archives."""

    def __init__(self, number: int, archives: Sequence[SimulatedArchive]) -> None:
        self.answering = 0
        self.most_at_once = 0
        """The largest number of requests that came at the same time."""
        self.times: list[float] = []
        """The time of each request, in seconds."""
        host, lock = self, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                if parts.path == "/robots.txt":
                    self.send_error(404)
                    return
                with lock:
                    host.times.append(monotonic())
                    host.answering += 1
                    host.most_at_once = max(host.most_at_once, host.answering)
                try:
                    archive = archives[int(parts.path.split("/")[1])]
                    with suppress(BrokenPipeError, ConnectionResetError):
                        archive.handle(self, dict(parse_qsl(parts.query)))
                finally:
                    with lock:
                        host.answering -= 1

            def log_message(self, *_arguments: object) -> None:
                """Keep the output of the tests clean."""

        self.http = ThreadingHTTPServer((f"127.0.1.{number + 1}", 0), Handler)
        address = f"http://127.0.1.{number + 1}:{self.http.server_port}"
        for place, archive in enumerate(archives):
            archive.url = f"{address}/{place}/oai"


@contextmanager
def serving_archives(archives: Sequence[SimulatedArchive], hosts: int = 1) -> Iterator[list[_Host]]:
    """Serve archives on several addresses of loopback in the background, and set their URLs."""
    servers = [_Host(number, archives[number::hosts]) for number in range(hosts)]
    threads = [
        threading.Thread(target=host.http.serve_forever, kwargs={"poll_interval": 0.01})
        for host in servers
    ]
    for thread in threads:
        thread.start()
    try:
        yield servers
    finally:
        for host, thread in zip(servers, threads, strict=True):
            host.http.shutdown()
            thread.join()
            host.http.server_close()
