"""Documents that requests bring, slow ones and many."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fastapi import HTTPException, Request

from wildwood.extraction.errors import BusyError
from wildwood.extraction.http import uploads
from wildwood.extraction.http.uploads import UploadSlots, receive

MOST = 1024 * 1024
FORM = "multipart/form-data; boundary=b"


class Client:
    """One that sends so many bytes with every pause."""

    def __init__(self, pause_s: float, piece: bytes, kind: str = "application/pdf") -> None:
        self._pause_s = pause_s
        self._piece = piece
        self._left = 8
        headers = [(b"content-length", b"800"), (b"content-type", kind.encode())]
        scope = {"type": "http", "method": "POST", "headers": headers}
        self.request = Request(scope, self._receive)

    async def _receive(self) -> dict[str, Any]:
        await asyncio.sleep(self._pause_s)
        self._left -= 1
        return {"type": "http.request", "body": self._piece, "more_body": self._left > 0}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_PATIENCE_S", 0.3)


@pytest.mark.parametrize("kind", ["application/pdf", FORM])
def test_a_silent_client_is_given_up(tmp_path: Path, kind: str) -> None:
    with pytest.raises(HTTPException, match="must bring 4 KB a second") as raised:
        asyncio.run(receive(Client(60, b"", kind).request, tmp_path / "document", MOST))
    assert raised.value.status_code == 408


def test_a_client_that_sends_next_to_nothing_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(HTTPException, match="must bring"):
        asyncio.run(receive(Client(0.1, b"x").request, tmp_path / "document", MOST))


def test_a_slow_client_that_goes_on_is_waited_for(tmp_path: Path) -> None:
    asyncio.run(receive(Client(0.1, b"x" * 2048).request, tmp_path / "document", MOST))
    assert (tmp_path / "document").stat().st_size == 8 * 2048


def test_who_finds_no_place_to_upload_is_told_so() -> None:
    places = UploadSlots(1)
    with places.taken(), pytest.raises(BusyError, match="Too many uploads"), places.taken():
        pass
    with places.taken():
        pass
