"""Tell the clients of the service apart, so that each has its share."""

import asyncio
import ipaddress
from weakref import WeakValueDictionary

from starlette.types import ASGIApp, Receive, Scope, Send

from wildwood.extraction.service.current_request import CLIENT

_PREFIX = 64
"""The bits of an IPv6 address that one client keeps; it can choose the others."""
_AT_ONCE = 32
_UPLOADING = ("POST", "PUT")


class FewAtOnce:
    """Middleware that notes for whom a request is, and lets each client have a number in work.

    More of them wait, so those of one client, which cost little each, cannot fill the event loop.
    Uploads do not count: they take as long as the client wants, and have limits of their own.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._gates = WeakValueDictionary[str, asyncio.Semaphore]()
        """The gates of clients that have a request in work."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request when it is its turn."""
        if scope["type"] == "http":
            CLIENT.set(client_of((scope.get("client") or ("", 0))[0]))
        if scope["type"] != "http" or scope["method"] in _UPLOADING:
            await self._app(scope, receive, send)
            return
        gate = self._gates.setdefault(CLIENT.get(), asyncio.Semaphore(_AT_ONCE))
        async with gate:
            await self._app(scope, receive, send)


def client_of(address: str) -> str:
    """Return what stands for the client of an address: the address, or its network in IPv6."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, _PREFIX), strict=False))
    return str(parsed)
