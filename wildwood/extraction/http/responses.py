"""Make responses in the format that a client accepts, and problem documents (RFC 9457)."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Query, Request, Response
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from wildwood.extraction.http.representation import Format, render

_OFFERED = {"application/xml": Format.XML, "application/json": Format.JSON, "text/xml": Format.XML}
"""The formats of data; the first is preferred among those that a client accepts equally."""
_PROBLEM = {"xml": "application/problem+xml", "json": "application/problem+json"}
_RETRY_AFTER_S = 2

DATA = {
    "content": {
        "application/xml": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
    }
}
"""The content of data in the OpenAPI document."""

Output = Annotated[Format | None, Query(description="xml (default) or json; overrides Accept.")]


def response_format(request: Request, output: Output = None) -> Format:
    """Return the format of the parameter `output`, else the one that the client accepts.

    Raises:
        HTTPException: the client accepts neither XML nor JSON.
    """
    if output is not None:
        return output
    best = _best_format(request)
    if best is None:
        raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, "The formats are XML and JSON.")
    return best


def _best_format(request: Request) -> Format | None:
    """Return the format that a client prefers; a wildcard does not include a refused format."""
    types = _accepted_types(request)
    best = types.best_match(name for name in _OFFERED if types.quality(name) > 0)
    return _OFFERED[best] if best else None


def accepts_text(request: Request) -> None:
    """Check that a client accepts plain text.

    Raises:
        HTTPException: it does not.
    """
    if _accepted_types(request).best_match(["text/plain"]) is None:
        raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, "The only format is plain text.")


def _accepted_types(request: Request) -> MIMEAccept:
    """Return the media types that a client accepts; all without a header `Accept`."""
    return parse_accept_header(request.headers.get("accept") or "*/*", MIMEAccept)


ResponseFormat = Annotated[Format, Depends(response_format)]


def problem(request: Request, status: HTTPStatus, detail: str) -> Response:
    """Make a problem document, in the format that the client accepts or else in JSON."""
    output = request.query_params.get("output")
    chosen = Format(output) if output in {"xml", "json"} else _best_format(request) or Format.JSON
    data = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    busy = status is HTTPStatus.SERVICE_UNAVAILABLE
    return Response(
        render("problem", data, chosen),
        status,
        {"Retry-After": str(_RETRY_AFTER_S)} if busy else None,
        _PROBLEM[chosen.value],
    )


def data_response(
    root: str,
    data: dict[str, Any],
    chosen: Format,
    headers: dict[str, str] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    """Make a response of data, as XML with one root element or as JSON."""
    return Response(
        render(root, data, chosen), status, headers, media_type=f"application/{chosen.value}"
    )


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the errors of an operation for the OpenAPI document."""
    schema = {"type": "object", "required": ["title", "status", "detail"]}
    content = {_PROBLEM["json"]: {"schema": schema}, _PROBLEM["xml"]: {"schema": {}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in statuses
    }
