"""A service on the configured database, and its HTTP server."""

import contextlib
from collections.abc import Iterator

import uvicorn

from wildwood import session
from wildwood.extraction.files import FileStore
from wildwood.extraction.processes import WorkLimits, workers
from wildwood.extraction.service import Service
from wildwood.extraction.store import ExtractionStore
from wildwood.extraction.web import application
from wildwood.settings import Config

_LAST_REQUESTS_S = 10


@contextlib.contextmanager
def opened(config: Config) -> Iterator[Service]:
    """A service, its workers and its database running meanwhile."""
    settings = config.extraction
    limits = WorkLimits(settings.workers, settings.waiting, settings.time_s, settings.memory_mb)
    with session.open_store(config) as papers, workers(limits) as pool:
        store = ExtractionStore(papers.connection)
        yield Service(config, papers, store, FileStore(settings.files), pool)


def serve(config: Config) -> None:
    """Serve until the process is told to end."""
    with opened(config) as service, contextlib.suppress(KeyboardInterrupt):
        uvicorn.run(
            application(service),
            host=config.extraction.host,
            port=config.extraction.port,
            log_level="warning",
            timeout_graceful_shutdown=_LAST_REQUESTS_S,
        )
