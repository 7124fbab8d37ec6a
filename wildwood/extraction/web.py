"""The service over HTTP (the paper's Table I), on FastAPI."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from enum import Enum
from http import HTTPStatus
from pathlib import Path as FilePath
from typing import Annotated, Any

import prometheus_client
from anyio import to_thread
from fastapi import Depends, FastAPI, HTTPException, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException as StarletteHTTPException
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from wildwood.errors import WildwoodError
from wildwood.extraction.errors import (
    BusyError,
    MissingProgramError,
    NothingToExtractError,
    TooLargeError,
    UnknownResourceError,
    UnknownTypeError,
    UnreachableError,
)
from wildwood.extraction.model import DocumentType, Kind
from wildwood.extraction.representation import Format, rendered
from wildwood.extraction.service import Extracted, Service, Wish

_STATUS: dict[type[WildwoodError], HTTPStatus] = {
    UnknownResourceError: HTTPStatus.NOT_FOUND,
    TooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    UnknownTypeError: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    NothingToExtractError: HTTPStatus.UNPROCESSABLE_ENTITY,
    BusyError: HTTPStatus.SERVICE_UNAVAILABLE,
    UnreachableError: HTTPStatus.SERVICE_UNAVAILABLE,
    MissingProgramError: HTTPStatus.SERVICE_UNAVAILABLE,
}
_MEDIA = {
    DocumentType.PDF: "application/pdf",
    DocumentType.POSTSCRIPT: "application/postscript",
    DocumentType.TEXT: "text/plain",
}
_OFFERED = {"application/xml": Format.XML, "text/xml": Format.XML, "application/json": Format.JSON}
_PROBLEM = {"xml": "application/problem+xml", "json": "application/problem+json"}
_MB = 1024 * 1024
_FORM_OVERHEAD = 64 * 1024
"""What a form may hold beside the document."""
_RETRY_S = 2
_SWEEP_S = 60
_THREADS_TO_SPARE = 16


class Switch(Enum):
    """A yes or no in an address."""

    NO = "0"
    YES = "1"


Output = Annotated[Format | None, Query(description="xml (default) or json; goes before Accept.")]
Token = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Distance = Annotated[
    int | None, Query(ge=0, le=3, description="Bits in which a near duplicate may differ.")
]
Fresh = Annotated[Switch, Query(description="1 extracts again.")]


def wanted_format(request: Request, output: Output = None) -> Format:
    """XML or JSON, by the parameter, else by what the client accepts."""
    if output is not None:
        return output
    accepted = parse_accept_header(request.headers.get("accept", "*/*") or "*/*", MIMEAccept)
    best = accepted.best_match(_OFFERED)
    if best is None:
        raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, "There is XML and JSON.")
    return _OFFERED[best]


Wanted = Annotated[Format, Depends(wanted_format)]


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How the errors of an operation stand in the OpenAPI document."""
    schema = {"type": "object", "required": ["title", "status", "detail"]}
    content = {_PROBLEM["json"]: {"schema": schema}, _PROBLEM["xml"]: {"schema": {}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in statuses
    }


_DATA = {
    "content": {
        "application/xml": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
    }
}
_TEXT = {"text/plain": {"schema": {"type": "string"}}}
_BINARY = {"schema": {"type": "string", "format": "binary"}}
_FILES = dict.fromkeys(_MEDIA.values(), _BINARY)
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


class Metrics:
    """What Prometheus reads, in a registry of this application's own."""

    def __init__(self) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        self.requests = prometheus_client.Counter(
            "wildwood_requests", "Requests by operation and status.", ["operation", "status"],
            registry=self.registry,
        )  # fmt: skip
        self.seconds = prometheus_client.Histogram(
            "wildwood_request_seconds", "How long requests took.", ["operation"],
            registry=self.registry,
        )  # fmt: skip
        self.near_duplicates = prometheus_client.Counter(
            "wildwood_near_duplicates", "Answers from another document's extraction.", ["kind"],
            registry=self.registry,
        )  # fmt: skip


def application(service: Service) -> FastAPI:
    """The ASGI application over a service."""
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        settings = service.settings
        limiter = to_thread.current_default_thread_limiter()
        limiter.total_tokens = settings.workers + settings.waiting + _THREADS_TO_SPARE
        sweeping = asyncio.create_task(_sweep(service))
        yield
        sweeping.cancel()

    app = FastAPI(
        title="Wildwood extraction",
        description="Header, citations, body and text of scholarly documents.",
        version="1",
        lifespan=lifespan,
    )
    _add_errors(app)
    _add_measuring(app, metrics)
    _add_resources(app, service)
    _add_representations(app, service, metrics)
    _add_service_pages(app, service, metrics)
    return app


async def _sweep(service: Service) -> None:
    while True:
        # A database that does not answer now is tried again the next time.
        with contextlib.suppress(WildwoodError):
            await run_in_threadpool(service.sweep)
        await asyncio.sleep(_SWEEP_S)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(WildwoodError)
    async def _ours(request: Request, error: Exception) -> Response:
        kinds = (kind for kind in _STATUS if isinstance(error, kind))
        kind = next(kinds, None)
        status = _STATUS[kind] if kind else HTTPStatus.SERVICE_UNAVAILABLE
        return _problem(request, status, str(error))

    @app.exception_handler(RequestValidationError)
    async def _wrong(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)  # noqa: S101 - tells mypy
        first = error.errors()[0]
        if first["loc"][0] == "path":
            return _problem(request, HTTPStatus.NOT_FOUND, "There is no such document here.")
        detail = f"{first['loc'][-1]}: {first['msg']}."
        return _problem(request, HTTPStatus.BAD_REQUEST, detail)

    @app.exception_handler(StarletteHTTPException)
    async def _http(request: Request, error: Exception) -> Response:
        assert isinstance(error, StarletteHTTPException)  # noqa: S101 - tells mypy
        made = _problem(request, HTTPStatus(error.status_code), error.detail)
        made.headers.update(error.headers or {})
        return made

    @app.exception_handler(Exception)
    async def _unforeseen(request: Request, error: Exception) -> Response:
        return _problem(request, HTTPStatus.INTERNAL_SERVER_ERROR, type(error).__name__)


def _problem(request: Request, status: HTTPStatus, detail: str) -> Response:
    """A problem document (RFC 9457), in the format that was asked for."""
    asked = request.query_params.get("output")
    accepted = parse_accept_header(request.headers.get("accept", "*/*"), MIMEAccept)
    best = accepted.best_match(["application/xml", "application/json"], "application/json")
    wanted = Format(asked) if asked in {"xml", "json"} else _OFFERED[best]
    data = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    busy = status is HTTPStatus.SERVICE_UNAVAILABLE
    return Response(
        rendered("problem", data, wanted), status, {"Retry-After": str(_RETRY_S)} if busy else None,
        _PROBLEM[wanted.value],
    )  # fmt: skip


def _add_measuring(app: FastAPI, metrics: Metrics) -> None:
    @app.middleware("http")
    async def _measure(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        began = time.perf_counter()
        response = await call_next(request)
        route = request.scope.get("route")
        operation = f"{request.method} {route.path if route else 'unknown'}"
        metrics.requests.labels(operation, response.status_code).inc()
        metrics.seconds.labels(operation).observe(time.perf_counter() - began)
        return response


def _add_resources(app: FastAPI, service: Service) -> None:
    @app.post(
        "/extractor", status_code=201, openapi_extra=_UPLOAD, response_class=Response,
        responses={201: {"description": "The links of the document.", **_DATA},
                   **_problems(400, 406, 411, 413, 415, 422, 503)},
    )  # fmt: skip
    async def create(
        request: Request,
        wanted: Wanted,
        filter: Annotated[Switch, Query(description="0 skips the filter.")] = Switch.YES,  # noqa: A002
    ) -> Response:
        """Take a document, as the form field `myfile` or as the whole body."""
        with service.receiving() as (token, path):
            await _receive(request, path, int(service.settings.max_mb * _MB))
            await run_in_threadpool(service.add, token, filtered=filter is Switch.YES)
        base = str(request.url_for("create")) + f"/{token}"
        parts = ("file", *(kind.value for kind in Kind), "similar")
        links = {"token": token, **{part: f"{base}/{part}" for part in parts}}
        return _answer("CSXAPIMetadata", links, wanted, {"Location": base}, HTTPStatus.CREATED)

    @app.get(
        "/extractor/{token}", response_class=Response,
        responses={200: {"description": "The links of the document.", **_DATA},
                   **_problems(400, 404, 406, 503)},
    )  # fmt: skip
    def links_of(request: Request, token: Token, wanted: Wanted) -> Response:
        """The links of a document."""
        service.resource(token)
        base = str(request.url_for("create")) + f"/{token}"
        parts = ("file", *(kind.value for kind in Kind), "similar")
        links = {"token": token, **{part: f"{base}/{part}" for part in parts}}
        return _answer("CSXAPIMetadata", links, wanted)

    @app.delete(
        "/extractor/{token}", response_class=Response,
        responses={200: {"description": "It is gone.", **_DATA}, **_problems(400, 404, 406, 503)},
    )  # fmt: skip
    def remove(token: Token, wanted: Wanted) -> Response:
        """Remove a document."""
        service.remove(token)
        return _answer("CSXAPIMetadata", {"token": token, "deleted": "true"}, wanted)

    @app.get(
        "/extractor/{token}/file", response_class=FileResponse,
        responses={
            200: {"description": "As uploaded.", "content": _FILES},
            **_problems(404, 503),
        },
    )  # fmt: skip
    def file(token: Token) -> FileResponse:
        """The document as it was uploaded."""
        found = service.resource(token)
        return FileResponse(
            service.files.document(token), media_type=_MEDIA[found.type],
            headers={"X-Content-Type-Options": "nosniff"},
        )  # fmt: skip


async def _receive(request: Request, path: FilePath, most: int) -> None:
    """Write the document that a request brings to a file."""
    length = request.headers.get("content-length")
    if length is None and "transfer-encoding" not in request.headers:
        raise HTTPException(HTTPStatus.LENGTH_REQUIRED, "Say how long the document is.")
    if length is not None and int(length) > most + _FORM_OVERHEAD:
        raise _too_large(most)
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        await _receive_form(request, path, most)
    else:
        await _write(request.stream(), path, most)


async def _receive_form(request: Request, path: FilePath, most: int) -> None:
    counted = Request(request.scope, _counting(request, most + _FORM_OVERHEAD))
    async with counted.form(max_files=1, max_fields=10) as form:
        upload = form.get("myfile")
        if not isinstance(upload, UploadFile):
            raise HTTPException(HTTPStatus.BAD_REQUEST, "The form has no file `myfile`.")

        async def pieces() -> AsyncIterator[bytes]:
            while piece := await upload.read(_MB):
                yield piece

        await _write(pieces(), path, most)


def _counting(request: Request, most: int) -> Callable[[], Awaitable[Any]]:
    """The request's own `receive`, for no more bytes than may come."""
    received = 0

    async def receive() -> Any:
        nonlocal received
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > most:
            raise _too_large(most)
        return message

    return receive


async def _write(pieces: AsyncIterator[bytes], path: FilePath, most: int) -> None:
    written = 0
    with path.open("wb") as opened:
        async for piece in pieces:
            written += len(piece)
            if written > most:
                raise _too_large(most)
            await run_in_threadpool(opened.write, piece)


def _too_large(most: int) -> TooLargeError:
    return TooLargeError(f"A document may have {most / _MB:g} MB at most.")


def _add_representations(app: FastAPI, service: Service, metrics: Metrics) -> None:
    def extracted(token: str, kind: Kind, distance: int | None, fresh: Switch) -> Extracted:
        most = service.settings.distance if distance is None else distance
        found = service.extract(token, kind, Wish(most, fresh is Switch.YES))
        if found.source != token:
            metrics.near_duplicates.labels(kind.value).inc()
        return found

    responses = {
        200: {"description": "What was extracted.", **_DATA},
        **_problems(400, 404, 406, 422, 503),
    }

    @app.get("/extractor/{token}/header", response_class=Response, responses=responses)
    def header(
        token: Token, wanted: Wanted, k: Distance = None, fresh: Fresh = Switch.NO
    ) -> Response:
        """Title, authors, abstract, venue and what else the header has."""
        found = extracted(token, Kind.HEADER, k, fresh)
        return _answer("header", {**found.data, **_origin(token, found)}, wanted,
                       _origin_header(token, found))  # fmt: skip

    @app.get("/extractor/{token}/citations", response_class=Response, responses=responses)
    def citations(
        token: Token, wanted: Wanted, k: Distance = None, fresh: Fresh = Switch.NO
    ) -> Response:
        """The citations, each with its fields and its places in the text."""
        found = extracted(token, Kind.CITATIONS, k, fresh)
        data = {"citations": found.data, **_origin(token, found)}
        return _answer("document", data, wanted, _origin_header(token, found))

    @app.get("/extractor/{token}/body", response_class=Response, responses=responses)
    def body(token: Token, wanted: Wanted) -> Response:
        """The text without header and citations."""
        found = service.extract(token, Kind.BODY, Wish(0))
        return _answer("document", {"body": found.data}, wanted)

    @app.get("/extractor/{token}/similar", response_class=Response, responses=responses)
    def similar(token: Token, wanted: Wanted) -> Response:
        """The papers of the memory that resemble the header, strongest first."""
        found = service.similar(token, Wish(service.settings.distance))
        papers = [{"id": one.handle, "strength": one.printed} for one in found]
        return _answer("document", {"similar": papers}, wanted)

    @app.get(
        "/extractor/{token}/text", response_class=Response,
        responses={200: {"description": "The text.", "content": _TEXT},
                   **_problems(404, 406, 422, 503)},
    )  # fmt: skip
    def text(request: Request, token: Token) -> Response:
        """The whole text."""
        accepted = parse_accept_header(request.headers.get("accept", "*/*") or "*/*", MIMEAccept)
        if accepted.best_match(["text/plain"]) is None:
            raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, "There is plain text.")
        found = service.extract(token, Kind.TEXT, Wish(0))
        data = found.data.encode("utf-8", "replace")
        return Response(data, media_type="text/plain; charset=utf-8")


def _origin(token: str, found: Extracted) -> dict[str, Any]:
    if found.source == token:
        return {}
    return {"near_duplicate": {"token": found.source, "distance": found.distance}}


def _origin_header(token: str, found: Extracted) -> dict[str, str]:
    if found.source == token:
        return {}
    return {"X-Near-Duplicate": f"{found.source}; distance={found.distance}"}


def _answer(
    root: str,
    data: dict[str, Any],
    wanted: Format,
    headers: dict[str, str] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    return Response(
        rendered(root, data, wanted), status, headers, media_type=f"application/{wanted.value}"
    )


def _add_service_pages(app: FastAPI, service: Service, metrics: Metrics) -> None:
    @app.get("/health", responses=_problems(503))
    def health() -> dict[str, str]:
        """Whether the service and its database answer."""
        service.store.resource("")
        return {"status": "up"}

    @app.get("/metrics", response_class=Response, include_in_schema=False)
    def measured() -> Response:
        """Figures for Prometheus."""
        data = prometheus_client.generate_latest(metrics.registry)
        return Response(data, media_type=prometheus_client.CONTENT_TYPE_LATEST)
