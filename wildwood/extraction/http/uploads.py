"""Documents that requests bring, to files."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from wildwood.extraction.errors import BusyError, TooLargeError

_CHUNK_BYTES = 1 << 20
_FORM_OVERHEAD = 64 * 1024
"""What a form may hold beside the document."""
_PATIENCE_S = 20
_SLOWEST = 4 * 1024
"""The bytes a second that an upload has to bring after that."""


class UploadSlots:
    """How many uploads may come in at a time, for each takes a connection and a file."""

    def __init__(self, number: int) -> None:
        self._free = number

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """One place, meanwhile; to be asked for in the event loop's thread alone.

        Raises:
            BusyError: there is none.
        """
        if not self._free:
            raise BusyError("Too many uploads come in; try again in a moment.")
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1


async def receive(request: Request, path: Path, most: int) -> None:
    """Write the document that a request brings to a file."""
    length = request.headers.get("content-length")
    if length is None and "transfer-encoding" not in request.headers:
        raise HTTPException(HTTPStatus.LENGTH_REQUIRED, "Say how long the document is.")
    if length is not None and int(length) > most + _FORM_OVERHEAD:
        raise _too_large(most)
    try:
        async with asyncio.timeout(_PATIENCE_S) as deadline:
            counted = Request(request.scope, _Counting(request, most + _FORM_OVERHEAD, deadline))
            await _receive(counted, path, most)
    except TimeoutError:
        detail = f"An upload must bring {_SLOWEST // 1024} KB a second."
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, detail) from None


async def _receive(request: Request, path: Path, most: int) -> None:
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        await _receive_form(request, path, most)
    else:
        await _write(request.stream(), path, most)


async def _receive_form(request: Request, path: Path, most: int) -> None:
    async with request.form(max_files=1, max_fields=10) as form:
        upload = form.get("myfile")
        if not isinstance(upload, UploadFile):
            raise HTTPException(HTTPStatus.BAD_REQUEST, "The form has no file `myfile`.")

        async def pieces() -> AsyncIterator[bytes]:
            while piece := await upload.read(_CHUNK_BYTES):
                yield piece

        await _write(pieces(), path, most)


class _Counting:
    """The request's own `receive`, for no more bytes than may come, and no slower ones."""

    def __init__(self, request: Request, most: int, deadline: asyncio.Timeout) -> None:
        self._request = request
        self._most = most
        self._deadline = deadline
        self._began = asyncio.get_running_loop().time()
        self._received = 0

    async def __call__(self) -> Any:
        message = await self._request.receive()
        self._received += len(message.get("body", b""))
        if self._received > self._most:
            raise _too_large(self._most - _FORM_OVERHEAD)
        self._deadline.reschedule(self._began + _PATIENCE_S + self._received / _SLOWEST)
        return message


async def _write(pieces: AsyncIterator[bytes], path: Path, most: int) -> None:
    written = 0
    with path.open("wb") as opened:
        async for piece in pieces:
            written += len(piece)
            if written > most:
                raise _too_large(most)
            await run_in_threadpool(opened.write, piece)


def _too_large(most: int) -> TooLargeError:
    return TooLargeError(f"A document can have {most / (1 << 20):g} MB at most.")
