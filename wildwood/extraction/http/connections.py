"""Connections that cost nothing for long: how many, how patient, and how much is said of them."""

import asyncio
import logging
import resource
import time

from uvicorn.protocols.http.h11_impl import H11Protocol

_PATIENCE_S = 10
_MOST_DESCRIPTORS = 65536
_SILENCE_S = 60
_CLIENTS_DOING = (
    "socket.accept() out of system resource",
    "Exception in callback BaseSelectorEventLoop._start_serving",
    "Exceeded concurrency limit",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)
"""How messages begin that clients can call forth as often as they like."""


class TimedConnection(H11Protocol):
    """A connection that is closed where a request's head does not come within its time.

    uvicorn has such a deadline only for a connection that stays silent after a request.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; wait for the rest of its head."""
        super().data_received(data)
        # There is no cycle before the first request, which its type does not say.
        if self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr]
            self._await_request()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        self._stop_waiting()

    def _await_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(_PATIENCE_S, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def raise_descriptor_limit() -> int:
    """Let this process open as many files and connections as it may; give the number."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    number = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    return number


class RateLimitedFilter(logging.Filter):
    """Lets what clients call forth into the log once a minute, without its traceback.

    asyncio tries an accept that fails as often as the backlog is long, each second anew,
    and where the service ends meanwhile, each of the next tries fails in its own way.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it."""
        message = record.getMessage()
        kind = next((kind for kind in _CLIENTS_DOING if message.startswith(kind)), None)
        if kind is None:
            return True
        now = time.monotonic()
        if now - self._said.get(kind, -_SILENCE_S) < _SILENCE_S:
            return False
        self._said[kind] = now
        record.exc_info = None
        return True
