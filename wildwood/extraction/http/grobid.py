"""The operations of GROBID's service (https://grobid.readthedocs.io/en/latest/Grobid-service/).

Nothing is stored: a document is removed with the response.
"""

import json
import re
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool

from wildwood import __version__
from wildwood.biblio import as_bibtex
from wildwood.biblio.field_texts import iso_date
from wildwood.extraction import data, tei
from wildwood.extraction.http.documents import receive_text, received, text_slot
from wildwood.extraction.http.formats import MediaFormat, best_type
from wildwood.extraction.http.keys import Keys
from wildwood.extraction.http.monitoring import check_database
from wildwood.extraction.http.representations import ZIP, bibliographic, parts_of, zipped
from wildwood.extraction.http.responses import BYTES, described_file, takes, warning
from wildwood.extraction.places import annotations_of
from wildwood.extraction.service import processes
from wildwood.extraction.service.kinds import typed
from wildwood.extraction.service.reuse import Extracted, is_empty
from wildwood.extraction.service.service import Service
from wildwood.extraction.service.worker import ALL_PAGES, Requirements
from wildwood.extraction.tei import Parts, TeiOptions
from wildwood.kernel.errors import InputError

_XML, _BIBTEX = MediaFormat.XML.media_type, MediaFormat.BIBTEX.media_type
_JSON = MediaFormat.JSON.media_type
_FIELD = "input"  # the name of the form field with the document
_PLACED = ("affiliation", "biblStruct", "figure", "head", "p", "persName", "ref", "s", "title")
_FLAG, _PAGE = {"type": "string", "enum": ["0", "1"]}, {"type": "integer"}
_PAGES = {"start": _PAGE, "end": _PAGE}
_TEXTS = {**_PAGES, "generateIDs": _FLAG}
_HEADER = {**_TEXTS, "includeRawAffiliations": _FLAG, "consolidateHeader": _FLAG}
_REFERENCES = {**_TEXTS, "includeRawCitations": _FLAG, "consolidateCitations": _FLAG}
_FULL_TEXT = {
    **_HEADER, **_REFERENCES, "segmentSentences": _FLAG,
    "teiCoordinates": {"type": "array", "items": {"type": "string", "enum": list(_PLACED)}},
}  # fmt: skip
_UNSET = {"", "0", "-1", "false"}
_STORED = {"header": "consolidateHeader", "citations": "consolidateCitations"}
_Process = Callable[[Request], Awaitable[Response]]
_NOTHING: dict[int | str, dict[str, Any]] = {204: {"description": "Nothing could be extracted."}}


def add_grobid_status(app: FastAPI, service: Service) -> None:
    @app.get("/api/isalive", response_class=Response, tags=["GROBID"])
    async def is_alive() -> Response:
        """Return `true` if the service and its database answer."""
        await check_database(service)
        return Response("true", media_type="text/plain")

    @app.get("/api/version", tags=["GROBID"])
    def version() -> dict[str, str]:
        """Return the version of Wildwood."""
        return {"version": f"Wildwood {__version__}"}

    @app.get("/api/health", tags=["GROBID"])
    def pool() -> dict[str, Any]:
        """Return the number of documents that can be processed at the same time."""
        return {"ready": True, "pool": {"maxActive": service.settings.workers}}


def _unused(form: Mapping[str, str], used: Container[str]) -> list[str]:
    """Return the parameters of a form that have no effect."""
    unused = [name for name, value in form.items() if not (name in used or value in _UNSET)]
    if "teiCoordinates" in used:
        placed = set(re.findall(r"\w+", form.get("teiCoordinates", ""))).difference(_PLACED)
        unused += (f"teiCoordinates={name}" for name in sorted(placed))
    return unused


def _response(content: str | bytes, media_type: str, unused: Sequence[str]) -> Response:
    if not content:
        return Response(status_code=HTTPStatus.NO_CONTENT, headers=warning(unused))
    return Response(content, headers=warning(unused), media_type=media_type)


def _pages(form: Mapping[str, str]) -> tuple[int, int]:
    """Return the first and the last page to read."""
    try:
        first, last = (int(form.get(name) or -1) for name in _PAGES)
    except ValueError:
        raise InputError("The fields `start` and `end` are numbers of pages.") from None
    if 0 < last < first:
        raise InputError("The page `start` is after `end`.")
    return first, last if last > 0 else ALL_PAGES[1]


@dataclass(frozen=True, slots=True)
class _Sent:
    token: str
    form: Mapping[str, str]
    media_type: str  # of the response

    @property
    def required(self) -> Requirements:
        return Requirements(scholarly=False, pages=_pages(self.form))


_Make = Callable[[Service, _Sent], Parts | bytes]


def _listed(kind: data.Kind, service: Service, sent: _Sent) -> Parts | bytes:
    result = service.extract_unstored(sent.token, sent.required, [kind])[kind]
    if is_empty(result.data):
        return b""
    if sent.media_type == _BIBTEX:
        return bibliographic(kind, result, MediaFormat.BIBTEX)
    return parts_of(kind, result)


def _full_text(service: Service, sent: _Sent) -> Parts:
    has_pages = "teiCoordinates" in sent.form
    _, header, full = service.read_whole(sent.token, sent.required, has_pages=has_pages)
    return Parts(header, full_text=full)


def _add_pictures(service: Service, sent: _Sent) -> bytes:
    """Return a ZIP file of TEI and the pictures of the figures, to which it refers."""
    resource, header, full = service.read_whole(sent.token, sent.required, has_pages=True)
    figures = full.figures if resource.type is data.DocumentType.PDF else ()
    pictures = service.float_files(resource, {data.Kind.FIGURES: Extracted(figures)})
    names = {figure: name for name, figure in data.float_files(data.Kind.FIGURES, figures).items()}
    written = _written(service, Parts(header, full_text=full), sent.form, names)
    return zipped({"tei.xml": written, **pictures})


def _funding(service: Service, sent: _Sent) -> Parts:
    kinds = (data.Kind.HEADER, data.Kind.ACKNOWLEDGEMENTS)
    results = service.extract_unstored(sent.token, sent.required, kinds)
    header, thanks = (typed(kind, result.data) for kind, result in results.items())
    return Parts(header, full_text=data.FullText(acknowledgements=thanks))


def _annotations(service: Service, sent: _Sent) -> bytes:
    *_, full = service.read_whole(sent.token, sent.required, has_pages=True)
    return json.dumps(annotations_of(full)).encode()


def _add_operation(app: APIRouter, name: str, process: _Process, **described: Any) -> None:
    for method in ("POST",) if name.endswith("List") else ("POST", "PUT"):
        app.add_api_route(
            f"/api/{name}", process, methods=[method], name=name,
            tags=["GROBID"], include_in_schema=method == "POST", **described,
        )  # fmt: skip


def add_grobid_api(app: APIRouter, service: Service, keys: Keys) -> None:
    def processed(make: _Make, sent: _Sent) -> bytes:
        try:
            made = make(service, sent)
            return made if isinstance(made, bytes) else _written(service, made, sent.form, {})
        finally:
            service.files.remove(sent.token)

    def add(name: str, what: str, used: Mapping[str, Any], make: _Make, *offered: str) -> None:
        async def process(request: Request) -> Response:
            media_type = best_type(request, *offered) or offered[0]
            media_type = _XML if media_type == "text/plain" else media_type
            async with received(request, service, keys, _FIELD) as (token, form):
                sent = _Sent(token, form.fields, media_type)
                content = await run_in_threadpool(processed, make, sent)
            effective = _PAGES if media_type == _BIBTEX else used
            return _response(content, media_type, _unused(form.fields, effective))

        body = takes("multipart/form-data", required=_FIELD, input=BYTES, **used)
        summary = f"Extract {what} of a document."
        answers = {**described_file("What was found.", *offered), **_NOTHING}
        _add_operation(app, name, process, summary=summary, openapi_extra=body, responses=answers)

    both = (_XML, _BIBTEX, "text/plain")  # clients of GROBID that want XML accept plain text
    header, references = partial(_listed, data.Kind.HEADER), partial(_listed, data.Kind.CITATIONS)
    add("processHeaderDocument", "the header", _HEADER, header, *both)
    add("processReferences", "the references", _REFERENCES, references, *both)
    add("processFulltextDocument", "header, body and references", _FULL_TEXT, _full_text, _XML)
    add("processFulltextAssetDocument", "TEI and pictures", _FULL_TEXT, _add_pictures, ZIP)
    add("processHeaderFundingDocument", "header and funding", _HEADER, _funding, _XML)
    add("referenceAnnotations", "the places of references", _PAGES, _annotations, _JSON)


def _written(
    service: Service, parts: Parts, form: Mapping[str, str], pictures: Mapping[data.Figure, str]
) -> bytes:
    consolidated = {name for name in _STORED if form.get(_STORED[name], "") not in _UNSET}
    options = TeiOptions(
        raw_citations=_is_set(form, "includeRawCitations"),
        is_nested=False,
        has_sentences=_is_set(form, "segmentSentences"),
        coordinates=frozenset(re.findall(r"\w+", form.get("teiCoordinates", ""))),
        raw_affiliations=_is_set(form, "includeRawAffiliations"),
        has_ids=_is_set(form, "generateIDs"),
        pictures=pictures,
    )
    return tei.write_tei(service.add_similar(parts, consolidated), options)


def _is_set(form: Mapping[str, str], name: str) -> bool:
    return form.get(name, "0") in {"1", "true"}


_TEXT = "text/plain; charset=utf-8"  # the type of GROBID's fragments of TEI
_FORM_TYPE = "application/x-www-form-urlencoded"
_STRING = {"type": "string"}
_MAX_FIELDS = 5_000
_MAX_CHARACTERS = 20_000
_Answer = Callable[[Sequence[str], bool], str | bytes]
"""Answers strings, and is told whether to return them."""


def add_grobid_strings(app: APIRouter, service: Service, keys: Keys) -> None:
    def add(name: str, summary: str, field: str, answers: Mapping[str, _Answer]) -> None:
        is_list = name.endswith("List")

        async def process(request: Request) -> Response:
            media_type = best_type(request, *answers) or next(iter(answers))
            async with text_slot(), keys.counted():
                form = await _form_of(request)
                strings = form.get(field, ()) if is_list else form.get(field, ())[:1]
                if not (is_list or any(map(str.strip, strings))):
                    raise InputError(f"The form has no field `{field}`.")
                if any(len(text) > _MAX_CHARACTERS for text in strings):
                    fault = f"A string can have at most {_MAX_CHARACTERS} characters."
                    raise data.TooLargeError(fault)
                last = {name: values[-1] for name, values in form.items()}
                raw, answer = _is_set(last, "includeRawCitations"), answers[media_type]
                content = await run_in_threadpool(answer, strings, raw) if strings else ""
            used = (field, "includeRawCitations") if media_type == _XML else (field,)
            return _response(content, media_type, _unused(last, used))

        _add_operation(
            app, name, process, summary=summary, responses=_NOTHING,
            openapi_extra=takes(_FORM_TYPE, required=field, **{field: _STRING}),
        )  # fmt: skip

    for name, summary, field, answers in _operations(service.workers):
        add(name, summary, field, answers)


def _operations(workers: processes.Workers) -> tuple[tuple[str, str, str, dict[str, _Answer]], ...]:
    """Return name, summary, field, and by media type the function that answers."""
    cited = partial(processes.parse_citations, workers)

    def written(write: Callable[[str], str]) -> dict[str, _Answer]:
        return {_TEXT: lambda texts, _: workers.run(write, texts[0])}

    reference, people = "Parse {}, as TEI or BibTeX.", "Parse names of authors as {}."
    bibtex: dict[str, _Answer] = {
        _BIBTEX: lambda texts, _: as_bibtex.bibtex_file(map(data.citation_entry, cited(texts)))
    }
    return (
        ("processCitation", reference.format("a reference"), "citations",
         {_XML: lambda texts, raw: tei.fragment(
             [tei.citation_element(None, cited(texts)[0], raw=raw)]), **bibtex}),
        ("processCitationList", reference.format("references"), "citations",
         {_XML: lambda texts, raw: tei.write_tei(
             Parts(citations=tuple(cited(texts))), TeiOptions(raw_citations=raw)), **bibtex}),
        ("processDate", "Parse a date.", "date",
         {_TEXT: lambda texts, _: tei.date_fragment(iso_date(texts[0]))}),
        ("processHeaderNames", people.format("below a title"), "names",
         written(tei.write_header_names)),
        ("processCitationNames", people.format("in a reference"), "names",
         written(tei.write_cited_names)),
        ("processFundingAcknowledgement", "Find the funders in acknowledgements.", "text",
         written(tei.write_funders)),
        ("processAffiliations", "Parse affiliations, with their addresses.", "affiliations",
         written(tei.write_affiliations)),
    )  # fmt: skip


async def _form_of(request: Request) -> Mapping[str, Sequence[str]]:
    content = await receive_text(request, "form")
    sent_type = request.headers.get("content-type", "").lower()
    if content and not sent_type.startswith(_FORM_TYPE):
        raise InputError(f"Send a form of the type {_FORM_TYPE}.")
    try:
        return parse_qs(
            content.decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS, errors="strict"
        )
    except UnicodeDecodeError as error:
        raise InputError("Send the form in UTF-8.") from error
    except ValueError as error:
        raise InputError("The form has too many fields.") from error
