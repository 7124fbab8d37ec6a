"""Documents that requests bring, to files."""

from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from wildwood.extraction.errors import TooLargeError

_MB = 1024 * 1024
_FORM_OVERHEAD = 64 * 1024
"""What a form may hold beside the document."""


async def receive(request: Request, path: Path, most: int) -> None:
    """Write the document that a request brings to a file."""
    length = request.headers.get("content-length")
    if length is None and "transfer-encoding" not in request.headers:
        raise HTTPException(HTTPStatus.LENGTH_REQUIRED, "Say how long the document is.")
    if length is not None and int(length) > most + _FORM_OVERHEAD:
        raise _too_large(most)
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        await _receive_form(request, path, most)
    else:
        await _write(request.stream(), path, most)


async def _receive_form(request: Request, path: Path, most: int) -> None:
    counted = Request(request.scope, _counting(request, most + _FORM_OVERHEAD))
    async with counted.form(max_files=1, max_fields=10) as form:
        upload = form.get("myfile")
        if not isinstance(upload, UploadFile):
            raise HTTPException(HTTPStatus.BAD_REQUEST, "The form has no file `myfile`.")

        async def pieces() -> AsyncIterator[bytes]:
            while piece := await upload.read(_MB):
                yield piece

        await _write(pieces(), path, most)


def _counting(request: Request, most: int) -> Callable[[], Awaitable[Any]]:
    """The request's own `receive`, for no more bytes than may come."""
    received = 0

    async def receive() -> Any:
        nonlocal received
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > most:
            raise _too_large(most)
        return message

    return receive


async def _write(pieces: AsyncIterator[bytes], path: Path, most: int) -> None:
    written = 0
    with path.open("wb") as opened:
        async for piece in pieces:
            written += len(piece)
            if written > most:
                raise _too_large(most)
            await run_in_threadpool(opened.write, piece)


def _too_large(most: int) -> TooLargeError:
    return TooLargeError(f"A document may have {most / _MB:g} MB at most.")
