"""The operations of GROBID's service (https://grobid.readthedocs.io/en/latest/Grobid-service/).

Nothing is stored: a document is removed with the response.
"""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from http import HTTPStatus
from importlib import metadata
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool

from wildwood.biblio import as_bibtex
from wildwood.biblio.fields import iso_date
from wildwood.extraction import entries, tei
from wildwood.extraction.data import Header, Kind, TooLargeError
from wildwood.extraction.http.documents import expected_bytes, form_place, receive, receive_text
from wildwood.extraction.http.formats import MediaFormat, best_type
from wildwood.extraction.http.keys import Keys
from wildwood.extraction.http.monitoring import check_database
from wildwood.extraction.http.representations import Representations
from wildwood.extraction.http.responses import BYTES, problems, takes
from wildwood.extraction.service import processes
from wildwood.extraction.service.kinds import typed
from wildwood.extraction.service.reuse import ExtractionOptions
from wildwood.extraction.service.service import Service
from wildwood.extraction.service.worker import ALL_PAGES, Requirements
from wildwood.extraction.tei import TeiOptions

_OWN = ExtractionOptions(stored=False)  # clients expect data of the document sent
_XML, _BIBTEX = MediaFormat.XML.media_type, MediaFormat.BIBTEX.media_type
_FIELD = "input"  # the name of the form field with the document
_PLACED = ("figure", "head", "p", "ref", "s")
_FLAG, _PAGE = {"type": "string", "enum": ["0", "1"]}, {"type": "integer"}
_PAGES = {"start": _PAGE, "end": _PAGE}
_HEADER = {**_PAGES, "generateIDs": _FLAG, "includeRawAffiliations": _FLAG}
_REFERENCES = {**_PAGES, "generateIDs": _FLAG, "includeRawCitations": _FLAG}
_FULL_TEXT = {
    **_HEADER, **_REFERENCES, "segmentSentences": _FLAG,
    "teiCoordinates": {"type": "array", "items": {"type": "string", "enum": list(_PLACED)}},
}  # fmt: skip
_UNSET = {"", "0", "-1", "false"}
_MAX_WARNING = 200
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "TEI.", "content": {_XML: {"schema": {"type": "string"}}}},
    204: {"description": "Nothing could be extracted."},
    **problems(400, 401, 403, 406, 408, 411, 413, 415, 422, 429, 500, 503, 507),
}

_Answer = Callable[[Representations, str, Mapping[str, str], str], bytes]
"""Makes a response of a document, the form's fields and a media type."""


def add_grobid_status(app: FastAPI, service: Service) -> None:
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


def _warned(form: Mapping[str, str], used: Container[str]) -> dict[str, str]:
    """Return the header that names the parameters of a form that have no effect."""
    placed = set(re.findall(r"\w+", form.get("teiCoordinates", ""))).difference(_PLACED)
    unused = [name for name, value in form.items() if not (name in used or value in _UNSET)]
    if "teiCoordinates" in used:
        unused += [f"teiCoordinates={name}" for name in sorted(placed)]
    if not unused:
        return {}
    names = re.sub(r"[^\w=, ]", "_", ", ".join(unused), flags=re.ASCII)[:_MAX_WARNING]
    return {"Warning": f'299 - "Without effect: {names}"'}


def _pages(form: Mapping[str, str]) -> tuple[int, int]:
    """Return the first and the last page to read."""
    try:
        first, last = (int(form.get(name) or -1) for name in _PAGES)
    except ValueError:
        detail = "The fields `start` and `end` are numbers of pages."
        raise HTTPException(HTTPStatus.BAD_REQUEST, detail) from None
    return first, last if last > 0 else ALL_PAGES[1]


def add_grobid_api(
    app: APIRouter, service: Service, of_documents: Representations, keys: Keys
) -> None:
    max_bytes = service.settings.max_bytes

    def processed(token: str, answer: _Answer, form: Mapping[str, str], media_type: str) -> bytes:
        service.add(token, Requirements(scholarly=False, pages=_pages(form)))
        try:
            return answer(of_documents, token, form, media_type)
        finally:
            service.release(token)

    def add(name: str, answer: _Answer, used: Mapping[str, Any], *media_types: str) -> None:
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
            effective = set(_PAGES if media_type == _BIBTEX else used)
            if service.settings.grobid_url:  # which gets the whole document
                effective -= _PAGES.keys()
            warned = _warned(form.fields, effective)
            if not content:
                return Response(status_code=HTTPStatus.NO_CONTENT, headers=warned)
            return Response(content, headers=warned, media_type=media_type)

        path = f"/api/{name}"
        app.add_api_route(
            path, process, methods=["POST"], response_class=Response, name=name, tags=["GROBID"],
            summary=answer.__doc__, responses=_RESPONSES,
            openapi_extra=takes("multipart/form-data", required=_FIELD, input=BYTES, **used),
        )  # fmt: skip
        app.add_api_route(path, process, methods=["PUT"], include_in_schema=False)

    add("processHeaderDocument", _header, _HEADER, _XML, _BIBTEX)
    add("processReferences", _references, _REFERENCES, _XML, _BIBTEX)
    add("processFulltextDocument", _whole, _FULL_TEXT, _XML)


def _header(
    of_documents: Representations, token: str, form: Mapping[str, str], media_type: str
) -> bytes:
    """Extract the header of a document, as TEI or BibTeX."""
    header = typed(Kind.HEADER, of_documents.possibly_empty(token, Kind.HEADER, _OWN).data)
    if header == Header():
        return b""
    if media_type == _BIBTEX:
        return as_bibtex.bibtex_file([entries.header_entry(header)])
    return tei.write_tei(tei.Parts(header=header), _options(form))


def _references(
    of_documents: Representations, token: str, form: Mapping[str, str], media_type: str
) -> bytes:
    """Extract the references of a document, as TEI or BibTeX."""
    citations = typed(Kind.CITATIONS, of_documents.possibly_empty(token, Kind.CITATIONS, _OWN).data)
    if media_type == _BIBTEX:
        return as_bibtex.bibtex_file(entries.citation_entries(citations)) if citations else b""
    return (
        tei.write_tei(tei.Parts(citations=tuple(citations)), _options(form)) if citations else b""
    )


def _whole(
    of_documents: Representations, token: str, form: Mapping[str, str], _media_type: str
) -> bytes:
    """Extract header, body and references of a document as TEI."""
    options = _options(form)
    parts = of_documents.whole(token, _OWN, has_pages=bool(options.coordinates))
    return tei.write_tei(parts, options)


def _options(form: Mapping[str, str]) -> TeiOptions:
    return TeiOptions(
        raw_citations=_is_set(form, "includeRawCitations"),
        raw_affiliations=form.get("includeRawAffiliations") not in {"0", "false"},
        is_nested=False,
        has_identifiers=_is_set(form, "generateIDs"),
        has_sentences=_is_set(form, "segmentSentences"),
        coordinates=frozenset(re.findall(r"\w+", form.get("teiCoordinates", ""))),
    )


def _is_set(form: Mapping[str, str], name: str) -> bool:
    return form.get(name, "0") in {"1", "true"}


_TEXT = "text/plain; charset=utf-8"  # the type of GROBID's fragments of TEI
_FORM_TYPE = "application/x-www-form-urlencoded"
_STRING = {"type": "string"}
_MAX_FIELDS = 5_000
_MAX_CHARACTERS = 20_000
_STRING_RESPONSES: dict[int | str, dict[str, Any]] = {
    204: {"description": "Nothing could be extracted."},
    **problems(400, 401, 408, 413, 429, 500, 503),
}
_Form = Mapping[str, Sequence[str]]
_StringAnswer = Callable[[Service, Sequence[str], _Form], bytes]
"""Makes a response of strings and the other fields of the form."""


def add_grobid_strings(app: APIRouter, service: Service, keys: Keys) -> None:
    def add(
        name: str, field: str, answers: Mapping[str, _StringAnswer], *, is_list: bool = False
    ) -> None:
        async def process(request: Request) -> Response:
            media_type = best_type(request, *answers) or next(iter(answers))
            async with keys.counted():
                with form_place():
                    form = await _form_of(request)
                    strings = form.get(field, ()) if is_list else form.get(field, ())[:1]
                    _check_strings(field, strings, is_list=is_list)
                    content = b""
                    if strings:
                        content = await run_in_threadpool(
                            answers[media_type], service, strings, form
                        )
            is_raw = field == "citations" and media_type == _XML
            used = {field, "includeRawCitations"} if is_raw else {field}
            warned = _warned({name: values[-1] for name, values in form.items()}, used)
            if not content:
                return Response(status_code=HTTPStatus.NO_CONTENT, headers=warned)
            return Response(content, headers=warned, media_type=media_type)

        for method in ("POST",) if is_list else ("POST", "PUT"):
            app.add_api_route(
                f"/api/{name}", process, methods=[method], response_class=Response, name=name,
                tags=["GROBID"], summary=next(iter(answers.values())).__doc__,
                openapi_extra=takes(_FORM_TYPE, required=field, **{field: _STRING}),
                responses=_STRING_RESPONSES, include_in_schema=method == "POST",
            )  # fmt: skip

    add("processCitation", "citations", {_XML: _citation, _BIBTEX: _bibtex})
    add(
        "processCitationList",
        "citations",
        {_XML: _citation_list, _BIBTEX: _bibtex},
        is_list=True,
    )
    add("processDate", "date", {_TEXT: _date})
    add("processHeaderNames", "names", {_TEXT: _header_names})
    add("processCitationNames", "names", {_TEXT: _citation_names})
    add("processAffiliations", "affiliations", {_TEXT: _affiliations})


def _check_strings(field: str, strings: Sequence[str], *, is_list: bool) -> None:
    if not (is_list or any(map(str.strip, strings))):
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"The form has no field `{field}`.")
    if any(len(text) > _MAX_CHARACTERS for text in strings):
        raise TooLargeError(f"A string can have at most {_MAX_CHARACTERS} characters.")


async def _form_of(request: Request) -> _Form:
    content = await receive_text(request, "form")
    sent_type = request.headers.get("content-type", "").lower()
    if content and not sent_type.startswith(_FORM_TYPE):
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"Send a form of the type {_FORM_TYPE}.")
    try:
        return parse_qs(
            content.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MAX_FIELDS
        )
    except ValueError as error:
        raise HTTPException(HTTPStatus.BAD_REQUEST, "The form has too many fields.") from error


def _citation(service: Service, strings: Sequence[str], form: _Form) -> bytes:
    """Parse a reference, as TEI or BibTeX."""
    (citation,) = processes.parse_citations(service.workers, strings)
    return tei.citation_fragment(citation, raw=_is_raw(form))


def _citation_list(service: Service, strings: Sequence[str], form: _Form) -> bytes:
    """Parse a list of references, as TEI or BibTeX."""
    citations = processes.parse_citations(service.workers, strings)
    options = TeiOptions(raw_citations=_is_raw(form))
    return tei.write_tei(tei.Parts(citations=tuple(citations)), options)


def _bibtex(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    return as_bibtex.bibtex_file(
        entries.citation_entries(processes.parse_citations(service.workers, strings))
    )


def _date(_service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse a date."""
    return tei.date_fragment(iso_date(strings[0]))


def _header_names(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse names of authors as below a title."""
    return tei.people_fragment(processes.parse_names(service.workers, strings[0], cited=False))


def _citation_names(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse names of authors as in a reference."""
    return tei.people_fragment(processes.parse_names(service.workers, strings[0], cited=True))


def _affiliations(service: Service, strings: Sequence[str], _form: _Form) -> bytes:
    """Parse affiliations, with their addresses."""
    return tei.affiliation_fragments(processes.parse_affiliations(service.workers, strings[0]))


def _is_raw(form: _Form) -> bool:
    return form.get("includeRawCitations", ["0"])[-1] in {"1", "true"}
