"""How requests end: errors as problem documents, and every end counted."""

import logging
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

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
from wildwood.extraction.http.answers import problem
from wildwood.extraction.http.metrics import Metrics

_LOG = logging.getLogger(__name__)
_STATUS: dict[type[WildwoodError], HTTPStatus] = {
    UnknownResourceError: HTTPStatus.NOT_FOUND,
    TooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    UnknownTypeError: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    NothingToExtractError: HTTPStatus.UNPROCESSABLE_ENTITY,
    BusyError: HTTPStatus.SERVICE_UNAVAILABLE,
    UnreachableError: HTTPStatus.SERVICE_UNAVAILABLE,
    MissingProgramError: HTTPStatus.SERVICE_UNAVAILABLE,
}
_CLIENT_IS_GONE = 499
"""What nginx logs where a client leaves before its answer; the metrics alone see it."""


def add_errors(app: FastAPI) -> None:
    """Answer every error with a problem document."""

    @app.exception_handler(WildwoodError)
    async def _ours(request: Request, error: Exception) -> Response:
        kinds = (kind for kind in _STATUS if isinstance(error, kind))
        kind = next(kinds, None)
        status = _STATUS[kind] if kind else HTTPStatus.SERVICE_UNAVAILABLE
        return problem(request, status, str(error))

    @app.exception_handler(RequestValidationError)
    async def _wrong(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)  # noqa: S101 - tells mypy
        first = error.errors()[0]
        if first["loc"][0] == "path":
            return problem(request, HTTPStatus.NOT_FOUND, "There is no such document here.")
        detail = f"{first['loc'][-1]}: {first['msg']}."
        return problem(request, HTTPStatus.BAD_REQUEST, detail)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101 - tells mypy
        made = problem(request, HTTPStatus(error.status_code), error.detail)
        made.headers.update(error.headers or {})
        return made


def add_measuring(app: FastAPI, metrics: Metrics) -> None:
    """Count every request, and answer those that fail in a way that nobody foresaw."""

    @app.middleware("http")
    async def _measure(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        began = time.perf_counter()
        try:
            response = await call_next(request)
        except ClientDisconnect:
            response = Response(status_code=_CLIENT_IS_GONE)
        except Exception:  # noqa: BLE001 - whatever it is, the service goes on
            _LOG.exception("%s %s failed", request.method, request.url.path)
            sentence = "The service failed; its log says why."
            response = problem(request, HTTPStatus.INTERNAL_SERVER_ERROR, sentence)
        route = request.scope.get("route")
        # Anyone can make up methods and paths; a label for each would fill the memory.
        operation = "unknown"
        if route is not None and request.method in route.methods:
            operation = f"{request.method} {route.path}"
        metrics.requests.labels(operation, response.status_code).inc()
        metrics.seconds.labels(operation).observe(time.perf_counter() - began)
        return response
