"""The operations on documents: upload, links, the file, deletion."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, RedirectResponse
from starlette.types import Receive, Scope, Send

from wildwood.extraction.extracted import DocumentType
from wildwood.extraction.http.addresses import base, links
from wildwood.extraction.http.api_keys import Keys
from wildwood.extraction.http.html import prefers_html
from wildwood.extraction.http.media_formats import DataFormat, MediaFormat
from wildwood.extraction.http.parameters import Filter, Flag, Part, Token
from wildwood.extraction.http.responses import (
    BYTES,
    data_response,
    described,
    described_file,
    problems,
    takes,
)
from wildwood.extraction.http.schemas import Deleted, Links
from wildwood.extraction.http.uploads import expected_bytes, receive
from wildwood.extraction.service.service import Service

_MEDIA_TYPES = {
    DocumentType.PDF: "application/pdf",
    DocumentType.POSTSCRIPT: "application/postscript",
    DocumentType.TEXT: "text/plain",
}
_ROOT = "CSXAPIMetadata"
"""The root element of CiteSeerExtractor's responses."""
_BODY = ("application/octet-stream", "application/pdf")
_CREATED = {
    **described(201, "The links of the document.", Links),
    **problems(400, 401, 403, 406, 408, 411, 413, 415, 421, 422, 429, 500, 503, 507),
}
_DELETED = {
    **described(200, "The document is deleted.", Deleted),
    **problems(400, 401, 403, 404, 406, 500, 503),
}


def add_resources(app: APIRouter, service: Service, keys: Keys) -> None:
    """Add the operations on documents."""
    public_url, max_bytes = service.settings.public_url, service.settings.max_bytes

    async def created(request: Request, chosen: MediaFormat, filtered: Flag) -> Response:
        base(request, public_url)  # before the document is received
        async with keys.counted():
            with service.files.receiving(expected_bytes(request, max_bytes)) as (token, path):
                form = await receive(request, path, max_bytes)
                unfiltered = filtered is Flag.NO or form.fields.get("filter") == Flag.NO.value
                await run_in_threadpool(service.add, token, form.name, filtered=not unfiltered)
        addresses = links(request, public_url, token)
        if prefers_html(request):
            return RedirectResponse(addresses["page"], HTTPStatus.SEE_OTHER)
        location = {"Location": addresses["file"].rpartition("/")[0]}
        return data_response(_ROOT, addresses, chosen, location, HTTPStatus.CREATED)

    @app.post(
        "/extractor", status_code=201, response_class=Response,
        openapi_extra=takes("multipart/form-data", *_BODY, required="myfile", myfile=BYTES),
        responses=_CREATED,
    )  # fmt: skip
    async def create(request: Request, chosen: DataFormat, filtered: Filter = Flag.YES) -> Response:
        """Upload a document, as the form field `myfile` or as the whole body."""
        return await created(request, chosen, filtered)

    @app.post(
        "/extractor/file", status_code=201, response_class=Response,
        openapi_extra=takes(*_BODY), responses=_CREATED,
    )  # fmt: skip
    async def create_of_body(
        request: Request, chosen: DataFormat, filtered: Filter = Flag.YES
    ) -> Response:
        """Upload a document as the whole body, as to CiteSeerExtractor."""
        return await created(request, chosen, filtered)

    @app.get(
        "/extractor/{token}", response_class=Response,
        responses={**described(200, "The links of the document.", Links),
                   **problems(400, 401, 404, 406, 421, 500, 503)},
    )  # fmt: skip
    def links_of(request: Request, token: Token, chosen: DataFormat) -> Response:
        """Return the links of a document."""
        service.resource(token)
        return data_response(_ROOT, links(request, public_url, token), chosen)

    @app.delete("/extractor/{token}", response_class=Response, responses=_DELETED)
    def remove(token: Token, chosen: DataFormat) -> Response:
        """Delete a document, and what was extracted from it."""
        service.remove(token)
        return data_response(_ROOT, {"token": token, "deleted": "true"}, chosen)

    @app.delete("/extractor/{token}/{part:part}", response_class=Response, responses=_DELETED)
    def remove_by_part(token: Token, part: Part, chosen: DataFormat) -> Response:  # noqa: ARG001
        """Delete the whole document by the address of a part, as in CiteSeerExtractor."""
        return remove(token, chosen)

    @app.get(
        "/extractor/{token}/file", response_class=FileResponse,
        responses={**described_file("The document as uploaded.", *_MEDIA_TYPES.values()),
                   **problems(401, 404, 500, 503)},
    )  # fmt: skip
    def file(token: Token) -> FileResponse:
        """Return the document as uploaded."""
        resource = service.resource(token)
        return _WholeFile(
            service.files.document(token), media_type=_MEDIA_TYPES[resource.type],
            filename=resource.name or None, content_disposition_type="inline",
            headers={"X-Content-Type-Options": "nosniff", "Accept-Ranges": "none"},
        )  # fmt: skip


class _WholeFile(FileResponse):
    """A file that is returned whole; RFC 9110, section 14.2, lets a server ignore `Range`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await super().__call__({**scope, "headers": headers}, receive, send)
