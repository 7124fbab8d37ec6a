"""A service on the configured database, and its HTTP server."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from dataclasses import replace

import uvicorn

from wildwood.errors import WildwoodError
from wildwood.extraction.http.connections import (
    RateLimitedFilter,
    TimedConnection,
    raise_descriptor_limit,
)
from wildwood.extraction.http.web import application
from wildwood.extraction.service.files import FileStore
from wildwood.extraction.service.processes import WorkLimits, workers
from wildwood.extraction.service.service import Service
from wildwood.extraction.service.store import ExtractionStore
from wildwood.runs import session
from wildwood.settings import Config

_LAST_REQUESTS_S = 10
_LAST_WORK_S = 8
"""Less than that, so that requests whose work is not done by then have their answer."""
_WAITING_CONNECTIONS = 2048


@contextlib.contextmanager
def open_service(config: Config) -> Iterator[Service]:
    """A service, its workers and its database running meanwhile."""
    settings = config.extraction
    limits = WorkLimits(settings.workers, settings.waiting, settings.time_s, settings.memory_bytes)
    with session.open_store(config) as papers, workers(limits) as pool:
        store = ExtractionStore(papers.connection)
        yield Service(config, papers, store, FileStore(settings.files), pool)


def listening_socket(config: Config) -> socket.socket:
    """A socket at the configured address.

    Raises:
        WildwoodError: the address is taken, or none of this machine's.
    """
    address = (config.extraction.host, config.extraction.port)
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    try:
        return socket.create_server(address, family=family, backlog=_WAITING_CONNECTIONS)
    except OSError as error:
        reason, _, _ = str(error.strerror).partition(" (while ")  # that names the address again
        raise WildwoodError(
            f"Cannot listen at {address[0]} port {address[1]}: {reason};"
            " host and port of [extraction] say where."
        ) from error


def serve(config: Config, listener: socket.socket) -> None:
    """Serve until the process is told to end."""
    descriptors = raise_descriptor_limit()
    with (
        open_service(_with_short_timeouts(config)) as service,
        contextlib.suppress(KeyboardInterrupt),
    ):
        served = uvicorn.Config(
            application(service),
            log_level="warning",
            http=TimedConnection,
            limit_concurrency=descriptors // 2,  # the rest is for files and the database
            timeout_graceful_shutdown=_LAST_REQUESTS_S,
        )
        seldom = RateLimitedFilter()
        for name in ("asyncio", "uvicorn.error"):
            logging.getLogger(name).addFilter(seldom)
        _Server(served, service).run([listener])


def _with_short_timeouts(config: Config) -> Config:
    """The configuration of a service, whose clients can ask again and must not pile up."""
    seconds = min(config.mongodb.timeout_s, config.mongodb.connect_timeout_s)
    return replace(config, mongodb=replace(config.mongodb, timeout_s=seconds))


class _Server(uvicorn.Server):
    """A server that does not wait for work without end when it is told to end."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer the last requests."""
        asyncio.get_running_loop().call_later(_LAST_WORK_S, self._service.workers.stop)
        await super().shutdown(sockets)
