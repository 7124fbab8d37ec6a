"""Send requests to an OAI-PMH server, and check its responses."""

import datetime
import math
import re
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache, cached_property
from html import unescape
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit
from urllib.robotparser import RobotFileParser

import httpx2

from wildwood import __version__
from wildwood.kernel import interruption
from wildwood.kernel.errors import InputError
from wildwood.kernel.text import one_line
from wildwood.lists import oai

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

    def query(self, verb: str, **arguments: str | None) -> dict[str, str]:
        """Return the query for a verb with those arguments that are not None."""
        given = {name: value for name, value in arguments.items() if value is not None}
        return {**dict(self.own), "verb": verb, **given}

    def list_query(
        self, verb: str, token: str | None, since: str | None = None, until: str | None = None
    ) -> dict[str, str]:
        """Return the query for the page of a token, or for the first page between two dates."""
        if token is not None:
            return self.query(verb, resumptionToken=token)
        own = dict(self.arguments)
        dates = {"from": since or own.get("from"), "until": until or own.get("until")}
        return self.query(verb, **{**own, **dates})


def oai_request(address: str) -> OaiRequest:
    """Make a request from an address, which can contain arguments such as `?set=a`."""
    is_address = False
    with suppress(ValueError):  # of a bracket or a port
        parts = urlsplit(address)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    if not is_address:
        raise InputError(f"{address!r} is not an address, such as https://example.org/oai.")
    arguments = dict(parse_qsl(parts.query, keep_blank_values=True))
    verb = arguments.pop("verb", oai.LIST_RECORDS)
    arguments.setdefault("metadataPrefix", _PREFIX)
    if verb != oai.LIST_RECORDS:
        fault = f"{address} asks for {verb}"
        raise InputError(f"{fault}; only {oai.LIST_RECORDS} can be harvested. Leave out the verb.")
    if "resumptionToken" in arguments:
        fault = f"{address} contains a resumption token, which is only a part of a list"
        raise InputError(f"{fault}; leave it out.")
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


def spelled(address: str) -> str:
    """Return an address without what can differ in the spelling of the same host."""
    with suppress(ValueError):  # of a bracket or a port, if a server states it
        parts = urlsplit(address.strip())
        port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
        return f"{(parts.hostname or '').rstrip('.')}{port}{parts.path.rstrip('/')}"
    return ""


_RETRIES = 3  # if a server is busy or a connection breaks
_BUSY_STATUSES = (429, 502, 503, 504)
_TIMEOUT_S = 60  # until the next part of a response
_MOST_TIME_S = 600  # for a response
_MAX_RETRY_AFTER_S = 600  # longest wait for a busy server; then the harvest stops, to be resumed
_MOST_DOUBLINGS = 5  # of the pause: one for each failure in a row
_MAX_CRAWL_DELAY_S = 60
_MOST_PAGES_OF_SETS = 100  # some servers list them without end
_AGENT = "Wildwood"
_NAMED = re.compile(rf"^user-agent:\s*{_AGENT}\b", re.IGNORECASE | re.MULTILINE)
_WITH_ANY_DATES = ("cannotDisseminateFormat", "noSetHierarchy", "badVerb")  # errors of OAI-PMH
_ERROR_NUMBER = re.compile(r"^\[Errno -?\d+\] ")
_TEXT_OF = r"<(?:\w+:)?{}\b[^>]*>\s*([^<]{{1,1000}}?)\s*</"
_PACKED, _MOST_BYTES = (b"\x1f\x8b", b"\x78\x01", b"\x78\x9c", b"\x78\xda"), 1 << 30
_ANY_WINDOW = zlib.MAX_WBITS | 32  # of gzip or deflate
_NO_CONNECTION = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.InvalidURL)
_Reply = tuple[httpx2.Response, bytes]  # and its content


class AnswerError(InputError):
    """The server's answer is unusable or missing; the message has no full stop yet."""


class Response(NamedTuple):
    content: bytes = b""  # the whole records, as they came
    page: oai.Page = oai.Page((), (), None, None)
    headers: Sequence[oai.Header] = ()  # of all records that are named, whole or not
    fault: str = ""  # why a page, or a part of it, is missing
    code: str = ""  # of an error of OAI-PMH
    retries: int = 0  # how often a missing page is asked for again

    @property
    def dated(self) -> str:
        """When the server sent it, by its own clock, as it states it."""
        return _text_of("responseDate", self.content)


_certificates = cache(httpx2.create_ssl_context)
"""Reads the trusted certificates once, as it takes longer than most requests."""


class OaiClient:
    def __init__(self, url: str, pause_s: float, contact: str = "") -> None:
        self._url = url
        self._request = oai_request(url)
        self._address = self._request.endpoint
        self._pause_s = pause_s
        self._wait_s: float | None = None  # before the next request; None before the first
        self._failures = 0  # in a row
        agent = f"{_AGENT}/{__version__}" + (f" (+{contact})" if contact else "")
        self._http = httpx2.Client(
            headers={"User-Agent": agent, "Accept-Encoding": "gzip"},
            follow_redirects=True,
            timeout=_TIMEOUT_S,
            verify=_certificates(),
        )

    def close(self) -> None:
        self._http.close()

    def list(self, verb: str, token: str | None = None, *dates: str | None) -> Response:
        """Return the page of a token, or the first page of what changed between two dates.

        Raises:
            AnswerError: the server cannot be reached, or has no such list.
        """
        return self._asked(self._request.list_query(verb, token, *dates))

    def get_record(self, identifier: str) -> Response:
        prefix = dict(self._request.arguments)["metadataPrefix"]
        query = self._request.query("GetRecord", metadataPrefix=prefix, identifier=identifier)
        return self._asked(query)

    def has_seconds(self) -> bool:
        """Return whether the server dates records to the second, not only the day."""
        return _text_of("granularity", self._description) == "YYYY-MM-DDThh:mm:ssZ"

    def names(self) -> tuple[str, ...]:
        """Return the address and the identifier of the archive, as it states them."""
        base = _text_of("baseURL", self._description)
        own = _text_of("repositoryIdentifier", self._description)
        return tuple(filter(None, (base and spelled(base), own)))

    @property
    def is_there(self) -> bool:
        """Whether the server describes itself."""
        return b"Identify>" in self._description

    @cached_property
    def other_sets(self) -> Sequence[str]:
        """All sets of the server if that of the address is not among them; none if it may be."""
        name, sets, token = dict(self._request.arguments).get("set"), dict[str, None](), None
        with suppress(AnswerError):
            for _ in range(_MOST_PAGES_OF_SETS):
                query = self._request.query(oai.LIST_SETS, resumptionToken=token)
                page = self._response(query).page
                if name in page.sets or sets.keys() >= {*page.sets}:
                    break
                sets.update(dict.fromkeys(page.sets))
                if (token := page.token) is None:
                    return tuple(sets)
        return ()

    @cached_property
    def _description(self) -> bytes:
        try:
            return _unpacked(self._reply(self._request.query("Identify"))[1])
        except (InputError, httpx2.HTTPError, httpx2.InvalidURL):
            return b""

    def _asked(self, query: dict[str, str]) -> Response:
        attempts = 0
        while (response := self._response(query)).retries > attempts:
            attempts += 1
        return response

    def _response(self, query: dict[str, str]) -> Response:
        try:
            reply, data = self._reply(query)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            sentence = f"{self._url} does not answer: {_reason(error)}"
            if isinstance(error, _NO_CONNECTION) and self._failures >= _RETRIES:
                raise AnswerError(sentence) from error
            return self._broken(sentence, retries=_RETRIES)
        try:
            content = oai.tidied(_unpacked(data))
            page = oai.parse_page(content, query["verb"])
        except oai.MalformedError as error:
            if reply.is_error:
                return self._error_page(reply)
            return self._broken(self._about(str(error)), data)
        if page.error is None and reply.is_error:
            return self._error_page(reply)
        if page.refusal is not None:
            return self._refused(page, query["verb"])
        self._failures = 0
        has_records = page.error is None and query["verb"] != oai.LIST_IDENTIFIERS
        return Response(content if has_records else b"", page, oai.headers_in(content))

    def _refused(self, page: oai.Page, verb: str) -> Response:
        sentence = f"{self._url} refuses the request: {page.refusal}"
        code = page.error[0] if page.error else ""
        if code in _WITH_ANY_DATES and verb == oai.LIST_RECORDS:
            raise AnswerError(sentence)
        return Response(fault=sentence, code=code)

    def _error_page(self, reply: httpx2.Response) -> Response:
        sentence = self._about(f"is an error page, HTTP status {reply.status_code}")
        is_busy = reply.status_code in _BUSY_STATUSES
        response = self._broken(sentence, retries=_RETRIES if is_busy else 1)
        wait_s = _retry_after_s(reply.headers.get("retry-after", "")) if is_busy else None
        if wait_s is not None and wait_s > _MAX_RETRY_AFTER_S:
            raise AnswerError(self._about(f"asks for a retry after {wait_s:,} seconds"))
        self._wait_s = self._wait_s if wait_s is None else wait_s
        return response

    def _broken(self, sentence: str, content: bytes = b"", retries: int = 1) -> Response:
        """Return what is whole in a page; the pause grows with each failure in a row."""
        self._failures += 1
        self._address = self._request.endpoint  # a redirect can lead to a login page
        self._wait_s = self._pause_s * 2 ** min(self._failures, _MOST_DOUBLINGS)
        whole, page = oai.whole_part(content) or (b"", Response().page)
        return Response(whole, page, oai.headers_in(content), sentence, retries=retries)

    def _reply(self, query: dict[str, str]) -> _Reply:
        """Send a request after the pause."""
        interruption.check()
        if self._wait_s is None:
            self._obey_robots()
        else:
            time.sleep(self._wait_s)
        self._wait_s = self._pause_s
        return self._fetch(self._address, query)

    def _fetch(self, address: str, query: dict[str, str]) -> _Reply:
        """Fetch a page in limited time; a redirect that drops the query gets it again."""
        ends = time.monotonic() + _MOST_TIME_S
        content = bytearray()
        with self._http.stream("GET", address, params=query or None) as response:
            for part in response.iter_raw():  # what the headers say of gzip can be wrong
                content += part
                if time.monotonic() > ends or len(content) > _MOST_BYTES:
                    raise httpx2.ReadTimeout("the response is too slow or too large")
        if query and not response.url.query and str(response.url) != address:
            self._address = str(response.url)
            return self._fetch(self._address, query)
        if response.headers.get("content-encoding") == "deflate":
            with suppress(zlib.error):  # of deflate with a header, as it should be
                content[:] = zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, _MOST_BYTES)
        return response, bytes(content)

    def _obey_robots(self) -> None:
        """Obey what robots.txt says of the delay between requests, and to Wildwood by name."""
        robots, text = RobotFileParser(), ""
        address = urljoin(self._request.endpoint, "/robots.txt")
        with suppress(httpx2.HTTPError, httpx2.InvalidURL, oai.MalformedError):
            reply, content = self._fetch(address, {})
            text = "" if reply.is_error else _unpacked(content).decode(errors="replace")
        robots.parse(text.splitlines())
        delay_s = float(robots.crawl_delay(_AGENT) or 0)
        self._pause_s = max(self._pause_s, min(delay_s, _MAX_CRAWL_DELAY_S))
        if _NAMED.search(text) and not robots.can_fetch(_AGENT, self._request.endpoint):
            raise AnswerError(f"{address} asks {_AGENT} not to fetch {self._url}")

    def _about(self, what: str) -> str:
        return f"The response from {self._url} {what}"


def _unpacked(content: bytes) -> bytes:
    """Unpack gzip or deflate, also if no header announces it, or if it is packed twice."""
    try:
        for _ in range(2):  # some files unpack to themselves, without end
            if content.startswith(_PACKED):
                content = zlib.decompressobj(_ANY_WINDOW).decompress(content, _MOST_BYTES)
    except zlib.error as error:
        raise oai.MalformedError("is damaged gzip") from error
    return content


def _retry_after_s(value: str) -> int | None:
    """Return the wait that a server asks for (RFC 9110, section 10.2.3); None if unreadable."""
    try:
        if value.isdecimal():
            return int(value)
        moment = parsedate_to_datetime(value)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    except (ValueError, OverflowError):  # that of a year or a zone with twenty digits
        return None
    return max(0, math.ceil((aware - datetime.datetime.now(datetime.UTC)).total_seconds()))


def _text_of(name: str, content: bytes) -> str:
    match = re.search(_TEXT_OF.format(name).encode(), content)
    return unescape(match[1].decode(errors="replace")) if match else ""


def _reason(error: Exception) -> str:
    first_line = _ERROR_NUMBER.sub("", str(error).partition("\n")[0])
    return one_line(first_line) or type(error).__name__
