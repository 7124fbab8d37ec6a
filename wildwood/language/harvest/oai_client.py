"""Ask an OAI-PMH server, patiently, and check what it answers."""

import datetime
import logging
import math
import re
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from functools import cached_property
from http import HTTPStatus
from importlib.metadata import version
from types import TracebackType
from typing import Any, NamedTuple, Self

import httpx2
from oaipmh_scythe import HTTPConfig, RetryConfig, Scythe
from oaipmh_scythe.exceptions import BadResumptionToken, NoRecordsMatch, OAIPMHException

from wildwood.display import one_line
from wildwood.errors import ScreenError
from wildwood.language.harvest.oai_request import oai_request
from wildwood.lists.readers.xml_formats.oai import MalformedError, parse_page, whole_part

# Without a handler, scythe's log messages about retries would be printed to stderr.
logging.getLogger("oaipmh_scythe").addHandler(logging.NullHandler())

_RETRIES = 3
_BUSY_STATUSES = (429, 502, 503, 504)
_MAX_RETRY_AFTER_S = 600
"""Longest wait for a busy server; after that the harvest stops and can be resumed."""
_MIN_WAIT_S = 0.01
"""Shortest wait before a retry; scythe requires one above 0."""
_ERROR_NUMBER = re.compile(r"^\[Errno -?\d+\] ")
_RESPONSE_DATE = re.compile(rb"<(?:\w+:)?responseDate[^>]*>\s*([^<]{1,40}?)\s*</")
_GRANULARITY = re.compile(rb"<(?:\w+:)?granularity[^>]*>\s*([^<]{1,40}?)\s*</")
_EARLIEST = re.compile(rb"<(?:\w+:)?earliestDatestamp[^>]*>\s*(\d{4}-\d\d-\d\d)")
_LONG_AGO = "1990-01-01"
"""A day before OAI-PMH."""
_GZIP, _MOST_BYTES = b"\x1f\x8b", 1 << 30
_GZIP_WINDOW = zlib.MAX_WBITS | 16
_IN_PARTS = frozenset({"resumptionToken", "until"})
"""The arguments of a request for a part of what the server has."""
_SECONDS = b"YYYY-MM-DDThh:mm:ssZ"


class AnswerError(ScreenError):
    """A server's answer is of no use, or does not come; the text lacks the end of its sentence."""


class RefusedTokenError(AnswerError):
    """The server does not accept a resumption token; the text is its reason."""


class BrokenPageError(AnswerError):
    """A page is not whole, malformed between its records, or an error of the server.

    Attributes:
        whole: a page with the records of it that are whole, without a token; empty of an error.
    """

    def __init__(self, message: str, whole: bytes) -> None:
        super().__init__(message)
        self.whole = Response(whole, None, _dated(whole))


class Response(NamedTuple):
    """One response to ListRecords."""

    content: bytes
    """As it came; empty if no record matches."""
    token: str | None
    """Resumption token of the next page; None on the last."""
    dated: str | None
    """When the server sent it, by the server's clock, in UTC; None if it does not say so."""


class OaiClient:
    """A connection to one OAI-PMH server; used as a context manager."""

    def __init__(self, url: str, pause_s: float) -> None:
        """Take the server's address, and the shortest wait before a retry in seconds."""
        self._url = url
        self._request = oai_request(url)
        self._last: deque[httpx2.Response] = deque(maxlen=1)
        self._pause_s = max(pause_s, _MIN_WAIT_S)
        self._scythe = self._client(self._pause_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._scythe.close()

    def page(
        self, token: str | None, since: str | None = None, until: str | None = None
    ) -> Response:
        """Return the page of a resumption token, or the first page of what changed between dates.

        Raises:
            RefusedTokenError: the server does not know the token.
            BrokenPageError: it sends a part of a page, or an error (HTTP status 500) in the place
                of one that continues a list or ends on a date, and again so.
            AnswerError: it does not answer, or with an error, or with something else.
        """
        try:
            return self._page(self._request.query(token, since, until))
        except BrokenPageError:
            time.sleep(self._pause_s)
            return self._page(self._request.query(token, since, until))

    def _page(self, query: dict[str, str]) -> Response:
        is_first = "resumptionToken" not in query
        with self._translated_errors():
            try:
                content = self._answer(query)
            except NoRecordsMatch as error:
                if not is_first:
                    raise AnswerError(
                        f"{self._url} ended the list early: it reports that no record matches"
                    ) from error
                return Response(b"", None, _dated(self._last[-1].content))
            page = parse_page(content)
            if page.refusal is not None:
                raise MalformedError(f"is an OAI-PMH error ({page.refusal})")
            return Response(content, page.token, _dated(content))

    def earliest(self) -> str:
        """Return the first day of the server's records; one long ago if it does not say so.

        Raises:
            AnswerError: the server does not answer at all.
        """
        found = _EARLIEST.search(self._description)
        return found[1].decode() if found else _LONG_AGO

    def has_seconds(self) -> bool:
        """Return whether the server dates its records to the second; all date them to the day.

        Raises:
            AnswerError: the server does not answer at all.
        """
        found = _GRANULARITY.search(self._description)
        return found is not None and found[1] == _SECONDS

    @cached_property
    def _description(self) -> bytes:
        """What the server says of itself; nothing if it refuses."""
        with self._translated_errors():
            try:
                return self._answer(self._request.identify())
            except (OAIPMHException, MalformedError):
                return b""

    def _answer(self, query: dict[str, str]) -> bytes:
        try:
            return self._scythe.harvest(query).http_response.content
        # scythe raises an AttributeError on plain text
        except (AttributeError, httpx2.HTTPStatusError) as error:
            status = self._last[-1].status_code
            sentence = f"is an error page, HTTP status {status}"
            if status == HTTPStatus.INTERNAL_SERVER_ERROR and not _IN_PARTS.isdisjoint(query):
                raise _BrokenError(sentence, b"") from error
            raise MalformedError(sentence) from error

    def _client(self, wait_s: float) -> Scythe:
        """Make a client that checks each response and keeps the last one."""
        retries = RetryConfig(
            max_retries=_RETRIES,
            retry_status_codes=_BUSY_STATUSES,
            default_retry_after=wait_s,
            retry_on_transport_error=True,
            initial_backoff=wait_s,
        )
        agent = HTTPConfig(user_agent=f"Wildwood/{version('nep-wildwood')}")
        scythe = Scythe(self._request.endpoint, http_config=agent, retry_config=retries)
        scythe.client.follow_redirects = True
        hooks: dict[str, list[Callable[..., Any]]] = dict(scythe.client.event_hooks)
        own_hooks = [self._last.append, _unpack, _check_xml, _normalise_retry_after]
        scythe.client.event_hooks = {**hooks, "response": [*hooks["response"], *own_hooks]}
        return scythe

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Raise an AnswerError in place of the libraries' errors."""
        try:
            yield
        except BadResumptionToken as error:
            raise RefusedTokenError(_reason(error)) from error
        except OAIPMHException as error:
            reason = f"{type(error).__name__}: {_reason(error)}"
            raise AnswerError(f"{self._url} refuses the request: {reason}") from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise AnswerError(f"{self._url} does not answer: {_reason(error)}") from error
        except _BrokenError as error:
            raise BrokenPageError(f"The response from {self._url} {error}", error.whole) from error
        except MalformedError as error:
            raise AnswerError(f"The response from {self._url} {error}") from error


def _unpack(response: httpx2.Response) -> None:
    """Unpack content that is gzipped without a header that says so."""
    content = response.read()
    if not content.startswith(_GZIP):
        return
    try:
        unpacked = zlib.decompressobj(_GZIP_WINDOW).decompress(content, _MOST_BYTES)
    except zlib.error as error:
        raise MalformedError("is damaged gzip") from error
    response._content = unpacked  # noqa: SLF001 - there is no public way


def _check_xml(response: httpx2.Response) -> None:
    """Raise on a malformed list, which scythe would repair by dropping records."""
    content = response.read()
    if response.is_success and response.request.url.params.get("verb") != "Identify":
        try:
            parse_page(content)
        except MalformedError as error:
            whole = whole_part(content)
            if whole is None:
                raise
            raise _BrokenError(str(error), whole) from error


class _BrokenError(MalformedError):
    """A page is broken; the text follows the name of the server."""

    def __init__(self, message: str, whole: bytes) -> None:
        super().__init__(message)
        self.whole = whole


def _normalise_retry_after(response: httpx2.Response) -> None:
    """Convert Retry-After to seconds (RFC 9110, section 10.2.3), the only form scythe reads."""
    if (value := response.headers.get("retry-after")) is None:
        return
    try:
        seconds = int(value) if value.isdecimal() else _seconds_until(parsedate_to_datetime(value))
    except ValueError:
        del response.headers["retry-after"]
        return
    if seconds > _MAX_RETRY_AFTER_S:
        raise MalformedError(f"asks for a retry after {seconds:,} seconds")
    response.headers["retry-after"] = str(max(0, seconds))


def _seconds_until(moment: datetime.datetime) -> int:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    return math.ceil((aware - datetime.datetime.now(datetime.UTC)).total_seconds())


def _dated(content: bytes) -> str | None:
    """Return the date of a response in UTC, to the second."""
    found = _RESPONSE_DATE.search(content)
    if found is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(found[1].decode())
        utc = moment.astimezone(datetime.UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        return None
    return f"{utc:%Y-%m-%dT%H:%M:%SZ}"


def _reason(error: Exception) -> str:
    first_line = _ERROR_NUMBER.sub("", str(error).partition("\n")[0])
    return one_line(first_line) or type(error).__name__
