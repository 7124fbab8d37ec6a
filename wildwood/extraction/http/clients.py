"""Tell the clients of the service apart, so that each has its turns."""

import ipaddress

from starlette.types import Scope

_PREFIX = 64
"""The bits of an IPv6 address that one client keeps; it can choose the others."""


def client_of(scope: Scope) -> str:
    """Return what stands for the client of a request: its address, or its network in IPv6."""
    parsed = _address(scope)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, _PREFIX), strict=False))
    return str(parsed)


def is_on_this_machine(scope: Scope) -> bool:
    """Return whether the client of a request, not only its proxy, is on this machine."""
    parsed = _address(scope)
    return not isinstance(parsed, str) and parsed.is_loopback


def _address(scope: Scope) -> ipaddress.IPv4Address | ipaddress.IPv6Address | str:
    printed: str = (scope.get("client") or ("", 0))[0]
    try:
        parsed = ipaddress.ip_address(printed)
    except ValueError:
        return printed
    return getattr(parsed, "ipv4_mapped", None) or parsed
