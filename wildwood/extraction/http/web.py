"""The web application and its HTTP server.

Resources are those of Williams et al. 2014, table I (docs/specification.md).
"""

import asyncio
import contextlib
import logging
import socket
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import uvicorn
from anyio import to_thread
from fastapi import APIRouter, Depends, FastAPI, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import TypeAdapter
from starlette.middleware.cors import CORSMiddleware

from wildwood.extraction.http.addresses import Adapted
from wildwood.extraction.http.checking import add_check
from wildwood.extraction.http.documents import add_resources
from wildwood.extraction.http.grobid import add_grobid_api, add_grobid_status, add_grobid_strings
from wildwood.extraction.http.keys import SECURITY_SCHEMES, Keys, check_origin
from wildwood.extraction.http.monitoring import Metrics, add_monitoring
from wildwood.extraction.http.pages import add_corrections, add_open_pages, add_pages
from wildwood.extraction.http.problems import Measured, add_errors
from wildwood.extraction.http.representations import add_representations
from wildwood.extraction.http.responses import PROBLEMS, Problem
from wildwood.extraction.service.files import redact_tokens
from wildwood.extraction.service.service import Service, open_service
from wildwood.kernel.errors import WildwoodError
from wildwood.kernel.settings import Config
from wildwood.nep import session

_LOG = logging.getLogger(__name__)
_SWEEP_INTERVAL_S = 60
_SERVER_CHECK_INTERVAL_S = 5
_SPARE_THREADS = 16
_EXPOSED_HEADERS = ("Location", "Retry-After", "Warning", "X-Near-Duplicate")  # for other sites


class _Application(FastAPI):
    """An application whose OpenAPI document describes problem documents, as they are returned."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema:
            return self.openapi_schema
        document = super().openapi()
        document["components"]["schemas"][Problem.__name__] = TypeAdapter(Problem).json_schema()
        for path in document["paths"].values():
            for operation in path.values():
                _describe(operation)
        document["components"]["securitySchemes"] = SECURITY_SCHEMES
        document["security"] = [{}, *({name: []} for name in SECURITY_SCHEMES)]
        return document


def _describe(operation: dict[str, Any]) -> None:
    """Show an operation by its docstring in its group."""
    if described := operation.pop("description", ""):
        summary, _, details = described.partition("\n\n")
        operation["summary"] = summary.replace("\n", " ")
        if details:
            operation["description"] = details
    operation.setdefault("tags", ["Documents"])


def application(service: Service, keys: Keys) -> FastAPI:
    metrics = Metrics(service.settings.time_s)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        settings = service.settings
        limiter = to_thread.current_default_thread_limiter()
        # Clients with several jobs that wait have turns of their own beside `waiting`.
        limiter.total_tokens = settings.workers + 2 * settings.waiting + _SPARE_THREADS
        restart = partial(_restart_server_if_gone, service)
        work = (_SWEEP_INTERVAL_S, service.sweep), (_SERVER_CHECK_INTERVAL_S, restart)
        tasks = [asyncio.create_task(_every(*each)) for each in work]
        yield
        for task in tasks:
            task.cancel()

    app = _Application(
        title="Wildwood extraction",
        description="Header, citations, body and text of scholarly documents.",
        version="1",
        responses=PROBLEMS,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,
    )
    checks = [Depends(check_origin(service.settings)), Depends(keys.identify)]
    guarded = APIRouter(dependencies=checks, default_response_class=Response)
    add_errors(app, guarded, metrics)
    app.add_middleware(Measured, metrics=metrics)
    app.add_middleware(Adapted, public_url=service.settings.public_url)
    if origins := service.settings.cors_origins:
        app.add_middleware(
            CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST", "PATCH", "DELETE"],
            allow_headers=["*"], expose_headers=_EXPOSED_HEADERS,
        )  # fmt: skip
    add_resources(guarded, service, keys)
    add_representations(guarded, service)
    add_corrections(guarded, service)
    add_grobid_api(guarded, service, keys)
    add_grobid_strings(guarded, service, keys)
    add_check(guarded, service)
    add_pages(guarded, service)
    app.include_router(guarded)
    add_open_pages(app)
    add_grobid_status(app, service)
    add_monitoring(app, service, metrics)
    return app


async def _every(seconds: float, work: Callable[[], None]) -> None:
    while True:
        # If the database or the disk fails now, the next round tries again.
        with contextlib.suppress(WildwoodError, OSError):
            await run_in_threadpool(work)
        await asyncio.sleep(seconds)


def _restart_server_if_gone(service: Service) -> None:
    if session.restart_server_if_gone(service.config):
        _LOG.warning("The private server was gone and has been started again.")


@contextlib.contextmanager
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
        if logging.getLogRecordFactory() is redacted:  # else, a later block would end, too
            logging.setLogRecordFactory(make)


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
        fault = f"Cannot listen on {address[0]} port {address[1]}: {reason}"
        raise WildwoodError(f"{fault}; set another host or port in [extraction].") from error
    # asyncio does not set it for such a socket; without it, responses are delayed by 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(config: Config, listener: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until told to end; call `announce` when ready."""
    with open_server(config) as server, contextlib.suppress(KeyboardInterrupt):
        announce()
        server.run([listener])


@contextlib.contextmanager
def open_server(config: Config) -> Iterator[uvicorn.Server]:
    # Clients must not pile up, and can retry.
    seconds = min(config.mongodb.timeout_s, config.mongodb.connect_timeout_s)
    config = replace(config, mongodb=replace(config.mongodb, timeout_s=seconds))
    with redact_logs(), open_service(config) as service:
        settings = uvicorn.Config(
            application(service, Keys(service.store, config.extraction.keys)),
            log_level="warning",
            http="h11",
            forwarded_allow_ips=list(config.extraction.proxies),
            timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT_S,
        )
        yield _Server(settings, service)


class _Server(uvicorn.Server):
    """A server whose shutdown waits for unfinished work for a limited time."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(_WORK_TIMEOUT_S, self._service.workers.stop)
        await super().shutdown(sockets)
