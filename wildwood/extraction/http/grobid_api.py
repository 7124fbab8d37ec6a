"""The operations of GROBID's service, so that its clients work with this one.

See https://grobid.readthedocs.io/en/latest/Grobid-service/. Nothing is stored: a document is
removed with the response.
"""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from importlib import metadata
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool

from wildwood.extraction.extracted import Header, Kind
from wildwood.extraction.formats import as_tei, entries
from wildwood.extraction.formats.tei_body import TeiOptions
from wildwood.extraction.http.api_keys import Keys
from wildwood.extraction.http.media_formats import MediaFormat, best_type
from wildwood.extraction.http.monitoring import check_database
from wildwood.extraction.http.representations import Representations
from wildwood.extraction.http.responses import BYTES, problems, takes
from wildwood.extraction.http.uploads import expected_bytes, receive
from wildwood.extraction.service.plain_data import typed
from wildwood.extraction.service.reuse import ExtractionOptions, Reuse
from wildwood.extraction.service.service import Service
from wildwood.records import as_bibtex

_OWN = ExtractionOptions(distance=0, reuse=Reuse.NEVER)
"""GROBID's clients expect the data of the document that they send."""
_XML, _BIBTEX = MediaFormat.XML.media_type, MediaFormat.BIBTEX.media_type
_FIELD = "input"
"""The name of the form field with the document."""
_FLAG = {"type": "string", "enum": ["0", "1"]}
_PLACED = {"type": "string", "enum": ["figure", "head", "p", "ref", "s"]}
_FORM = takes(
    "multipart/form-data", required=_FIELD, input=BYTES, includeRawCitations=_FLAG,
    segmentSentences=_FLAG, teiCoordinates={"type": "array", "items": _PLACED},
)  # fmt: skip
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "TEI.", "content": {_XML: {"schema": {"type": "string"}}}},
    204: {"description": "Nothing could be extracted."},
    **problems(400, 401, 403, 406, 408, 411, 413, 415, 422, 429, 500, 503, 507),
}

_Answer = Callable[[Representations, str, Mapping[str, str], str], bytes]
"""Makes the content of a response from a document, the fields of the form and a media type."""


def add_grobid_status(app: FastAPI, service: Service) -> None:
    """Add what GROBID's clients ask before they send anything."""

    @app.get("/api/isalive", response_class=Response, tags=["GROBID"], responses=problems(503))
    async def is_alive() -> Response:
        """Return `true` if the service and its database answer."""
        await check_database(service)
        return Response("true", media_type="text/plain")

    @app.get("/api/version", tags=["GROBID"])
    def version() -> dict[str, str]:
        """Return the version of Wildwood."""
        return {"version": f"Wildwood {metadata.version('nep-wildwood')}"}

    @app.get("/api/health", tags=["GROBID"])
    def pool() -> dict[str, Any]:
        """Return the number of documents that can be processed at the same time."""
        return {"ready": True, "pool": {"maxActive": service.settings.workers}}


def add_grobid_api(
    app: APIRouter, service: Service, of_documents: Representations, keys: Keys
) -> None:
    """Add the operations of GROBID's service that its clients use."""
    max_bytes = service.settings.max_bytes

    def processed(token: str, answer: _Answer, form: Mapping[str, str], media_type: str) -> bytes:
        service.add(token, filtered=False)
        try:
            return answer(of_documents, token, form, media_type)
        finally:
            service.release(token)

    def add(name: str, answer: _Answer, *media_types: str) -> None:
        async def process(request: Request) -> Response:
            media_type = best_type(request, *media_types, "text/plain") or media_types[0]
            if media_type == "text/plain":  # what a client of GROBID sends, and means XML by
                media_type = _XML
            async with keys.counted():
                with service.files.receiving(expected_bytes(request, max_bytes)) as (token, path):
                    form = await receive(request, path, max_bytes, _FIELD)
                    content = await run_in_threadpool(
                        processed, token, answer, form.fields, media_type
                    )
            if not content:
                return Response(status_code=HTTPStatus.NO_CONTENT)
            return Response(content, media_type=media_type)

        path = f"/api/{name}"
        app.add_api_route(
            path, process, methods=["POST"], response_class=Response, name=name, tags=["GROBID"],
            summary=answer.__doc__, openapi_extra=_FORM, responses=_RESPONSES,
        )  # fmt: skip
        app.add_api_route(path, process, methods=["PUT"], include_in_schema=False)

    add("processHeaderDocument", _header, _XML, _BIBTEX)
    add("processReferences", _references, _XML, _BIBTEX)
    add("processFulltextDocument", _whole, _XML)


def _header(
    of_documents: Representations, token: str, _form: Mapping[str, str], media_type: str
) -> bytes:
    """Extract the header of a document, as TEI or BibTeX."""
    header = typed(Kind.HEADER, of_documents.possibly_empty(token, Kind.HEADER, _OWN).data)
    if header == Header():
        return b""
    if media_type == _BIBTEX:
        return as_bibtex.file_of([entries.of_header(header)])
    return as_tei.write(as_tei.Parts(header=header))


def _references(
    of_documents: Representations, token: str, form: Mapping[str, str], media_type: str
) -> bytes:
    """Extract the references of a document, as TEI or BibTeX."""
    found = typed(Kind.CITATIONS, of_documents.possibly_empty(token, Kind.CITATIONS, _OWN).data)
    if media_type == _BIBTEX:
        return as_bibtex.file_of(entries.of_citations(found)) if found else b""
    return as_tei.write(as_tei.Parts(citations=tuple(found)), _options(form)) if found else b""


def _whole(
    of_documents: Representations, token: str, form: Mapping[str, str], _media_type: str
) -> bytes:
    """Extract header, body and references of a document as TEI."""
    options = _options(form)
    parts = of_documents.whole(token, _OWN, has_pages=bool(options.coordinates))
    return as_tei.write(parts, options)


def _options(form: Mapping[str, str]) -> TeiOptions:
    return TeiOptions(
        raw_citations=_is_set(form, "includeRawCitations"),
        is_nested=False,
        has_sentences=_is_set(form, "segmentSentences"),
        coordinates=frozenset(re.findall(r"\w+", form.get("teiCoordinates", ""))),
    )


def _is_set(form: Mapping[str, str], name: str) -> bool:
    return form.get(name, "0") in {"1", "true"}
