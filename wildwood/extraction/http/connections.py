"""Limit what connections cost: their number, the wait for a request, and log messages."""

import asyncio
import logging
import resource
import time

from uvicorn.protocols.http.h11_impl import H11Protocol

_REQUEST_TIMEOUT_S = 10
"""How long a client can take to send the head of a request."""
_MAX_DESCRIPTORS = 65536
_LOG_INTERVAL_S = 60
_CAUSED_BY_CLIENTS = (
    "socket.accept() out of system resource",
    "Exception in callback BaseSelectorEventLoop._start_serving",
    "Exceeded concurrency limit",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)
"""The beginnings of messages that clients can cause at any rate."""


class TimedConnection(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time.

    uvicorn has such a deadline only for a connection that is idle after a request.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request."""
        super().connection_made(transport)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request; wait for the rest of its head."""
        super().data_received(data)
        # Before the first request it is None, although its type does not allow that.
        if self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr]
            self._await_request()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self._stop_waiting()

    def _await_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(_REQUEST_TIMEOUT_S, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def raise_descriptor_limit() -> int:
    """Raise the number of files and connections that this process can open; return the number."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    number = _MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MAX_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    return number


class RateLimitedFilter(logging.Filter):
    """Log each message that clients cause once a minute, without its traceback.

    If an accept fails, asyncio repeats it once for each place of the backlog, every second. If
    the service ends meanwhile, each of the next attempts fails with another message.
    """

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        message = record.getMessage()
        kind = next((kind for kind in _CAUSED_BY_CLIENTS if message.startswith(kind)), None)
        if kind is None:
            return True
        now = time.monotonic()
        if now - self._logged.get(kind, -_LOG_INTERVAL_S) < _LOG_INTERVAL_S:
            return False
        self._logged[kind] = now
        record.exc_info = None
        return True
