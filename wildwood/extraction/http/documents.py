"""The operations on documents: upload, links, the file, deletion."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import BinaryIO
from weakref import WeakValueDictionary

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, RedirectResponse
from starlette.datastructures import UploadFile
from starlette.types import Message, Receive
from werkzeug.http import parse_range_header

from wildwood.extraction.data import DocumentType, TooLargeError
from wildwood.extraction.http import responses
from wildwood.extraction.http.addresses import Filter, Part, Token, base, links
from wildwood.extraction.http.formats import DataFormat, prefers_html
from wildwood.extraction.http.keys import Keys
from wildwood.extraction.service.processes import CLIENT
from wildwood.extraction.service.service import Service
from wildwood.extraction.service.worker import Requirements
from wildwood.kernel.errors import InputError

_MAX_TEXT = 1 << 20  # bytes of a body that is read into memory
_MAX_IN_MEMORY = 32  # such bodies of a client at the same time
_FORM_OVERHEAD = 64 * 1024  # bytes that a form can have in addition to the document
_MAX_FIELDS = 50  # clients of GROBID send some twenty
_GRACE_PERIOD_S = 20
_MIN_RATE = 4 * 1024  # bytes per second that an upload must deliver after the grace period


@dataclass(frozen=True, slots=True)
class Form:
    fields: Mapping[str, str]  # besides the document; commas separate the values of a repeated one
    name: str  # the name of the file; empty if the document is the whole body


@asynccontextmanager
async def received(
    request: Request, service: Service, keys: Keys, field: str
) -> AsyncIterator[tuple[str, Form]]:
    """Receive a document, which counts unless the block refuses it; yield its token and form."""
    max_bytes = service.settings.max_bytes
    length = request.headers.get("content-length")
    expected = min(int(length), max_bytes) if length else max_bytes
    async with keys.counted():
        with service.files.receiving(expected) as (token, path):
            yield token, await receive(request, path, max_bytes, field)


async def receive(request: Request, path: Path, max_bytes: int, field: str = "myfile") -> Form:
    """Write the document in a request, the field of a form or the whole body, to a file.

    Raises:
        TooLargeError: the document has more than `max_bytes`.
        InputError: the form lacks the file, or has several.
        HTTPException: the length is missing, or the upload is too slow.
    """
    length = request.headers.get("content-length")
    if length is None and "transfer-encoding" not in request.headers:
        raise HTTPException(HTTPStatus.LENGTH_REQUIRED, "Send a document with its Content-Length.")
    if length is not None and int(length) > max_bytes + _FORM_OVERHEAD:
        raise _too_large(max_bytes)
    try:
        async with asyncio.timeout(_GRACE_PERIOD_S) as deadline:
            limited = Request(request.scope, _limited(request, max_bytes, deadline))
            with path.open("wb") as opened:
                form = await _write(limited, opened, field)
                if opened.tell() > max_bytes:
                    raise _too_large(max_bytes)
                return form
    except TimeoutError:
        detail = f"An upload must deliver {_MIN_RATE // 1024} KB a second."
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, detail) from None


_slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by client


def text_slot() -> asyncio.Semaphore:
    """Return what lets a client have some bodies in memory; its others wait."""
    return _slots.setdefault(CLIENT.get(), asyncio.Semaphore(_MAX_IN_MEMORY))


async def receive_text(request: Request, what: str) -> bytes:
    """Return the body of a request for little work, which `what` is for messages."""
    content = bytearray()
    try:
        async with asyncio.timeout(_GRACE_PERIOD_S):
            async for piece in request.stream():
                content += piece
                if len(content) > _MAX_TEXT:
                    raise TooLargeError(f"A {what} can have at most {_MAX_TEXT >> 20} MB.")
    except TimeoutError:
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, f"The {what} comes too slowly.") from None
    return bytes(content)


async def _write(request: Request, opened: BinaryIO, field: str) -> Form:
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        async for piece in request.stream():
            await run_in_threadpool(opened.write, piece)
        return Form({}, "")
    async with request.form(max_files=_MAX_FIELDS, max_fields=_MAX_FIELDS) as form:
        upload, *others = form.getlist(field) or [""]
        if not isinstance(upload, UploadFile):
            raise InputError(f"The form has no file `{field}`.")
        if others:
            fault = f"The form has several files `{field}`; send each in a request of its own."
            raise InputError(fault)
        await run_in_threadpool(shutil.copyfileobj, upload.file, opened)
        fields = {
            name: ",".join([await _text(name, value) for value in form.getlist(name)])
            for name in form.keys() - {field}
        }
        return Form(fields, upload.filename or "")


async def _text(name: str, value: UploadFile | str) -> str:
    """Return the text of a field, which some clients send as a file."""
    if isinstance(value, str):
        return value
    content = await value.read(_FORM_OVERHEAD + 1)
    if len(content) > _FORM_OVERHEAD:
        raise InputError(f"The field `{name}` has more than {_FORM_OVERHEAD // 1024} KB.")
    return content.decode("utf-8", "replace")


def _limited(request: Request, max_bytes: int, deadline: asyncio.Timeout) -> Receive:
    """Return the `receive` of a request with limits on the bytes and the rate."""
    began, received = asyncio.get_running_loop().time(), 0

    async def receive_limited() -> Message:
        nonlocal received
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > max_bytes + _FORM_OVERHEAD:
            raise _too_large(max_bytes)
        deadline.reschedule(began + _GRACE_PERIOD_S + received / _MIN_RATE)
        return message

    return receive_limited


def _too_large(max_bytes: int) -> TooLargeError:
    return TooLargeError(f"A document can have at most {max_bytes / (1 << 20):g} MB.")


def _check_range(request: Request, size: int) -> None:
    ranges = parse_range_header(request.headers.get("range"))
    is_conditional = "if-range" in request.headers
    if ranges and not is_conditional and any(start >= size for start, _ in ranges.ranges):
        detail, headers = f"The document has {size:,} bytes.", {"Content-Range": f"bytes */{size}"}
        raise HTTPException(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, detail, headers)


_MEDIA_TYPES = {
    DocumentType.PDF: "application/pdf",
    DocumentType.POSTSCRIPT: "application/postscript",
    DocumentType.TEXT: "text/plain",
}
_ROOT = "CSXAPIMetadata"  # the root element of CiteSeerExtractor's responses
_BODY = ("application/octet-stream", "application/pdf")
_FORM = responses.takes("multipart/form-data", *_BODY, required="myfile", myfile=responses.BYTES)
_CREATED = responses.described(201, "The links of the document.", responses.Links)
_DELETED = responses.described(200, "The document is deleted.", responses.Deleted)


def add_resources(app: APIRouter, service: Service, keys: Keys) -> None:
    public_url = service.settings.public_url

    @app.post(
        "/extractor/file", status_code=201, name="create_of_body",
        description="Upload a document as the whole body, as to CiteSeerExtractor.",
        openapi_extra=responses.takes(*_BODY), responses=_CREATED,
    )  # fmt: skip
    @app.post("/extractor", status_code=201, openapi_extra=_FORM, responses=_CREATED)
    async def create(request: Request, chosen: DataFormat, *, filtered: Filter = True) -> Response:
        """Upload a document, as the form field `myfile` or as the whole body."""
        base(request, public_url)  # before the document is received
        async with received(request, service, keys, "myfile") as (token, form):
            required = Requirements(scholarly=filtered and form.fields.get("filter") != "0")
            await run_in_threadpool(service.add, token, required, form.name)
        addresses = links(request, public_url, token)
        if prefers_html(request):
            return RedirectResponse(addresses["page"], HTTPStatus.SEE_OTHER)
        location = {"Location": addresses["file"].rpartition("/")[0]}
        headers = {**location, **responses.warning(sorted(form.fields.keys() - {"filter"}))}
        return responses.data_response(_ROOT, addresses, chosen, headers, HTTPStatus.CREATED)

    @app.get(
        "/extractor/{token}",
        responses=responses.described(200, "The links of the document.", responses.Links),
    )  # fmt: skip
    def links_of(request: Request, token: Token, chosen: DataFormat) -> Response:
        """Return the links of a document."""
        service.resource(token)
        return responses.data_response(_ROOT, links(request, public_url, token), chosen)

    @app.delete("/extractor/{token}", responses=_DELETED)
    def remove(token: Token, chosen: DataFormat) -> Response:
        """Delete a document, and what was extracted from it."""
        service.remove(token)
        return responses.data_response(_ROOT, {"token": token, "deleted": "true"}, chosen)

    @app.delete("/extractor/{token}/{part:part}", responses=_DELETED)
    def remove_by_part(token: Token, part: Part, chosen: DataFormat) -> Response:  # noqa: ARG001
        """Delete the whole document by the address of a part, as in CiteSeerExtractor."""
        return remove(token, chosen)

    @app.get(
        "/extractor/{token}/file", response_class=FileResponse,
        responses=responses.described_file("The document as uploaded.", *_MEDIA_TYPES.values()),
    )  # fmt: skip
    def file(request: Request, token: Token) -> FileResponse:
        """Return the document as uploaded."""
        resource, path = service.resource(token), service.files.document(token)
        _check_range(request, path.stat().st_size)
        return FileResponse(
            path, media_type=_MEDIA_TYPES[resource.type],
            filename=resource.name or None, content_disposition_type="inline",
            headers={"X-Content-Type-Options": "nosniff"},
        )  # fmt: skip
