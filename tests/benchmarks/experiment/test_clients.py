"""A client of the experiment sends a document until the service has taken it."""

import socket
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.benchmarks.experiment import clients
from tests.benchmarks.experiment.clients import send_one

RESET_ON_CLOSE = struct.pack("ii", 1, 0)
SLOW = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
REFUSED = b"HTTP/1.1 422 Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def answer(server: socket.socket, response: bytes | None) -> None:
    """Answer the next connection, or reset it."""
    connection, _ = server.accept()
    with connection:
        connection.recv(65536)
        if response is None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
        else:
            connection.sendall(response)


@pytest.mark.parametrize("first", [None, SLOW], ids=["a lost connection", "a slow upload"])
def test_a_document_is_sent_again_after(
    first: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "_PAUSE_S", 0)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        served = [pool.submit(answer, server, response) for response in (first, REFUSED)]
        found = send_one(f"http://127.0.0.1:{server.getsockname()[1]}", b"text")
        for one in served:
            one.result()
    assert (found.status, found.busy) == (422, 1)
