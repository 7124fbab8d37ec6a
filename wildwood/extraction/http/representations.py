"""The operations that return what is extracted from a document."""

from typing import Any

from fastapi import Depends, FastAPI, Response

from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.extracted import Kind
from wildwood.extraction.formats import as_tei, entries
from wildwood.extraction.http.media_formats import (
    MEDIA_TYPES,
    CitableFormat,
    DataFormat,
    MediaFormat,
    accepting,
)
from wildwood.extraction.http.metrics import Metrics
from wildwood.extraction.http.parameters import Distance, Flag, Fresh, Token
from wildwood.extraction.http.responses import (
    NEGOTIATED,
    data_response,
    described,
    described_text,
    problems,
)
from wildwood.extraction.http.schemas import EXTRACTED, Similar
from wildwood.extraction.service.extractors import EXTRACTORS
from wildwood.extraction.service.service import Extracted, ExtractionOptions, Service
from wildwood.extraction.service.typed import typed
from wildwood.records import as_bibtex, as_ris

_CITABLE = (Kind.HEADER, Kind.CITATIONS)
_BIBLIOGRAPHIC = (MediaFormat.TEI, MediaFormat.BIBTEX, MediaFormat.RIS)
_PROBLEMS = problems(400, 404, 406, 422, 500, 503)


class Representations:
    """Extracts what a client asks for, and counts near duplicates."""

    def __init__(self, service: Service, metrics: Metrics) -> None:
        self._service = service
        self._metrics = metrics

    def extracted(self, token: str, kind: Kind, k: int | None, fresh: Flag) -> Extracted:
        """Return the data of a kind.

        Raises:
            NothingToExtractError: the document contains nothing of the kind.
        """
        data = self.possibly_empty(token, kind, k, fresh)
        if data.is_empty:
            raise NothingToExtractError(f"The document contains no {kind.value}.")
        return data

    def possibly_empty(
        self, token: str, kind: Kind, k: int | None = None, fresh: Flag = Flag.NO
    ) -> Extracted:
        """Return the data of a kind, even if there is none."""
        distance = self._service.settings.distance if k is None else k
        data = self._service.extract(token, kind, ExtractionOptions(distance, fresh is Flag.YES))
        if data.origin != token and not data.is_empty:
            self._metrics.near_duplicates.labels(kind.value).inc()
        return data

    def whole(self, token: str, *, has_pages: bool = False) -> as_tei.Parts:
        """Return all parts of a document that TEI contains; with the sizes of its pages or not."""
        return as_tei.Parts(
            header=typed(Kind.HEADER, self.possibly_empty(token, Kind.HEADER).data),
            full_text=self._service.full_text(token, has_pages=has_pages),
        )


def add_representations(app: FastAPI, service: Service, metrics: Metrics) -> None:
    """Add the operations that return extracted data."""
    of_documents = Representations(service, metrics)
    for kind, extractor in EXTRACTORS.items():
        if kind in _CITABLE:
            _add_citable(app, of_documents, kind, type(extractor).__doc__ or "")
        elif kind is not Kind.TEXT:
            _add_data(app, of_documents, kind, type(extractor).__doc__ or "")
    _add_text(app, of_documents)
    _add_tei(app, of_documents)

    @app.get(
        "/extractor/{token}/similar", response_class=Response,
        responses={**described(200, "The papers.", Similar), **_PROBLEMS},
    )  # fmt: skip
    def similar(token: Token, chosen: DataFormat) -> Response:
        """Return the stored papers that resemble the header, strongest first, and why."""
        papers = service.similar(token, ExtractionOptions(service.settings.distance))
        return data_response("document", {"similar": papers}, chosen)


def _add_data(app: FastAPI, of_documents: Representations, kind: Kind, summary: str) -> None:
    @app.get(
        f"/extractor/{{token}}/{kind.value}", response_class=Response, name=kind.value,
        description=summary,
        responses={**described(200, "The extracted data.", EXTRACTED[kind]), **_PROBLEMS},
    )  # fmt: skip
    def representation(
        token: Token, chosen: DataFormat, k: Distance = None, fresh: Fresh = Flag.NO
    ) -> Response:
        return _response(token, kind, of_documents.extracted(token, kind, k, fresh), chosen)


def _add_citable(app: FastAPI, of_documents: Representations, kind: Kind, summary: str) -> None:
    @app.get(
        f"/extractor/{{token}}/{kind.value}", response_class=Response, name=kind.value,
        description=summary,
        responses={**described(200, "The extracted data.", EXTRACTED[kind], *_BIBLIOGRAPHIC),
                   **_PROBLEMS},
    )  # fmt: skip
    def representation(
        token: Token, chosen: CitableFormat, k: Distance = None, fresh: Fresh = Flag.NO
    ) -> Response:
        return _response(token, kind, of_documents.extracted(token, kind, k, fresh), chosen)


def _add_text(app: FastAPI, of_documents: Representations) -> None:
    @app.get(
        "/extractor/{token}/text", response_class=Response,
        responses={**described_text("The text.", "text/plain"),
                   **problems(404, 406, 422, 500, 503)},
        dependencies=[Depends(accepting("text/plain", "plain text"))],
    )  # fmt: skip
    def text(token: Token) -> Response:
        """Return the whole text."""
        data = of_documents.extracted(token, Kind.TEXT, None, Flag.NO).data
        content = data.encode("utf-8", "replace")
        return Response(content, media_type="text/plain; charset=utf-8")


def _add_tei(app: FastAPI, of_documents: Representations) -> None:
    media_type = MEDIA_TYPES[MediaFormat.TEI]

    @app.get(
        "/extractor/{token}/tei", response_class=Response, name="tei",
        responses={**described_text("The document.", media_type),
                   **problems(404, 406, 422, 500, 503)},
        dependencies=[Depends(accepting(media_type, "TEI"))],
    )  # fmt: skip
    def whole(token: Token) -> Response:
        """Return the whole paper as one TEI document, as GROBID would."""
        return Response(as_tei.write(of_documents.whole(token)), media_type=media_type)


def _response(token: str, kind: Kind, extracted: Extracted, chosen: MediaFormat) -> Response:
    """Make a response of extracted data; if it is from another document, name that one."""
    headers, origin = {}, {}
    if extracted.origin != token:
        origin = {"near_duplicate": {"token": extracted.origin, "distance": extracted.distance}}
        headers = {"X-Near-Duplicate": f"{extracted.origin}; distance={extracted.distance}"}
    if chosen in _BIBLIOGRAPHIC:
        content = _bibliographic(kind, typed(kind, extracted.data), chosen)
        return Response(content, headers={**NEGOTIATED, **headers}, media_type=MEDIA_TYPES[chosen])
    root, data = "document", {kind.value: extracted.data}
    if isinstance(extracted.data, dict):
        root, data = kind.value, extracted.data
    return data_response(root, {**data, **origin}, chosen, headers)


def _bibliographic(kind: Kind, data: Any, chosen: MediaFormat) -> bytes:
    """Write a header or citations in a format of reference managers."""
    if chosen is MediaFormat.TEI:
        parts = (
            as_tei.Parts(header=data)
            if kind is Kind.HEADER
            else as_tei.Parts(citations=tuple(data))
        )
        return as_tei.write(parts)
    found = [entries.of_header(data)] if kind is Kind.HEADER else entries.of_citations(data)
    return as_bibtex.file_of(found) if chosen is MediaFormat.BIBTEX else as_ris.file_of(found)
