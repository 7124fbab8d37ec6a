"""A service on the configured database, and its HTTP server."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from dataclasses import replace

import uvicorn

from wildwood import session
from wildwood.errors import WildwoodError
from wildwood.extraction.connections import Connection, Seldom, take_descriptors
from wildwood.extraction.files import FileStore
from wildwood.extraction.processes import WorkLimits, workers
from wildwood.extraction.service import Service
from wildwood.extraction.store import ExtractionStore
from wildwood.extraction.web import application
from wildwood.settings import Config

_LAST_REQUESTS_S = 10
_LAST_WORK_S = 8
"""Less than that, so that requests whose work is not done by then have their answer."""
_WAITING_CONNECTIONS = 2048


@contextlib.contextmanager
def opened(config: Config) -> Iterator[Service]:
    """A service, its workers and its database running meanwhile."""
    settings = config.extraction
    limits = WorkLimits(settings.workers, settings.waiting, settings.time_s, settings.memory_mb)
    with session.open_store(config) as papers, workers(limits) as pool:
        store = ExtractionStore(papers.connection)
        yield Service(config, papers, store, FileStore(settings.files), pool)


def listening(config: Config) -> socket.socket:
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
    descriptors = take_descriptors()
    with opened(_impatient(config)) as service, contextlib.suppress(KeyboardInterrupt):
        served = uvicorn.Config(
            application(service),
            log_level="warning",
            http=Connection,
            limit_concurrency=descriptors // 2,  # the rest is for files and the database
            timeout_graceful_shutdown=_LAST_REQUESTS_S,
        )
        seldom = Seldom()
        for name in ("asyncio", "uvicorn.error"):
            logging.getLogger(name).addFilter(seldom)
        _Server(served, service).run([listener])


def _impatient(config: Config) -> Config:
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
        asyncio.get_running_loop().call_later(_LAST_WORK_S, self._service.workers.end)
        await super().shutdown(sockets)
