"""The addresses under which clients see the service, which can be behind a proxy."""

import ipaddress
import socket
from functools import cache
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import HTTPException, Path, Query, Request
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.types import ASGIApp, Receive, Scope, Send
from werkzeug.http import parse_range_header

from wildwood.extraction.data import Kind
from wildwood.extraction.service.simhash import MAX_DISTANCE

_FORWARDED = "x-forwarded-for"
_full_name = cache(socket.getfqdn)  # which can ask the network
PARTS = ("file", *(kind.value for kind in Kind), "similar", "tei", "zip", "page")
"""The last parts of the addresses of a document."""


class Adapted:
    """Middleware that hands on HEAD as GET (RFC 9110, section 9.1), and paths below `public_url`.

    It leaves out a Range that is to be ignored.
    A proxy leaves the path of `public_url` or removes it.
    """

    def __init__(self, app: ASGIApp, public_url: str) -> None:
        self._app = app
        self._path = urlsplit(public_url).path.rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path, method = scope["path"], scope["method"]
            if not f"{path}/".startswith(f"{self._path}/"):
                path = self._path + path
            method = "GET" if method == "HEAD" else method
            sent = [header for header in scope["headers"] if not _is_ignored(*header)]
            scope = {**scope, "root_path": self._path, "path": path, "method": method}
            scope["headers"] = sent
        await self._app(scope, receive, send)


def _is_ignored(name: bytes, value: bytes) -> bool:
    """Return whether a header is a Range of no bytes (RFC 9110, section 14.2)."""
    ranges = parse_range_header(value.decode("latin-1")) if name == b"range" else None
    return name == b"range" and not (ranges and ranges.units == "bytes")


def base(request: Request, public_url: str) -> str:
    """Return the address of the service, without a slash at its end.

    Without `public_url`, the client's is used for this machine only, as a proxy passes on any.
    """
    is_own = _FORWARDED not in request.headers and _is_of_this_machine(request.url.hostname or "")
    if not public_url and not is_own:
        detail = "The service does not know its address; set extraction.public_url."
        raise HTTPException(HTTPStatus.MISDIRECTED_REQUEST, detail)
    return (public_url or str(request.base_url)).rstrip("/")


def _is_of_this_machine(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.lower() in {"localhost", socket.gethostname().lower(), _full_name().lower()}
    return True


def links(request: Request, public_url: str, token: str) -> dict[str, str]:
    start = f"{base(request, public_url)}/extractor/{token}"
    return {"token": token, **{part: f"{start}/{part}" for part in PARTS}}


class _PartConvertor(StringConvertor):
    """A part of a path in `PARTS`; other paths do not exist."""

    regex = "|".join(PARTS)


register_url_convertor("part", _PartConvertor())
Token = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Label = Annotated[str, Path(pattern=r"^[\w.-]{1,20}$")]
Part = Annotated[str, Path(json_schema_extra={"enum": list(PARTS)})]  # one of `PARTS` in OpenAPI
Distance = Annotated[
    int | None,
    Query(ge=0, le=MAX_DISTANCE, description="Bits in which a near duplicate can differ."),
]
Fresh = Annotated[bool, Query(description="1 extracts again.")]
Filter = Annotated[
    bool, Query(alias="filter", description="0 accepts documents that do not look scholarly.")
]

_PREFIX = 64  # the bits of an IPv6 address that one client keeps; it can choose the others


def client_of(scope: Scope) -> str:
    parsed = _address(scope)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, _PREFIX), strict=False))
    return str(parsed)


def is_on_this_machine(scope: Scope) -> bool:
    parsed = _address(scope)
    return not isinstance(parsed, str) and parsed.is_loopback


def _address(scope: Scope) -> ipaddress.IPv4Address | ipaddress.IPv6Address | str:
    printed: str = (scope.get("client") or ("", 0))[0]
    try:
        parsed = ipaddress.ip_address(printed)
    except ValueError:
        return printed
    return getattr(parsed, "ipv4_mapped", None) or parsed
