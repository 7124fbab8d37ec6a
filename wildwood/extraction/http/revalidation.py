"""Spare a client the content that it has (RFC 9110, section 13)."""

import hashlib
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.staticfiles import NotModifiedResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_CHARACTERS = 32


class Revalidated:
    """Middleware that gives whole responses an ETag, and answers `If-None-Match`.

    It holds a response back until its first part is known.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        wanted = Headers(scope=scope).get("if-none-match", "")
        known = {one.strip().removeprefix("W/") for one in wanted.split(",") if one.strip()}
        start: Message | None = None
        is_known = False

        async def revalidating(message: Message) -> None:
            nonlocal start, is_known
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.OK:
                start = message
                return
            if start is not None:
                headers = _tagged(start, message)
                is_known = bool(known & {headers.get("etag", "*"), "*"})
                if is_known:
                    await NotModifiedResponse(headers)(scope, receive, send)
                else:
                    await send(start)
                start = None
            if not is_known:
                await send(message)

        await self._app(scope, receive, revalidating)


def _tagged(start: Message, first: Message) -> MutableHeaders:
    """Return the headers of a response, with an ETag if its first part is the whole."""
    headers = MutableHeaders(raw=start["headers"])
    is_whole = first["type"] == "http.response.body" and not first.get("more_body")
    if is_whole and "etag" not in headers:
        digest = hashlib.sha256(first.get("body", b"")).hexdigest()[:_CHARACTERS]
        headers["ETag"] = f'"{digest}"'
    return headers
