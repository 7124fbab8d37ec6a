"""Answers in the format that a client wants, and problem documents."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Query, Request, Response
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from wildwood.extraction.http.representation import Format, rendered

_OFFERED = {"application/xml": Format.XML, "application/json": Format.JSON, "text/xml": Format.XML}
"""Of what a client accepts alike the first is given."""
_PROBLEM = {"xml": "application/problem+xml", "json": "application/problem+json"}
_RETRY_S = 2

DATA = {
    "content": {
        "application/xml": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
    }
}
"""How data stands in the OpenAPI document."""

Output = Annotated[Format | None, Query(description="xml (default) or json; goes before Accept.")]


def response_format(request: Request, output: Output = None) -> Format:
    """XML or JSON, by the parameter, else by what the client accepts."""
    if output is not None:
        return output
    best = _best(request)
    if best is None:
        raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, "There is XML and JSON.")
    return best


def _best(request: Request) -> Format | None:
    """What a client accepts best; one that it refuses by name is not meant by its wildcard."""
    types = accepted(request)
    best = types.best_match(name for name in _OFFERED if types.quality(name) > 0)
    return _OFFERED[best] if best else None


def accepts_text(request: Request) -> None:
    """Refuse a client that does not accept plain text."""
    if accepted(request).best_match(["text/plain"]) is None:
        raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, "There is plain text.")


def accepted(request: Request) -> MIMEAccept:
    """What a client accepts; all, where it says nothing."""
    return parse_accept_header(request.headers.get("accept") or "*/*", MIMEAccept)


ResponseFormat = Annotated[Format, Depends(response_format)]


def problem(request: Request, status: HTTPStatus, detail: str) -> Response:
    """A problem document (RFC 9457), in the format that was asked for."""
    asked = request.query_params.get("output")
    wanted = Format(asked) if asked in {"xml", "json"} else _best(request) or Format.JSON
    data = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    busy = status is HTTPStatus.SERVICE_UNAVAILABLE
    return Response(
        rendered("problem", data, wanted), status, {"Retry-After": str(_RETRY_S)} if busy else None,
        _PROBLEM[wanted.value],
    )  # fmt: skip


def answer(
    root: str,
    data: dict[str, Any],
    wanted: Format,
    headers: dict[str, str] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    """Data in a document with one root element, or as JSON."""
    return Response(
        rendered(root, data, wanted), status, headers, media_type=f"application/{wanted.value}"
    )


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How the errors of an operation stand in the OpenAPI document."""
    schema = {"type": "object", "required": ["title", "status", "detail"]}
    content = {_PROBLEM["json"]: {"schema": schema}, _PROBLEM["xml"]: {"schema": {}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in statuses
    }
