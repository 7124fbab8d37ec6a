"""Spare a client the content that it has (RFC 9110, section 13)."""

import hashlib
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_CHARACTERS = 32
_KEPT = ("cache-control", "content-location", "date", "etag", "expires", "vary")
"""The headers of a response without its content (section 15.4.5)."""


class Revalidated:
    """Middleware that gives whole responses an ETag, and answers `If-None-Match`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        wanted = Headers(scope=scope).get("if-none-match", "")
        await self._app(scope, receive, _Response(wanted, send))


class _Response:
    """Holds a response back until its first part is known."""

    def __init__(self, wanted: str, send: Send) -> None:
        self._known = {one.strip().removeprefix("W/") for one in wanted.split(",") if one.strip()}
        self._send = send
        self._start: Message | None = None
        self._is_known = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == HTTPStatus.OK:
            self._start = message
            return
        if self._start is not None:
            await self._begin(self._start, message)
            self._start = None
        if not self._is_known:
            await self._send(message)

    async def _begin(self, start: Message, first: Message) -> None:
        headers = MutableHeaders(raw=start["headers"])
        is_whole = first["type"] == "http.response.body" and not first.get("more_body")
        if is_whole and "etag" not in headers:
            digest = hashlib.sha256(first.get("body", b"")).hexdigest()[:_CHARACTERS]
            headers["ETag"] = f'"{digest}"'
        self._is_known = bool(self._known & {headers.get("etag", "-"), "*"})
        if not self._is_known:
            await self._send(start)
            return
        kept = [(name, value) for name, value in start["headers"] if name.decode() in _KEPT]
        status = HTTPStatus.NOT_MODIFIED.value
        await self._send({"type": "http.response.start", "status": status, "headers": kept})
        await self._send({"type": "http.response.body", "body": b""})
