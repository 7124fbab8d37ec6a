"""The formats of responses, and which of them a client wants."""

import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from enum import Enum
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import Depends, HTTPException, Query, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from lxml import etree
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from wildwood.biblio import as_bibtex, as_ris
from wildwood.biblio.entry import Entry
from wildwood.kernel.safe_xml import Element, allowed

_WriteRecords = Callable[[Iterable[Entry], Iterable[str]], bytes]


class MediaFormat(Enum):
    """The formats of data; of those accepted equally, the first is chosen."""

    XML = "XML", "application/xml", "xml"
    JSON = "JSON", "application/json", "json"
    TEI = "TEI", "application/tei+xml", "tei.xml"
    BIBTEX = "BibTeX", "application/x-bibtex", "bib", as_bibtex.bibtex_file
    RIS = "RIS", "application/x-research-info-systems", "ris", as_ris.ris_file

    def __init__(
        self, label: str, media_type: str, suffix: str, records: _WriteRecords | None = None
    ) -> None:
        self.label, self.media_type, self.suffix = label, media_type, suffix
        self.records = records  # for bibliographic records; writes each with its note
        self.output = label.lower()


DATA = (MediaFormat.XML, MediaFormat.JSON)  # of all data; headers and citations have all formats


def negotiated(offered: Sequence[MediaFormat]) -> Callable[..., Awaitable[MediaFormat]]:
    names = tuple(choice.output for choice in offered)

    async def chosen(request: Request, output: Any = None) -> MediaFormat:
        best = named(output, offered) or best_format(request, offered)
        if best is None:
            labels = _listed([choice.label for choice in offered], "and")
            raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, f"The formats are {labels}.")
        return best

    values = _listed([f"{names[0]} (default)", *names[1:]], "or")
    about = Query(description=f"{values}; overrides Accept.")
    chosen.__annotations__["output"] = Annotated[Literal[names] | None, about]
    return chosen


def _listed(names: Sequence[str], conjunction: str) -> str:
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}"


DataFormat = Annotated[MediaFormat, Depends(negotiated(DATA))]


def named(output: str | None, offered: Sequence[MediaFormat] = DATA) -> MediaFormat | None:
    return next((choice for choice in offered if choice.output == output), None)


def best_format(request: Request, offered: Sequence[MediaFormat] = DATA) -> MediaFormat | None:
    """Return the format that a client prefers; a wildcard does not include a refused format."""
    types = {**{choice.media_type: choice for choice in offered}, "text/xml": MediaFormat.XML}
    best = best_type(request, *types)
    return types[best] if best else None


def best_type(request: Request, *offered: str) -> str | None:
    """Return the media type that a client prefers, the first of equal ones."""
    # Without the header, all are accepted.
    types = parse_accept_header(request.headers.get("accept") or "*/*", MIMEAccept)
    return types.best_match(name for name in offered if types.quality(name) > 0)


def accepting(media_type: str, name: str) -> Callable[[Request], Awaitable[None]]:
    """Return a check that a client accepts the only media type of an operation and its problems."""

    async def check(request: Request) -> None:
        if best_type(request, media_type) is None:
            raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, f"The only format is {name}.")
        request.state.formats = [one for one in DATA if one.media_type == media_type] or DATA

    return check


_TEMPLATES = Environment(
    loader=PackageLoader(__package__, "site/templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def prefers_html(request: Request) -> bool:
    if "output" in request.query_params:
        return False
    return best_type(request, "application/xml", "application/json", "text/html") == "text/html"


def page(
    request: Request, template: str, status: HTTPStatus = HTTPStatus.OK, **values: Any
) -> HTMLResponse:
    """Make a page whose links begin with the root path of the request."""
    root = request.scope.get("root_path", "")
    content = _TEMPLATES.get_template(template).render(root=root, **values)
    return HTMLResponse(content, status, _HEADERS)


_SINGULAR = {
    "authors": "author", "affiliations": "affiliation", "emails": "email",
    "contexts": "context", "citations": "citation", "similar": "paper",
    "funders": "funder", "awards": "award", "captions": "caption", "names": "name",
    "titles": "title", "issues": "issue", "tables": "table", "figures": "figure", "cells": "cell",
    "notes": "note", "rows": "row", "row": "cell",
}  # fmt: skip


def render(root: str, data: dict[str, Any], chosen: MediaFormat) -> bytes:
    if chosen is MediaFormat.JSON:
        return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    return etree.tostring(_element(root, data), xml_declaration=True, encoding="UTF-8")


def _element(name: str, value: Any) -> Element:
    """Make an element; the children of a list have the singular of its name."""
    element = etree.Element(name)
    if isinstance(value, dict):
        element.extend(_element(key, inner) for key, inner in value.items() if inner is not None)
    elif isinstance(value, list | tuple):
        element.extend(_element(_SINGULAR[name], inner) for inner in value)
    else:
        element.text = allowed(str(value).lower() if isinstance(value, bool) else str(value))
    return element
