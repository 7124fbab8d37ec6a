"""The pages for people: an upload, a document, and the documentation for programs."""

from pathlib import Path

import fastapi_standalone_docs
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles

from wildwood.extraction.data import Header, Kind
from wildwood.extraction.http.addresses import Token, links
from wildwood.extraction.http.formats import DATA, MediaFormat, page
from wildwood.extraction.http.representations import Representations
from wildwood.extraction.service.kinds import typed
from wildwood.extraction.service.reuse import ExtractionOptions
from wildwood.extraction.service.service import Service, find_similar_papers
from wildwood.kernel.errors import WildwoodError

_STATIC = Path(__file__).parent / "site" / "static"
_SWAGGER = Path(fastapi_standalone_docs.__file__).parent / "static" / "swagger"
_SHOWN = (Kind.HEADER, Kind.CITATIONS, Kind.ACKNOWLEDGEMENTS, Kind.CAPTIONS)


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
        shown = typed(Kind.HEADER, header.data)
        return page(
            request, "document.html", token=token, header=shown, fields=_fields(shown),
            found_header=header, citations=typed(Kind.CITATIONS, citations.data),
            acknowledgements=typed(Kind.ACKNOWLEDGEMENTS, thanks.data),
            captions=typed(Kind.CAPTIONS, captions.data),
            found_citations=citations, similar=similar, trouble=trouble,
            links=links(request, service.settings.public_url, token),
            citable=tuple(MediaFormat), plain=DATA,
            others=[kind.value for kind in Kind if kind not in {Kind.HEADER, Kind.CITATIONS}],
        )  # fmt: skip


def _fields(header: Header) -> list[tuple[str, str]]:
    bound = {affiliation for author in header.authors for affiliation in author.affiliations}
    emails = {author.email for author in header.authors}
    fields = {
        "Published in": header.venue,
        "Date": header.date,
        "DOI": header.doi,
        "Keywords": header.keywords,
        "Affiliations": "; ".join(name for name in header.affiliations if name not in bound),
        "E-mail": ", ".join(email for email in header.emails if email not in emails),
    }
    return [(name, value) for name, value in fields.items() if value]
