"""The formats of responses, and which of them a client wants."""

from collections.abc import Callable, Mapping
from enum import Enum
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import Depends, HTTPException, Query, Request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header


class MediaFormat(Enum):
    """The formats of data; the values are those of the parameter `output`."""

    XML = "xml"
    JSON = "json"
    TEI = "tei"
    BIBTEX = "bibtex"
    RIS = "ris"


MEDIA_TYPES = {
    MediaFormat.XML: "application/xml",
    MediaFormat.JSON: "application/json",
    MediaFormat.TEI: "application/tei+xml",
    MediaFormat.BIBTEX: "application/x-bibtex",
    MediaFormat.RIS: "application/x-research-info-systems",
}
_DATA = {
    "application/xml": MediaFormat.XML,
    "application/json": MediaFormat.JSON,
    "text/xml": MediaFormat.XML,
}
"""The media types of data; the first is preferred among those that a client accepts equally."""
_CITABLE = {
    **_DATA,
    **{MEDIA_TYPES[one]: one for one in (MediaFormat.TEI, MediaFormat.BIBTEX, MediaFormat.RIS)},
}
"""The media types of headers and citations."""

_OVERRIDES = "xml (default) or json; overrides Accept."
_DataOutput = Annotated[Literal["xml", "json"] | None, Query(description=_OVERRIDES)]
_CitableOutput = Annotated[
    Literal["xml", "json", "tei", "bibtex", "ris"] | None,
    Query(description="xml (default), json, tei, bibtex or ris; overrides Accept."),
]


def data_format(request: Request, output: _DataOutput = None) -> MediaFormat:
    """Return the format that a client wants of XML and JSON."""
    return MediaFormat(output) if output else _accepted(request, _DATA)


def citable_format(request: Request, output: _CitableOutput = None) -> MediaFormat:
    """Return the format that a client wants of these and of those of reference managers."""
    return MediaFormat(output) if output else _accepted(request, _CITABLE)


DataFormat = Annotated[MediaFormat, Depends(data_format)]
"""The parameter of an operation that offers XML and JSON."""


def _accepted(request: Request, offered: Mapping[str, MediaFormat]) -> MediaFormat:
    """Return the format that a client accepts.

    Raises:
        HTTPException: the client accepts none of them.
    """
    best = best_format(request, offered)
    if best is None:
        names = [one.name.replace("BIBTEX", "BibTeX") for one in dict.fromkeys(offered.values())]
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, f"The formats are {listed}.")
    return best


def best_format(request: Request, offered: Mapping[str, MediaFormat] = _DATA) -> MediaFormat | None:
    """Return the format that a client prefers; a wildcard does not include a refused format."""
    best = best_type(request, *offered)
    return offered[best] if best else None


def best_type(request: Request, *offered: str) -> str | None:
    """Return the media type that a client prefers, the first of those that it accepts equally."""
    types = _accepted_types(request)
    return types.best_match(name for name in offered if types.quality(name) > 0)


def accepting(media_type: str, name: str) -> Callable[[Request], None]:
    """Return a check that a client accepts a media type, the only one of an operation."""

    def check(request: Request) -> None:
        if best_type(request, media_type) is None:
            raise HTTPException(HTTPStatus.NOT_ACCEPTABLE, f"The only format is {name}.")

    return check


def _accepted_types(request: Request) -> MIMEAccept:
    """Return the media types that a client accepts; all without a header `Accept`."""
    return parse_accept_header(request.headers.get("accept") or "*/*", MIMEAccept)
