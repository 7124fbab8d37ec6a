"""Tell the clients of the service apart, so that each has its share."""

import ipaddress

from starlette.types import ASGIApp, Receive, Scope, Send

from wildwood.extraction.service.current_request import CLIENT

_PREFIX = 64
"""The bits of an IPv6 address that one client keeps; it can choose the others."""


class KnownClients:
    """Middleware that notes for whom a request is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request."""
        if scope["type"] == "http":
            CLIENT.set(client_of((scope.get("client") or ("", 0))[0]))
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
