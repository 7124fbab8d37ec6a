"""The operation that finds the stored papers that are similar to records, which are not stored."""

import io

from fastapi import APIRouter, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool

from wildwood.biblio.entry import Record
from wildwood.extraction.data import TooLargeError
from wildwood.extraction.http.documents import receive_text, text_slot
from wildwood.extraction.http.formats import MediaFormat, accepting
from wildwood.extraction.http.responses import Checked, data_response, takes
from wildwood.extraction.service.service import Service
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

_MAX_RECORDS = 100
_MAX_CHARACTERS = 20_000  # of the titles and names of all records, on which the time depends
_JSON, _TEXT = MediaFormat.JSON.media_type, {"type": "string"}
_BODY = takes(_JSON, required="title", title=_TEXT, authors={"type": "array", "items": _TEXT})


def add_check(app: APIRouter, service: Service) -> None:
    @app.post(
        "/check", tags=["Papers"], openapi_extra=_BODY,
        responses={200: {"description": "The similar papers.", "model": Checked}},
        dependencies=[Depends(accepting(_JSON, "JSON"))],
    )  # fmt: skip
    async def check(request: Request) -> Response:
        """Return the stored papers that resemble a record, or each of an array, and why.

        Nothing is stored. A record can be an item of DSpace.
        """
        async with text_slot():
            content = await receive_text(request, "body")
            data = await run_in_threadpool(lambda: service.check(_records_in(content)))
        return data_response("checked", data, MediaFormat.JSON)


def _records_in(content: bytes) -> list[Record]:
    if content.lstrip()[:1] not in {b"{", b"["}:
        raise InputError('Send JSON: a record, such as {"title": "…", "authors": ["…"]}, or some.')
    read = read_list(io.BytesIO(content), needs=ANY_RECORD, details=False)
    if read.not_compared or not read.entries:
        raise InputError("".join(read.not_compared[:1]) or "The list has no record.")
    characters = sum(len(text) for _, *texts in read.records for text in sum(texts, ()))
    if len(read.entries) > _MAX_RECORDS or characters > _MAX_CHARACTERS:
        raise TooLargeError(
            f"A request can have at most {_MAX_RECORDS} records, and {_MAX_CHARACTERS:,} characters"
            " in their titles and names."
        )
    return read.records
