"""The web application, on FastAPI.

Its resources are those of Williams et al. 2014, table I (docs/specification.md, "Extraction
service").
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from enum import Enum
from http import HTTPStatus
from typing import Annotated

import prometheus_client
from anyio import fail_after, to_thread
from fastapi import Depends, FastAPI, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from starlette.types import Receive, Scope, Send

from wildwood.errors import WildwoodError
from wildwood.extraction.errors import NothingToExtractError, UnreachableError
from wildwood.extraction.http.head import HeadAsGet
from wildwood.extraction.http.metrics import Metrics
from wildwood.extraction.http.problems import add_errors, add_measuring
from wildwood.extraction.http.representation import Format
from wildwood.extraction.http.responses import (
    DATA,
    ResponseFormat,
    accepts_text,
    data_response,
    problems,
)
from wildwood.extraction.http.uploads import UploadSlots, receive
from wildwood.extraction.model import DocumentType, Kind
from wildwood.extraction.service.extractors import EXTRACTORS
from wildwood.extraction.service.service import Extracted, ExtractionOptions, Service
from wildwood.runs import session
from wildwood.settings import MAX_DISTANCE

_LOG = logging.getLogger(__name__)
_MEDIA_TYPES = {
    DocumentType.PDF: "application/pdf",
    DocumentType.POSTSCRIPT: "application/postscript",
    DocumentType.TEXT: "text/plain",
}
_SWEEP_INTERVAL_S = 60
_SERVER_CHECK_INTERVAL_S = 5
_HEALTH_TIMEOUT_S = 2
_SPARE_THREADS = 16
_MAX_UPLOADS = 128
"""Uploads that can be in progress at the same time."""


class Flag(Enum):
    """A yes or no in a query."""

    NO = "0"
    YES = "1"


Token = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Distance = Annotated[
    int | None,
    Query(ge=0, le=MAX_DISTANCE, description="Bits in which a near duplicate can differ."),
]
Fresh = Annotated[Flag, Query(description="1 extracts again.")]

_FILTER = "0 accepts documents that do not look scholarly."

_TEXT = {"text/plain": {"schema": {"type": "string"}}}
_BINARY = {"schema": {"type": "string", "format": "binary"}}
_FILES = dict.fromkeys(_MEDIA_TYPES.values(), _BINARY)
_UPLOAD = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["myfile"],
                    "properties": {"myfile": {"type": "string", "format": "binary"}},
                }
            },
            "application/octet-stream": _BINARY,
            "application/pdf": _BINARY,
        },
    }
}


def application(service: Service) -> FastAPI:
    """Make the ASGI application of a service."""
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        settings = service.settings
        limiter = to_thread.current_default_thread_limiter()
        limiter.total_tokens = settings.workers + settings.waiting + _SPARE_THREADS
        tasks = [
            asyncio.create_task(_every(_SWEEP_INTERVAL_S, service.sweep)),
            asyncio.create_task(
                _every(_SERVER_CHECK_INTERVAL_S, lambda: _restart_server_if_gone(service))
            ),
        ]
        yield
        for task in tasks:
            task.cancel()

    app = FastAPI(
        title="Wildwood extraction",
        description="Header, citations, body and text of scholarly documents.",
        version="1",
        lifespan=lifespan,
    )
    add_errors(app)
    add_measuring(app, metrics)
    app.add_middleware(HeadAsGet)
    _add_resources(app, service)
    _add_representations(app, service, metrics)
    _add_service_pages(app, service, metrics)
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


def _add_resources(app: FastAPI, service: Service) -> None:
    slots = UploadSlots(_MAX_UPLOADS)

    @app.post(
        "/extractor", status_code=201, openapi_extra=_UPLOAD, response_class=Response,
        responses={201: {"description": "The links of the document.", **DATA},
                   **problems(400, 406, 408, 411, 413, 415, 422, 500, 503)},
    )  # fmt: skip
    async def create(
        request: Request,
        chosen: ResponseFormat,
        filter: Annotated[Flag, Query(description=_FILTER)] = Flag.YES,  # noqa: A002
    ) -> Response:
        """Upload a document, as the form field `myfile` or as the whole body."""
        with service.receiving() as (token, path):
            with slots.taken():
                await receive(request, path, service.settings.max_bytes)
            await run_in_threadpool(service.add, token, filtered=filter is Flag.YES)
        links = _links(request, token)
        location = {"Location": links["file"].rpartition("/")[0]}
        return data_response("CSXAPIMetadata", links, chosen, location, HTTPStatus.CREATED)

    @app.get(
        "/extractor/{token}", response_class=Response,
        responses={200: {"description": "The links of the document.", **DATA},
                   **problems(400, 404, 406, 500, 503)},
    )  # fmt: skip
    def links_of(request: Request, token: Token, chosen: ResponseFormat) -> Response:
        """Return the links of a document."""
        service.resource(token)
        return data_response("CSXAPIMetadata", _links(request, token), chosen)

    @app.delete(
        "/extractor/{token}", response_class=Response,
        responses={200: {"description": "The document is deleted.", **DATA},
                   **problems(400, 404, 406, 500, 503)},
    )  # fmt: skip
    def remove(token: Token, chosen: ResponseFormat) -> Response:
        """Delete a document."""
        service.remove(token)
        return data_response("CSXAPIMetadata", {"token": token, "deleted": "true"}, chosen)

    @app.get(
        "/extractor/{token}/file", response_class=FileResponse,
        responses={
            200: {"description": "The document as uploaded.", "content": _FILES},
            **problems(404, 500, 503),
        },
    )  # fmt: skip
    def file(token: Token) -> FileResponse:
        """Return the document as uploaded."""
        resource = service.resource(token)
        return _WholeFile(
            service.files.document(token), media_type=_MEDIA_TYPES[resource.type],
            headers={"X-Content-Type-Options": "nosniff", "Accept-Ranges": "none"},
        )  # fmt: skip


class _WholeFile(FileResponse):
    """A file that is returned whole; RFC 9110, section 14.2, lets a server ignore `Range`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await super().__call__({**scope, "headers": headers}, receive, send)


def _links(request: Request, token: str) -> dict[str, str]:
    """Return the URLs of a document."""
    base = str(request.url_for("create")) + f"/{token}"
    parts = ("file", *(kind.value for kind in Kind), "similar")
    return {"token": token, **{part: f"{base}/{part}" for part in parts}}


def _add_representations(app: FastAPI, service: Service, metrics: Metrics) -> None:
    def extracted(token: str, kind: Kind, k: int | None, fresh: Flag) -> Extracted:
        distance = service.settings.distance if k is None else k
        data = service.extract(token, kind, ExtractionOptions(distance, fresh is Flag.YES))
        if data.is_empty:
            raise NothingToExtractError(f"The document contains no {kind.value}.")
        if data.origin != token:
            metrics.near_duplicates.labels(kind.value).inc()
        return data

    def add(kind: Kind, summary: str) -> None:
        @app.get(
            f"/extractor/{{token}}/{kind.value}", response_class=Response, name=kind.value,
            description=summary,
            responses={200: {"description": "The extracted data.", **DATA},
                       **problems(400, 404, 406, 422, 500, 503)},
        )  # fmt: skip
        def representation(
            token: Token, chosen: ResponseFormat, k: Distance = None, fresh: Fresh = Flag.NO
        ) -> Response:
            return _representation(token, kind, extracted(token, kind, k, fresh), chosen)

    for kind, extractor in EXTRACTORS.items():
        if kind is not Kind.TEXT:
            add(kind, type(extractor).__doc__ or "")

    @app.get(
        "/extractor/{token}/text", response_class=Response,
        responses={200: {"description": "The text.", "content": _TEXT},
                   **problems(404, 406, 422, 500, 503)},
        dependencies=[Depends(accepts_text)],
    )  # fmt: skip
    def text(token: Token) -> Response:
        """Return the whole text."""
        content = extracted(token, Kind.TEXT, None, Flag.NO).data.encode("utf-8", "replace")
        return Response(content, media_type="text/plain; charset=utf-8")

    @app.get(
        "/extractor/{token}/similar", response_class=Response,
        responses={200: {"description": "The papers.", **DATA},
                   **problems(400, 404, 406, 422, 500, 503)},
    )  # fmt: skip
    def similar(token: Token, chosen: ResponseFormat) -> Response:
        """Return the stored papers that resemble the header, strongest first."""
        papers = service.similar(token, ExtractionOptions(service.settings.distance))
        return data_response("document", {"similar": papers}, chosen)


def _representation(token: str, kind: Kind, extracted: Extracted, chosen: Format) -> Response:
    """Make a response of extracted data; if it is from another document, name that one."""
    root, data = "document", {kind.value: extracted.data}
    if isinstance(extracted.data, dict):
        root, data = kind.value, extracted.data
    if extracted.origin == token:
        return data_response(root, data, chosen)
    origin = {"near_duplicate": {"token": extracted.origin, "distance": extracted.distance}}
    headers = {"X-Near-Duplicate": f"{extracted.origin}; distance={extracted.distance}"}
    return data_response(root, {**data, **origin}, chosen, headers)


def _add_service_pages(app: FastAPI, service: Service, metrics: Metrics) -> None:
    @app.get("/health", responses=problems(503))
    async def health() -> dict[str, str]:
        """Check that the service and its database answer."""
        try:
            with fail_after(_HEALTH_TIMEOUT_S):
                await to_thread.run_sync(service.store.resource, "", abandon_on_cancel=True)
        except TimeoutError:
            raise UnreachableError(
                f"MongoDB did not answer within {_HEALTH_TIMEOUT_S} s."
            ) from None
        return {"status": "up"}

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    def metrics_page() -> Response:
        """Return the metrics for Prometheus."""
        data = prometheus_client.generate_latest(metrics.registry)
        return Response(data, media_type=prometheus_client.CONTENT_TYPE_LATEST)
