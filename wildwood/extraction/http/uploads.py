"""Receive uploaded documents into files."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from wildwood.extraction.errors import TooLargeError

_CHUNK_BYTES = 1 << 20
_FORM_OVERHEAD = 64 * 1024
"""Bytes that a form can have in addition to the document."""
_MAX_FIELDS = 50
"""Clients of GROBID send some twenty."""
_GRACE_PERIOD_S = 20
_MIN_RATE = 4 * 1024
"""Bytes per second that an upload must deliver after the grace period."""


@dataclass(frozen=True, slots=True)
class Form:
    """What an upload says besides the document."""

    fields: Mapping[str, str]
    """The other fields; commas separate the values of one that is repeated."""
    name: str
    """The name of the file; empty if the document is the whole body."""


def expected_bytes(request: Request, max_bytes: int) -> int:
    """Return how large the document in a request can be."""
    length = request.headers.get("content-length")
    return min(int(length), max_bytes) if length else max_bytes


async def receive(request: Request, path: Path, max_bytes: int, field: str = "myfile") -> Form:
    """Write the document in a request to a file.

    Args:
        request: a form with the document, or one whose body is the document.
        path: the file.
        max_bytes: the maximum size of the document.
        field: the name of the form field with the document.

    Raises:
        TooLargeError: the document has more than `max_bytes`.
        HTTPException: the length or the file is missing, or the upload is too slow.
    """
    length = request.headers.get("content-length")
    if length is None and "transfer-encoding" not in request.headers:
        raise HTTPException(HTTPStatus.LENGTH_REQUIRED, "Send the length of the document.")
    if length is not None and int(length) > max_bytes + _FORM_OVERHEAD:
        raise _too_large(max_bytes)
    try:
        async with asyncio.timeout(_GRACE_PERIOD_S) as deadline:
            limited = Request(request.scope, _LimitedReceive(request, max_bytes, deadline))
            return await _receive(limited, path, max_bytes, field)
    except TimeoutError:
        detail = f"An upload must deliver {_MIN_RATE // 1024} KB a second."
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, detail) from None


async def _receive(request: Request, path: Path, max_bytes: int, field: str) -> Form:
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return await _receive_form(request, path, max_bytes, field)
    await _write(request.stream(), path, max_bytes)
    return Form({}, "")


async def _receive_form(request: Request, path: Path, max_bytes: int, field: str) -> Form:
    async with request.form(max_files=1, max_fields=_MAX_FIELDS) as form:
        upload = form.get(field)
        if not isinstance(upload, UploadFile):
            raise HTTPException(HTTPStatus.BAD_REQUEST, f"The form has no file `{field}`.")

        async def pieces() -> AsyncIterator[bytes]:
            while piece := await upload.read(_CHUNK_BYTES):
                yield piece

        await _write(pieces(), path, max_bytes)
        listed = ((name, form.getlist(name)) for name in form if name != field)
        fields = {name: ",".join(map(str, values)) for name, values in listed}
        return Form(fields, upload.filename or "")


class _LimitedReceive:
    """The `receive` of a request, with limits on the bytes and the rate."""

    def __init__(self, request: Request, max_bytes: int, deadline: asyncio.Timeout) -> None:
        self._request = request
        self._max_bytes = max_bytes
        self._deadline = deadline
        self._began = asyncio.get_running_loop().time()
        self._received = 0

    async def __call__(self) -> Any:
        message = await self._request.receive()
        self._received += len(message.get("body", b""))
        if self._received > self._max_bytes + _FORM_OVERHEAD:
            raise _too_large(self._max_bytes)
        self._deadline.reschedule(self._began + _GRACE_PERIOD_S + self._received / _MIN_RATE)
        return message


async def _write(pieces: AsyncIterator[bytes], path: Path, max_bytes: int) -> None:
    written = 0
    with path.open("wb") as opened:
        async for piece in pieces:
            written += len(piece)
            if written > max_bytes:
                raise _too_large(max_bytes)
            await run_in_threadpool(opened.write, piece)


def _too_large(max_bytes: int) -> TooLargeError:
    return TooLargeError(f"A document can have at most {max_bytes / (1 << 20):g} MB.")
