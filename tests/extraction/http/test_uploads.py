"""Uploads that are slow."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fastapi import HTTPException, Request

from wildwood.extraction.http.documents import receive

MAX_BYTES = 1024 * 1024
FORM = "multipart/form-data; boundary=b"


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be put forward, so that nobody has to wait."""

    skipped_s = 0.0

    def time(self) -> float:
        return super().time() + self.skipped_s


class Client:
    """A client that sends the same bytes eight times, each after a pause."""

    def __init__(self, pause_s: float, piece: bytes, content_type: str = "application/pdf") -> None:
        self._pause_s = pause_s
        self._piece = piece
        self._left = 8
        headers = [(b"content-length", b"800"), (b"content-type", content_type.encode())]
        scope = {"type": "http", "method": "POST", "headers": headers}
        self.request = Request(scope, self._receive)

    async def _receive(self) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        loop.skipped_s += self._pause_s
        for _ in range(3):  # so that the loop notices a deadline that has passed
            await asyncio.sleep(0)
        self._left -= 1
        return {"type": "http.request", "body": self._piece, "more_body": self._left > 0}


def run(client: Client, path: Path) -> None:
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(receive(client.request, path, MAX_BYTES))


@pytest.mark.parametrize("content_type", ["application/pdf", FORM])
def test_a_silent_client_is_given_up(tmp_path: Path, content_type: str) -> None:
    with pytest.raises(HTTPException, match="must deliver 4 KB a second") as raised:
        run(Client(21, b"", content_type), tmp_path / "document")
    assert raised.value.status_code == 408


def test_a_client_that_sends_almost_nothing_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(HTTPException, match="must deliver"):
        run(Client(7, b"x"), tmp_path / "document")


def test_a_slow_client_that_sends_enough_is_waited_for(tmp_path: Path) -> None:
    piece = b"x" * 32 * 1024
    run(Client(8, piece), tmp_path / "document")
    assert (tmp_path / "document").stat().st_size == 8 * len(piece)
