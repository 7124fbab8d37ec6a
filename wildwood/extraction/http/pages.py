"""The pages for people: an upload, a document, and the documentation for programs."""

from pathlib import Path

import fastapi_standalone_docs
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles

from wildwood.extraction.corrections import CORRECTABLE
from wildwood.extraction.data import Kind
from wildwood.extraction.http.addresses import Token, links
from wildwood.extraction.http.formats import page
from wildwood.extraction.http.representations import Representations, formats_of
from wildwood.extraction.service.kinds import typed
from wildwood.extraction.service.reuse import ExtractionOptions
from wildwood.extraction.service.service import Service, find_similar_papers
from wildwood.kernel.errors import WildwoodError

_STATIC = Path(__file__).parent / "site" / "static"
_SWAGGER = Path(fastapi_standalone_docs.__file__).parent / "static" / "swagger"
_SHOWN = (Kind.HEADER, Kind.CITATIONS, Kind.ACKNOWLEDGEMENTS, Kind.CAPTIONS)
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


def add_pages(app: APIRouter, service: Service, of_documents: Representations) -> None:
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
        extracted = of_documents.all(token, _SHOWN, ExtractionOptions())
        header, citations, thanks, captions = extracted.values()
        similar, trouble = [], ""
        try:
            similar = find_similar_papers(service.papers, service.config, header.data)
        except WildwoodError as error:
            trouble = str(error)
        cited = typed(Kind.CITATIONS, citations.data)
        return page(
            request, "document.html", token=token, header=typed(Kind.HEADER, header.data),
            fields=_FIELDS, parts=CORRECTABLE[Kind.CITATIONS],
            found_header=header, numbered=list(enumerate(cited)),
            acknowledgements=typed(Kind.ACKNOWLEDGEMENTS, thanks.data),
            captions=typed(Kind.CAPTIONS, captions.data),
            found_citations=citations, similar=similar, trouble=trouble,
            links=links(request, service.settings.public_url, token),
            downloads={kind.value: formats_of(kind) for kind in Kind if kind is not Kind.TEXT},
        )  # fmt: skip
