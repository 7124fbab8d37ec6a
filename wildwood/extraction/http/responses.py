"""Make responses of data and problem documents (RFC 9457), and describe them for OpenAPI."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response

from wildwood.extraction.data import Kind, Place
from wildwood.extraction.http import formats
from wildwood.extraction.http.addresses import PARTS
from wildwood.extraction.sandbox import Confinement
from wildwood.extraction.service.kinds import TYPES
from wildwood.extraction.service.store import NearDuplicate


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem document."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the service."""

    status: str
    confinement: Confinement


@dataclass(frozen=True, slots=True)
class Common:
    """The words of names and the words or parts of titles that two papers have in common."""

    authors: list[str]
    titles: list[str]


@dataclass(frozen=True, slots=True)
class SimilarPaper:
    """A stored paper that resembles a header or record, and the dates of its issues."""

    id: str
    strength: str
    names: list[str]
    titles: list[str]
    issues: list[str]
    common: Common


@dataclass(frozen=True, slots=True)
class Similar:
    """The stored papers that resemble the header, strongest first."""

    similar: list[SimilarPaper]


_CheckedRecord: Any = make_dataclass("CheckedRecord", [("id", str)], bases=(Similar,), frozen=True)
_ANSWER = [("formula", str), ("limit", float), ("records", list[_CheckedRecord])]
Checked: type = make_dataclass("Checked", _ANSWER, frozen=True)
_BOXES = dict[str, list[Place]]
_PLACES = [("pages", list[tuple[float, float]]), ("fields", _BOXES), ("callouts", _BOXES)]
Places: type = make_dataclass("Places", [*_PLACES, ("files", dict[str, str])], frozen=True)
_LOADED = [("stored", int), ("kept", list[str])]
Loaded: type = make_dataclass("Loaded", _LOADED, frozen=True)
Deleted: type = make_dataclass("Deleted", [("token", str), ("deleted", str)], frozen=True)
Links: type = make_dataclass("Links", [(name, str) for name in ("token", *PARTS)], frozen=True)


def _schema(name: str, data: Any) -> Any:
    origin = ("near_duplicate", NearDuplicate | None, None)
    if is_dataclass(data) and isinstance(data, type):
        names = {field.name for field in fields(data)}
        assert origin[0] not in names  # noqa: S101 - a field of that name would be overwritten
        return make_dataclass(f"{data.__name__}Data", [origin], bases=(data,), frozen=True)
    return make_dataclass(f"{name.title()}Data", [(name, data), origin], frozen=True)


EXTRACTED = {kind: _schema(kind.value, TYPES[kind]) for kind in Kind}
SIMILAR = _schema("similar", Similar)

NEGOTIATED = {"Vary": "Accept"}  # caches must tell formats apart (RFC 9110, section 12.5.5)
RETRY_AFTER_S = 2
_MAX_WARNING = 200  # characters
_TEXT_SCHEMA = {"schema": {"type": "string"}}
BYTES = {"type": "string", "format": "binary"}
_BYTES_SCHEMA: dict[str, Any] = {"schema": BYTES}


def problem(request: Request, status: HTTPStatus, detail: str) -> Response:
    """Make a problem document, by default in JSON; a page for a browser."""
    offered = getattr(request.state, "formats", formats.DATA)
    named = formats.named(request.query_params.get("output"))
    chosen = named or formats.best_format(request, offered) or formats.MediaFormat.JSON
    data = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    if formats.prefers_html(request):
        response: Response = formats.page(
            request, "problem.html", status, code=status.value, phrase=status.phrase, detail=detail
        )
    else:
        media_type = f"application/problem+{chosen.output}"
        response = Response(formats.render("problem", data, chosen), status, media_type=media_type)
    response.headers.update(NEGOTIATED)
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def warning(unused: Iterable[str]) -> dict[str, str]:
    """Return the header that names parameters without effect, if there are any."""
    names = re.sub(r"[^\w=, ]", "_", ", ".join(unused), flags=re.ASCII)[:_MAX_WARNING]
    return {"Warning": f'299 - "Without effect: {names}"'} if names else {}


def data_response(
    root: str,
    data: dict[str, Any],
    chosen: formats.MediaFormat,
    headers: dict[str, str] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    content, noted = formats.render(root, data, chosen), {**NEGOTIATED, **(headers or {})}
    return Response(content, status, noted, media_type=chosen.media_type)


def described(
    status: int, description: str, model: Any, offered: Sequence[formats.MediaFormat] = formats.DATA
) -> dict[int | str, dict[str, Any]]:
    """Describe a response in some formats, in JSON with the form of `model`."""
    types = [each.media_type for each in offered if each is not formats.MediaFormat.JSON]
    content = dict.fromkeys(types, _TEXT_SCHEMA)
    return {status: {"description": description, "model": model, "content": content}}


def described_file(description: str, *media_types: str) -> dict[int | str, dict[str, Any]]:
    content: dict[str, Any] = {
        name: _TEXT_SCHEMA if name.startswith("text/") or name.endswith("xml") else _BYTES_SCHEMA
        for name in media_types
    }
    content |= {name: {} for name in media_types if name.endswith("/json")}
    return {200: {"description": description, "content": content}}


def takes(*media_types: str, required: str = "", **fields: Any) -> dict[str, Any]:
    """Describe the body of a request: bytes of some types, or a form, whose type is the first."""
    content = dict.fromkeys(media_types, _BYTES_SCHEMA)
    if required:
        schema = {"type": "object", "required": [required], "properties": fields}
        content[media_types[0]] = {"schema": schema}
    return {"requestBody": {"required": True, "content": content}}


_PROBLEM_SCHEMA = {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "A problem.",
        "content": {
            "application/problem+json": _PROBLEM_SCHEMA, "application/problem+xml": _TEXT_SCHEMA,
        },
    }
}  # fmt: skip  # of all operations
