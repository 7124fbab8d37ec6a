"""Turn errors into problem documents, and measure all requests."""

import logging
import time
from collections.abc import Iterator, Sequence
from http import HTTPStatus

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.datastructures import MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wildwood.extraction import data
from wildwood.extraction.http.addresses import client_of
from wildwood.extraction.http.monitoring import Metrics
from wildwood.extraction.http.responses import problem, warning
from wildwood.extraction.service.processes import CLIENT
from wildwood.kernel.errors import DISK_FULL, InputError, WildwoodError

_LOG = logging.getLogger(__name__)
_ACCESS = logging.getLogger(f"{__name__}.access")
_STATUS: dict[type[WildwoodError], HTTPStatus] = {
    InputError: HTTPStatus.BAD_REQUEST,
    data.UnknownResourceError: HTTPStatus.NOT_FOUND,
    data.TooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    data.UnknownTypeError: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    data.NothingToExtractError: HTTPStatus.UNPROCESSABLE_ENTITY,
    data.FullError: HTTPStatus.INSUFFICIENT_STORAGE,
}  # of errors; the others get 503, since the same request may succeed later
_UNKNOWN_ADDRESS = "The service has no such address; /docs lists those that it has."
_GROBID = "/api/"
_CLIENT_CLOSED_REQUEST = 499  # nginx's status for a client that disconnected; only seen in metrics


def add_errors(app: FastAPI, guarded: APIRouter, metrics: Metrics) -> None:
    """Make every error a problem document; `guarded` are routes that the application includes."""

    @app.exception_handler(WildwoodError)
    async def _wildwood_error(request: Request, error: Exception) -> Response:
        metrics.refusals.labels(type(error).__name__.removesuffix("Error")).inc()
        statuses = (status for kind, status in _STATUS.items() if isinstance(error, kind))
        return problem(request, next(statuses, HTTPStatus.SERVICE_UNAVAILABLE), str(error))

    @app.exception_handler(RequestValidationError)
    async def _invalid_request(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["loc"][0] == "path":
            is_token = first["loc"][1] == "token"
            detail = "The document does not exist." if is_token else _UNKNOWN_ADDRESS
            return problem(request, HTTPStatus.NOT_FOUND, detail)
        detail = f"{first['loc'][-1]}: {first['msg']}."
        return problem(request, HTTPStatus.BAD_REQUEST, detail)

    @app.exception_handler(HTTPException)
    async def _http_error(request: Request, error: HTTPException) -> Response:
        status = HTTPStatus(error.status_code)
        is_unknown = status is HTTPStatus.NOT_FOUND and error.detail == status.phrase
        metrics.refusals.labels(status.phrase).inc()
        detail, headers = error.detail, error.headers or {}
        if is_unknown:
            is_grobids = request.url.path.startswith(f"{request.scope['root_path']}{_GROBID}")
            detail = _listed([*app.routes, *guarded.routes]) if is_grobids else _UNKNOWN_ADDRESS
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            methods = ", ".join(_methods([*app.routes, *guarded.routes], request))
            detail, headers = f"This address only has {methods}.", {"Allow": methods}
        response = problem(request, status, detail)
        response.headers.update(headers)
        return response


def _listed(routes: Sequence[BaseRoute]) -> str:
    paths = (route.path for route in routes if isinstance(route, Route))
    names = sorted({path.removeprefix(_GROBID) for path in paths if path.startswith(_GROBID)})
    return f"Of GROBID's operations, the service has {', '.join(names)}."


def _methods(routes: Sequence[BaseRoute], request: Request) -> list[str]:
    methods: set[str] = set()
    for route in routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            methods |= route.methods or set()
    return sorted({*methods, "HEAD"} if "GET" in methods else methods)


class Measured:
    """Middleware that notes for whom a request is, counts and times it, and explains failures."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        CLIENT.set(client_of(scope))
        began, status = time.perf_counter(), _CLIENT_CLOSED_REQUEST

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            if "status" in message:
                # The address of a document is all that is needed to read it.
                headers = MutableHeaders(scope=message)
                headers["Referrer-Policy"] = "no-referrer"
                for name, value in warning(_unused(scope)).items():
                    headers.append(name, value)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except ClientDisconnect:
            pass
        except Exception as error:
            failure = _failure(Request(scope), error)
            if status != _CLIENT_CLOSED_REQUEST:  # too late for a problem
                raise
            await failure(scope, receive, noting)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get("route")
        # Clients can invent methods and paths; a label for each would fill the memory.
        operation = "unknown"
        if route is not None and scope["method"] in route.methods:
            operation = f"{scope['method']} {route.path}"
        self._metrics.requests.labels(operation, status).inc()
        self._metrics.seconds.labels(operation).observe(seconds)
        # Not the path: its token is all that is needed to read a document.
        _ACCESS.info("%s %s %d %.3f s", CLIENT.get(), operation, status, seconds)


def _unused(scope: Scope) -> Sequence[str]:
    """Return the parameters in the address that its operation does not have."""
    route = scope.get("route")
    if not isinstance(route, APIRoute):
        return ()
    return sorted(set(QueryParams(scope["query_string"])) - set(_query(route.dependant)))


def _query(dependant: Dependant) -> Iterator[str]:
    yield from (parameter.alias for parameter in dependant.query_params)
    for dependency in dependant.dependencies:
        yield from _query(dependency)


def _failure(request: Request, error: Exception) -> Response:
    """Log an unexpected error, and make a problem document; a full disk needs no traceback."""
    failed = f"{request.method} {request.url.path} failed"
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        _LOG.error("%s: %s", failed, error)
        return problem(request, HTTPStatus.INSUFFICIENT_STORAGE, data.NO_SPACE)
    _LOG.error(failed, exc_info=error)
    return problem(request, HTTPStatus.INTERNAL_SERVER_ERROR, "The service failed; see its log.")
