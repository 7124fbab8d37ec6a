"""Open the service on the configured database, and run its HTTP server."""

import asyncio
import contextlib
import logging
import signal
import socket
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import uvicorn

from wildwood.extraction.http.keys import Keys
from wildwood.extraction.http.web import application
from wildwood.extraction.service.files import redact_tokens
from wildwood.extraction.service.service import Service, open_service
from wildwood.kernel.errors import WildwoodError
from wildwood.kernel.settings import Config


@contextmanager
def redact_logs() -> Iterator[None]:
    """Remove the tokens of documents from all that is logged in the block, tracebacks too."""
    make = logging.getLogRecordFactory()

    def redacted(*arguments: Any, **options: Any) -> logging.LogRecord:
        record = make(*arguments, **options)
        record.msg, record.args = redact_tokens(record.getMessage()), ()
        if record.exc_info:
            lines = traceback.format_exception(record.exc_info[1])
            record.exc_text = redact_tokens("".join(lines).rstrip("\n"))
        return record

    logging.setLogRecordFactory(redacted)
    try:
        yield
    finally:
        logging.setLogRecordFactory(make)


_LOG = logging.getLogger(__name__)
_SHUTDOWN_TIMEOUT_S = 10
_WORK_TIMEOUT_S = 8  # shorter than that of requests, so that pending ones still get a 503
_WAITING_CONNECTIONS = 2048


def listening_socket(config: Config) -> socket.socket:
    address = (config.extraction.host, config.extraction.port)
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    try:
        listener = socket.create_server(address, family=family, backlog=_WAITING_CONNECTIONS)
    except OSError as error:
        reason, _, _ = str(error.strerror).partition(" (while ")  # the rest repeats the address
        raise WildwoodError(
            f"Cannot listen on {address[0]} port {address[1]}: {reason};"
            " set another host or port in [extraction]."
        ) from error
    # asyncio does not set it for such a socket; without it, responses are delayed by 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(
    config: Config,
    listener: socket.socket,
    announce: Callable[[], None],
    again: Callable[[], Config],
) -> None:
    """Serve until told to end; call `announce` when ready, and `again` for the keys at SIGHUP."""
    with open_server(config, again) as server, contextlib.suppress(KeyboardInterrupt):
        announce()
        server.run([listener])


@contextlib.contextmanager
def open_server(
    config: Config, again: Callable[[], Config] | None = None
) -> Iterator[uvicorn.Server]:
    with redact_logs(), open_service(_shorten_timeouts(config)) as service:
        keys = Keys(service.store, config.extraction.keys)
        settings = uvicorn.Config(
            application(service, keys),
            log_level="warning",
            http="h11",
            forwarded_allow_ips=list(config.extraction.proxies),
            timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT_S,
        )
        with _reloading(keys, again) if again else contextlib.nullcontext():
            yield _Server(settings, service)


@contextlib.contextmanager
def _reloading(keys: Keys, again: Callable[[], Config]) -> Iterator[None]:
    def reload(*_: object) -> None:
        try:
            keys.replace(again().extraction.keys)
        except WildwoodError as error:
            _LOG.warning("The keys stay as they are: %s", error)

    before = signal.signal(signal.SIGHUP, reload)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def _shorten_timeouts(config: Config) -> Config:
    """Return the configuration for a service, whose clients must not pile up and can retry."""
    seconds = min(config.mongodb.timeout_s, config.mongodb.connect_timeout_s)
    return replace(config, mongodb=replace(config.mongodb, timeout_s=seconds))


class _Server(uvicorn.Server):
    """A server whose shutdown waits for unfinished work for a limited time."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(_WORK_TIMEOUT_S, self._service.workers.stop)
        await super().shutdown(sockets)
