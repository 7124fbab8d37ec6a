"""The pages for people, with the operations by which they correct a document."""

from pathlib import Path
from typing import Annotated, Any

import fastapi_standalone_docs
from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi import Path as PathPart
from fastapi.concurrency import run_in_threadpool
from fastapi.staticfiles import StaticFiles

from wildwood.extraction.corrections import CORRECTABLE, parse_object
from wildwood.extraction.data import FullText, Kind, float_files
from wildwood.extraction.http import responses
from wildwood.extraction.http.addresses import Token, links
from wildwood.extraction.http.documents import receive_text, text_slot
from wildwood.extraction.http.formats import MediaFormat, accepting, page
from wildwood.extraction.http.representations import data_of, extract_whole, formats_of, named
from wildwood.extraction.places import boxes_of
from wildwood.extraction.service.kinds import typed
from wildwood.extraction.service.service import Service, find_similar_papers
from wildwood.kernel.errors import InputError, WildwoodError

_STATIC = Path(__file__).parent / "site" / "static"
_SWAGGER = Path(fastapi_standalone_docs.__file__).parent / "static" / "swagger"
_SHOWN = (Kind.HEADER, Kind.CITATIONS, Kind.ACKNOWLEDGEMENTS, Kind.CAPTIONS, Kind.TABLES)
_FIELDS = {
    "venue": "Published in", "date": "Date", "doi": "DOI", "keywords": "Keywords",
    "affiliations": "Affiliations", "emails": "E-mail",
}  # fmt: skip


def add_open_pages(app: FastAPI) -> None:
    """Add what needs no key: the documentation, and what the pages load."""
    app.mount("/static/swagger", StaticFiles(directory=_SWAGGER))
    app.mount("/static", StaticFiles(directory=_STATIC))

    @app.get("/docs", include_in_schema=False)
    def docs(request: Request) -> Response:
        return page(request, "docs.html")


def add_pages(app: APIRouter, service: Service) -> None:
    @app.get("/", include_in_schema=False)
    @app.get("/extractor", include_in_schema=False)
    def upload_page(request: Request) -> Response:
        settings = service.settings
        return page(
            request, "upload.html", max_mb=f"{settings.max_mb:g}",
            keep_hours=f"{settings.keep_hours:g}", keep_since=settings.keep_since.value,
        )  # fmt: skip

    @app.get("/extractor/{token}/page", include_in_schema=False)
    def document_page(request: Request, token: Token) -> Response:
        extracted = service.extract(token, _SHOWN)
        header, citations = extracted[Kind.HEADER], extracted[Kind.CITATIONS]
        similar, trouble = [], ""
        try:
            similar = find_similar_papers(service.papers, service.config, header.data)
        except WildwoodError as error:
            trouble = str(error)
        shown = {kind.value: typed(kind, result.data) for kind, result in extracted.items()}
        return page(
            request, "document.html", token=token, **shown,
            fields=_FIELDS, parts=CORRECTABLE[Kind.CITATIONS], found_header=header,
            numbered=list(enumerate(shown["citations"])), found_citations=citations,
            files=float_files(Kind.TABLES, shown["tables"]), similar=similar, trouble=trouble,
            links=links(request, service.settings.public_url, token),
            downloads={kind.value: formats_of(kind) for kind in Kind if kind is not Kind.TEXT},
        )  # fmt: skip


_JSON = MediaFormat.JSON.media_type
_LINES = "application/jsonl"
_PICTURE = "image/png"
_KEPT = {"Cache-Control": "private, max-age=3600"}
_IS_JSON = [Depends(accepting(_JSON, "JSON"))]
_TEXT = {"type": "string"}
_ROWS = {"type": "array", "items": {"type": "array", "items": _TEXT}}
Replace = Annotated[bool, Query(description="1 replaces the corrections that are stored.")]
Number = Annotated[int, PathPart(ge=0, le=1_000_000)]


def add_corrections(app: APIRouter, service: Service) -> None:
    async def corrected(request: Request, token: str, kind: Kind, place: int = 0) -> Response:
        async with text_slot():
            changes = parse_object(await receive_text(request, "correction"))
            if changes is None:
                raise InputError('Send JSON: the fields to correct, such as {"title": "…"}.')
            await run_in_threadpool(service.correct, token, kind, changes, place)
            results = await run_in_threadpool(service.extract, token, [kind])
        return responses.data_response("document", data_of(kind, results[kind]), MediaFormat.JSON)

    @app.patch("/extractor/{token}/header", **_correction_of(Kind.HEADER, title=_TEXT))
    async def correct_header(request: Request, token: Token) -> Response:
        """Correct fields of the header; null withdraws a correction."""
        return await corrected(request, token, Kind.HEADER)

    def add_items(kind: Kind, **field: Any) -> None:
        item, path = kind.value[:-1], f"/extractor/{{token}}/{kind.value}/{{number}}"
        about = f"Correct fields of a {item}, counted from 0; null withdraws a correction."

        @app.patch(path, name=f"correct_{item}", description=about, **_correction_of(kind, **field))
        async def correct_item(request: Request, token: Token, number: Number) -> Response:
            return await corrected(request, token, kind, number)

    add_items(Kind.CITATIONS, title=_TEXT)
    add_items(Kind.TABLES, rows=_ROWS)
    add_items(Kind.FIGURES, caption=_TEXT)

    @app.get(
        "/extractor/{token}/places", dependencies=_IS_JSON,
        responses={200: {"description": "The places.", "model": responses.Places}},
    )  # fmt: skip
    def places(token: Token) -> Response:
        """Return where the fields, captions and callouts of a PDF stand on its pages, in points."""
        cited = service.extract(token, [Kind.CITATIONS])[Kind.CITATIONS].data
        full = extract_whole(service, token, has_pages=True).full_text or FullText()
        # The citations of a near duplicate need not be those of the text.
        are_own = [each["raw"] for each in cited] == [each.raw for each in full.citations]
        boxes = boxes_of(full, with_citations=are_own)
        return responses.data_response("places", boxes, MediaFormat.JSON)

    @app.get(
        "/extractor/{token}/corrections", dependencies=[Depends(accepting(_LINES, "JSON lines"))],
        responses=responses.described_file("The corrections.", _LINES),
    )  # fmt: skip
    def corrections(token: Token) -> Response:
        """Return what was corrected in a document, as JSON lines."""
        name, lines = service.corrections(token)
        return Response(lines, 200, named(name, "corrections", "jsonl"), _LINES)

    @app.post(
        "/extractor/{token}/corrections", dependencies=_IS_JSON,
        openapi_extra=responses.takes("application/octet-stream"),
        responses={200: {"description": "What was stored.", "model": responses.Loaded}},
    )  # fmt: skip
    async def load_corrections(
        request: Request, token: Token, *, replace: Replace = False
    ) -> Response:
        """Store corrections of a document as `GET` returns them, of this or another service.

        A field that has another correction keeps it, and is named.
        """
        async with text_slot():
            content = await receive_text(request, "file of corrections")
            load = service.load_corrections
            loaded = await run_in_threadpool(load, token, content, replaces=replace)
        return responses.data_response("corrections", loaded, MediaFormat.JSON)

    @app.get(
        "/extractor/{token}/pages/{number}",
        responses=responses.described_file("The picture.", _PICTURE),
    )  # fmt: skip
    def page_picture(token: Token, number: Number) -> Response:
        """Return the picture of a page of a PDF, counted from 0."""
        return Response(service.page_pictures(token, number)[0], 200, _KEPT, _PICTURE)


def _correction_of(kind: Kind, **field: Any) -> dict[str, Any]:
    """Describe an operation that corrects fields, one of which is an example."""
    return {
        "dependencies": _IS_JSON,
        "openapi_extra": responses.takes(_JSON, required=next(iter(field)), **field),
        "responses": {200: {"description": "The data.", "model": responses.EXTRACTED[kind]}},
    }
