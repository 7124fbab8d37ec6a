"""Send requests to an OAI-PMH server, and check its responses."""

import datetime
import math
import re
import ssl
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache, cached_property
from http import HTTPStatus
from importlib.metadata import version
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import httpx2

from wildwood.kernel.errors import InputError
from wildwood.kernel.text import one_line
from wildwood.lists.oai import NO_RECORDS, MalformedError, Page, parse_page, whole_part

_VERB = "ListRecords"
_ARGUMENTS = ("metadataPrefix", "set", "from", "until")
_PREFIX = "oai_dc"


@dataclass(frozen=True, slots=True)
class OaiRequest:
    endpoint: str
    own: tuple[tuple[str, str], ...]  # the server's own arguments, which every request repeats
    arguments: tuple[tuple[str, str], ...]  # arguments of the first request beside the verb

    @property
    def ends(self) -> bool:
        """Whether the list ends at a date (`until`), so that nothing new can come."""
        return "until" in dict(self.arguments)

    def query(
        self, token: str | None, since: str | None = None, until: str | None = None
    ) -> dict[str, str]:
        """Return the query for the page of a token, or for the first page between two dates."""
        if token is not None:
            return {**dict(self.own), "verb": _VERB, "resumptionToken": token}
        dates = {"from": since, "until": until}
        dated = {name: date for name, date in dates.items() if date is not None}
        return {**dict(self.own), "verb": _VERB, **dict(self.arguments), **dated}

    def identify(self) -> dict[str, str]:
        return {**dict(self.own), "verb": "Identify"}


def oai_request(address: str) -> OaiRequest:
    """Make a request from an address, which can contain arguments such as `?set=a`."""
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise InputError(f"{address} does not answer: it is not an address.") from error
    arguments = dict(parse_qsl(parts.query, keep_blank_values=True))
    verb = arguments.pop("verb", _VERB)
    arguments.setdefault("metadataPrefix", _PREFIX)
    if verb != _VERB:
        raise InputError(
            f"{address} asks for {verb}; only {_VERB} can be harvested. Leave out the verb."
        )
    if "resumptionToken" in arguments:
        raise InputError(
            f"{address} contains a resumption token, which is only a part of a list; leave it out."
        )
    return OaiRequest(
        urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")),
        tuple((name, value) for name, value in arguments.items() if name not in _ARGUMENTS),
        tuple((name, arguments[name]) for name in _ARGUMENTS if arguments.get(name)),
    )


def add_arguments(address: str, set_: str | None, prefix: str | None) -> str:
    replacements = {"set": set_, "metadataPrefix": prefix}
    arguments = {name: value for name, value in replacements.items() if value is not None}
    if not arguments:
        return address
    parts = urlsplit(address)
    query = {**dict(parse_qsl(parts.query, keep_blank_values=True)), **arguments}
    return urlunsplit(parts._replace(query=urlencode(query)))


_RETRIES = 3
_BUSY_STATUSES = (429, 502, 503, 504)
_TIMEOUT_S = 60
_MAX_RETRY_AFTER_S = 600  # longest wait for a busy server; then the harvest stops, to be resumed
_UNKNOWN_TOKEN = "badResumptionToken"  # noqa: S105 - an error of OAI-PMH
_ERROR_NUMBER = re.compile(r"^\[Errno -?\d+\] ")
_RESPONSE_DATE = re.compile(rb"<(?:\w+:)?responseDate[^>]*>\s*([^<]{1,40}?)\s*</")
_GRANULARITY = re.compile(rb"<(?:\w+:)?granularity[^>]*>\s*([^<]{1,40}?)\s*</")
_EARLIEST = re.compile(rb"<(?:\w+:)?earliestDatestamp[^>]*>\s*(\d{4}-\d\d-\d\d)")
_LONG_AGO = "1990-01-01"  # a day before OAI-PMH
_GZIP, _MOST_BYTES = b"\x1f\x8b", 1 << 30
_GZIP_WINDOW = zlib.MAX_WBITS | 16
_IN_PARTS = frozenset({"resumptionToken", "until"})  # arguments for a part of what the server has
_SECONDS = b"YYYY-MM-DDThh:mm:ssZ"


class AnswerError(InputError):
    """The server's answer is unusable or missing; the message has no full stop yet."""


class RefusedTokenError(AnswerError):
    """The server does not accept a resumption token; the message is its reason."""


class BrokenPageError(AnswerError):
    """A page is broken; `whole` has its complete records and no token, or is empty."""

    def __init__(self, message: str, whole: bytes) -> None:
        super().__init__(message)
        self.whole = Response(whole, None, _dated(whole))


class Response(NamedTuple):
    content: bytes  # as it came; empty if no record matches
    token: str | None  # resumption token of the next page; None on the last
    dated: str | None  # when the server sent it, by its own clock in UTC; None if not stated


@cache
def _certificates() -> ssl.SSLContext:
    """Read the trusted certificates once, which takes longer than most requests."""
    return httpx2.create_ssl_context()


class OaiClient:
    def __init__(self, url: str, pause_s: float) -> None:
        self._url = url
        self._request = oai_request(url)
        self._pause_s = pause_s
        self._http = httpx2.Client(
            headers={"User-Agent": f"Wildwood/{version('nep-wildwood')}"},
            follow_redirects=True,
            timeout=_TIMEOUT_S,
            verify=_certificates(),
        )

    def close(self) -> None:
        self._http.close()

    def page(
        self, token: str | None, since: str | None = None, until: str | None = None
    ) -> Response:
        """Return the page of a token, or the first page of what changed between dates.

        Raises:
            RefusedTokenError: the server does not know the token.
            BrokenPageError: it sends twice a part of a page, or HTTP 500 for a token or end date.
            AnswerError: it does not answer, or with an error or something else.
        """
        query = self._request.query(token, since, until)
        try:
            return self._page(query)
        except BrokenPageError:
            time.sleep(self._pause_s)
            return self._page(query)

    def _page(self, query: dict[str, str]) -> Response:
        with self._translated_errors():
            response = self._answer(query)
            content = _unpacked(response.content)
            page = self._parsed(response, content, query)
        if page.error is None:
            return Response(content, page.token, _dated(content))
        code, reason = page.error
        if code == _UNKNOWN_TOKEN:
            raise RefusedTokenError(reason or code)
        if code != NO_RECORDS:
            raise AnswerError(f"{self._url} refuses the request: {page.refusal}")
        if "resumptionToken" in query:
            raise AnswerError(
                f"{self._url} ended the list early: it reports that no record matches"
            )
        return Response(b"", None, _dated(content))

    def earliest(self) -> str:
        """Return the first day of the server's records, or a day before OAI-PMH."""
        match = _EARLIEST.search(self._description)
        return match[1].decode() if match else _LONG_AGO

    def has_seconds(self) -> bool:
        """Return whether the server dates records to the second, not only the day."""
        match = _GRANULARITY.search(self._description)
        return match is not None and match[1] == _SECONDS

    @cached_property
    def _description(self) -> bytes:
        with self._translated_errors():
            try:
                return _unpacked(self._answer(self._request.identify()).content)
            except MalformedError:
                return b""

    def _answer(self, query: dict[str, str]) -> httpx2.Response:
        """Send a request again while the server is busy or the connection breaks."""
        for _ in range(_RETRIES):
            try:
                response = self._http.get(self._request.endpoint, params=query)
            except httpx2.TransportError:
                time.sleep(self._pause_s)
                continue
            if response.status_code not in _BUSY_STATUSES:
                return response
            time.sleep(_retry_after_s(response, self._pause_s))
        return self._http.get(self._request.endpoint, params=query)

    def _parsed(self, response: httpx2.Response, content: bytes, query: dict[str, str]) -> Page:
        try:
            page = parse_page(content)
            if response.is_success or page.error:
                return page
        except MalformedError as error:
            if response.is_success and (whole := whole_part(content)):
                raise BrokenPageError(self._about(str(error)), whole) from error
            if response.is_success:
                raise
        sentence = f"is an error page, HTTP status {response.status_code}"
        is_server_error = response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
        if is_server_error and not _IN_PARTS.isdisjoint(query):
            raise BrokenPageError(self._about(sentence), b"")
        raise MalformedError(sentence)

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        try:
            yield
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise AnswerError(f"{self._url} does not answer: {_reason(error)}") from error
        except MalformedError as error:
            raise AnswerError(self._about(str(error))) from error

    def _about(self, what: str) -> str:
        return f"The response from {self._url} {what}"


def _unpacked(content: bytes) -> bytes:
    """Unpack gzip that no header announces."""
    if not content.startswith(_GZIP):
        return content
    try:
        return zlib.decompressobj(_GZIP_WINDOW).decompress(content, _MOST_BYTES)
    except zlib.error as error:
        raise MalformedError("is damaged gzip") from error


def _retry_after_s(response: httpx2.Response, otherwise_s: float) -> float:
    """Return the wait that a server asks for (RFC 9110, section 10.2.3), or the default."""
    value = response.headers.get("retry-after", "")
    try:
        seconds = int(value) if value.isdecimal() else _seconds_until(parsedate_to_datetime(value))
    except (ValueError, OverflowError):  # that of a year or a zone with twenty digits
        return otherwise_s
    if seconds > _MAX_RETRY_AFTER_S:
        raise MalformedError(f"asks for a retry after {seconds:,} seconds")
    return max(0, seconds)


def _seconds_until(moment: datetime.datetime) -> int:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    return math.ceil((aware - datetime.datetime.now(datetime.UTC)).total_seconds())


def _dated(content: bytes) -> str | None:
    """Return the date of a response in UTC, to the second."""
    match = _RESPONSE_DATE.search(content)
    if match is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(match[1].decode())
        utc = moment.astimezone(datetime.UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        return None
    return f"{utc:%Y-%m-%dT%H:%M:%SZ}"


def _reason(error: Exception) -> str:
    first_line = _ERROR_NUMBER.sub("", str(error).partition("\n")[0])
    return one_line(first_line) or type(error).__name__
