"""Make responses of data and problem documents (RFC 9457), and describe them for OpenAPI."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response

from wildwood.extraction.http.html import page, prefers_html
from wildwood.extraction.http.media_formats import DATA, MediaFormat, best_format, named
from wildwood.extraction.http.schemas import Problem
from wildwood.extraction.http.xml_or_json import render

NEGOTIATED = {"Vary": "Accept"}
"""Keeps a cache from answering a client with the format of another (RFC 9110, section 12.5.5)."""
_RETRY_AFTER_S = 2
_TEXT_SCHEMA = {"schema": {"type": "string"}}
BYTES = {"type": "string", "format": "binary"}
_BYTES_SCHEMA: dict[str, Any] = {"schema": BYTES}


def problem(request: Request, status: HTTPStatus, detail: str) -> Response:
    """Make a problem document, in the format that the client accepts or else in JSON.

    A browser gets a page.
    """
    output = request.query_params.get("output")
    chosen = named(output) or best_format(request) or MediaFormat.JSON
    data = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    if prefers_html(request):
        response: Response = page(
            request, "problem.html", status, code=status.value, phrase=status.phrase, detail=detail
        )
    else:
        media_type = f"application/problem+{chosen.value}"
        response = Response(render("problem", data, chosen), status, media_type=media_type)
    response.headers.update(NEGOTIATED)
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(_RETRY_AFTER_S)
    return response


def data_response(
    root: str,
    data: dict[str, Any],
    chosen: MediaFormat,
    headers: dict[str, str] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    """Make a response of data, as XML with one root element or as JSON."""
    content, noted = render(root, data, chosen), {**NEGOTIATED, **(headers or {})}
    return Response(content, status, noted, media_type=chosen.media_type)


def described(
    status: int, description: str, model: Any, formats: Sequence[MediaFormat] = DATA
) -> dict[int | str, dict[str, Any]]:
    """Describe a response in some formats, in JSON with the form of `model`."""
    texts = {one.media_type: _TEXT_SCHEMA for one in formats if one is not MediaFormat.JSON}
    return {status: {"description": description, "model": model, "content": texts}}


def described_file(description: str, *media_types: str) -> dict[int | str, dict[str, Any]]:
    """Describe a response with status 200 of text or bytes."""
    content = {
        name: _TEXT_SCHEMA if name.startswith("text/") or name.endswith("xml") else _BYTES_SCHEMA
        for name in media_types
    }
    return {200: {"description": description, "content": content}}


def takes(*media_types: str, required: str = "", **fields: Any) -> dict[str, Any]:
    """Describe the body of a request: bytes of some types, or a form.

    Args:
        media_types: the types; the first is that of the form, if there is one.
        required: the field that the form must have.
        fields: the schemas of its fields.
    """
    content = dict.fromkeys(media_types, _BYTES_SCHEMA)
    if required:
        schema = {"type": "object", "required": [required], "properties": fields}
        content[media_types[0]] = {"schema": schema}
    return {"requestBody": {"required": True, "content": content}}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the errors of an operation."""
    schema = {"$ref": f"#/components/schemas/{Problem.__name__}"}
    content = {
        "application/problem+json": {"schema": schema},
        "application/problem+xml": _TEXT_SCHEMA,
    }
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in statuses
    }
