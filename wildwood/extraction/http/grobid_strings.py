"""The operations of GROBID's service on single strings: references, names, dates, affiliations."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool

from wildwood.extraction.errors import TooLargeError
from wildwood.extraction.formats import as_tei, entries, tei_fragments
from wildwood.extraction.formats.tei_body import TeiOptions
from wildwood.extraction.http.media_formats import MediaFormat, best_type
from wildwood.extraction.http.responses import problems, takes
from wildwood.extraction.service import parsing
from wildwood.extraction.service.service import Service
from wildwood.records import as_bibtex
from wildwood.records.dates import iso_date

_XML, _BIBTEX = MediaFormat.XML.media_type, MediaFormat.BIBTEX.media_type
_TEXT = "text/plain; charset=utf-8"
"""The type of GROBID's fragments of TEI."""
_FORM_TYPE = "application/x-www-form-urlencoded"
_STRING = {"type": "string"}
_MAX_BYTES = 1 << 20
_MAX_FIELDS = 5_000
_MAX_CHARACTERS = 20_000
"""The longest string."""
_TIMEOUT_S = 20
_RESPONSES: dict[int | str, dict[str, Any]] = {
    204: {"description": "Nothing could be extracted."},
    **problems(400, 401, 408, 413, 429, 500, 503),
}
_Form = Mapping[str, Sequence[str]]
_Answer = Callable[[Service, Sequence[str], _Form], bytes]
"""Makes the content of a response from the strings, and the other fields of the form."""


def add_grobid_strings(app: APIRouter, service: Service) -> None:
    """Add the operations."""

    def add(
        name: str,
        field: str,
        answers: Mapping[str, _Answer],
        *,
        is_list: bool = False,
    ) -> None:
        async def process(request: Request) -> Response:
            media_type = best_type(request, *answers) or next(iter(answers))
            form = await _form_of(request)
            strings = form.get(field, ()) if is_list else form.get(field, ())[:1]
            if not (strings if is_list else any(map(str.strip, strings))):
                raise HTTPException(HTTPStatus.BAD_REQUEST, f"The form has no field `{field}`.")
            if max(map(len, strings)) > _MAX_CHARACTERS:
                raise TooLargeError(f"A string can have at most {_MAX_CHARACTERS} characters.")
            content = await run_in_threadpool(answers[media_type], service, strings, form)
            if not content:
                return Response(status_code=HTTPStatus.NO_CONTENT)
            return Response(content, media_type=media_type)

        for method in ("POST",) if is_list else ("POST", "PUT"):
            app.add_api_route(
                f"/api/{name}", process, methods=[method], response_class=Response, name=name,
                tags=["GROBID"], summary=next(iter(answers.values())).__doc__,
                openapi_extra=takes(_FORM_TYPE, required=field, **{field: _STRING}),
                responses=_RESPONSES, include_in_schema=method == "POST",
            )  # fmt: skip

    add("processCitation", "citations", {_XML: _citation, _BIBTEX: _bibtex})
    add("processCitationList", "citations", {_XML: _citation_list, _BIBTEX: _bibtex}, is_list=True)
    add("processDate", "date", {_TEXT: _date})
    add("processHeaderNames", "names", {_TEXT: _header_names})
    add("processCitationNames", "names", {_TEXT: _citation_names})
    add("processAffiliations", "affiliations", {_TEXT: _affiliations})


async def _form_of(request: Request) -> _Form:
    """Return the fields of a form.

    Raises:
        TooLargeError: it is too large.
        HTTPException: it is not a form, or comes too slowly.
    """
    if not request.headers.get("content-type", "").lower().startswith(_FORM_TYPE):
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"Send a form of the type {_FORM_TYPE}.")
    content = bytearray()
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            async for piece in request.stream():
                content += piece
                if len(content) > _MAX_BYTES:
                    raise TooLargeError(f"A form can have at most {_MAX_BYTES >> 20} MB.")
        return parse_qs(
            content.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MAX_FIELDS
        )
    except TimeoutError:
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "The form comes too slowly.") from None
    except ValueError as error:
        raise HTTPException(HTTPStatus.BAD_REQUEST, "The form has too many fields.") from error


def _citation(service: Service, strings: Sequence[str], form: _Form) -> bytes:
    """Parse a reference, as TEI or BibTeX."""
    (found,) = parsing.citations(service.workers, strings)
    return tei_fragments.citation(found, raw=_is_raw(form))


def _citation_list(service: Service, strings: Sequence[str], form: _Form) -> bytes:
    """Parse a list of references, as TEI or BibTeX."""
    found = parsing.citations(service.workers, strings)
    options = TeiOptions(raw_citations=_is_raw(form))
    return as_tei.write(as_tei.Parts(citations=tuple(found)), options)


def _bibtex(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    return as_bibtex.file_of(entries.of_citations(parsing.citations(service.workers, strings)))


def _date(_service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse a date."""
    return tei_fragments.date(iso_date(strings[0]))


def _header_names(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse names of authors as below a title."""
    return tei_fragments.people(parsing.names(service.workers, strings[0], cited=False))


def _citation_names(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse names of authors as in a reference."""
    return tei_fragments.people(parsing.names(service.workers, strings[0], cited=True))


def _affiliations(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse affiliations, with their addresses."""
    return tei_fragments.affiliations(parsing.affiliations(service.workers, strings[0]))


def _is_raw(form: _Form) -> bool:
    return form.get("includeRawCitations", ["0"])[-1] in {"1", "true"}
