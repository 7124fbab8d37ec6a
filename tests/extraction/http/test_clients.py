"""Clients that want everything, and the others."""

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from unittest import mock

import httpx2
import psutil
import pytest

from wildwood.extraction.http import uploads
from wildwood.extraction.http.clients import FewAtOnce, client_of
from wildwood.extraction.service.current_request import CLIENT

from tests.support.extraction_server import DUST, ENDLESS, Place, upload
from tests.support.fork_server import ForkServer
from tests.support.waiting import TIMEOUT_S, wait_for

GREEDY = "127.0.0.2"


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_stands_for_a_client(address: str, client: str) -> None:
    assert client_of(address) == client


class Crowd:
    """An application whose requests do not end before they may."""

    def __init__(self) -> None:
        self.in_work: list[str] = []
        self.may_end = asyncio.Event()

    async def __call__(self, _scope: Any, _receive: Any, _send: Any) -> None:
        self.in_work.append(CLIENT.get())
        await self.may_end.wait()


async def ask(gate: FewAtOnce, client: str, method: str) -> None:
    await gate(
        {"type": "http", "method": method, "client": (client, 0)},
        mock.AsyncMock(),
        mock.AsyncMock(),
    )


@pytest.mark.parametrize(("method", "at_once"), [("GET", 32), ("POST", 50)])
def test_a_client_has_a_number_of_requests_in_work(method: str, at_once: int) -> None:
    async def run() -> tuple[Counter[str], int, int]:
        crowd = Crowd()
        gate = FewAtOnce(crowd)
        async with asyncio.TaskGroup() as tasks:
            for client in ["many"] * 50 + ["one"]:
                tasks.create_task(ask(gate, client, method))
            for _ in range(3):
                await asyncio.sleep(0)
            in_work = Counter(crowd.in_work)
            crowd.may_end.set()
        return in_work, len(crowd.in_work), len(gate._gates)  # noqa: SLF001

    assert asyncio.run(run()) == (Counter(many=at_once, one=1), 51, 0)


def half_sent(client: httpx2.Client, address: str) -> socket.socket:
    """Begin an upload from an address of this machine, and do not go on."""
    server = (client.base_url.host, client.base_url.port or 0)
    opened = socket.create_connection(server, source_address=(address, 0))
    opened.sendall(b"POST /extractor HTTP/1.1\r\nHost: [::]\r\nContent-Length: 1000\r\n\r\n%PDF")
    return opened


def test_a_client_that_takes_all_places_for_uploads_gives_one_to_another(
    empty: httpx2.Client, shared_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "_GRACE_PERIOD_S", TIMEOUT_S)
    with contextlib.ExitStack() as opened:
        greedy = [opened.enter_context(half_sent(empty, GREEDY)) for _ in range(128)]
        wait_for(lambda: len(list(shared_place.files.iterdir())) == 128)
        assert upload(empty, DUST.read_bytes()).status_code == 201
        ended = [one for one in greedy if has_answer(one)]
        assert len(ended) == 1
        assert ended[0].recv(100).startswith(b"HTTP/1.1 503 ")
    wait_for(lambda: len(list(shared_place.files.iterdir())) == 1)


def has_answer(opened: socket.socket) -> bool:
    opened.setblocking(False)  # noqa: FBT003 - its only way to be called
    with contextlib.suppress(BlockingIOError):
        return bool(opened.recv(1, socket.MSG_PEEK))
    return False


@pytest.fixture
def own_server(place: Place, fork_server: ForkServer) -> Iterator[tuple[Place, httpx2.Client]]:
    """Start a service with its own workers, whose endless work is ended with it."""
    place.configure("time_s = 3600\nworkers = 1\nwaiting = 4")
    changes = {
        "wildwood.extraction.service.turns._LONG_S": 0.2,
        "wildwood.extraction.http.serving._WORK_TIMEOUT_S": 0.2,
        "wildwood.extraction.http.serving._SHUTDOWN_TIMEOUT_S": TIMEOUT_S,
    }
    with place.serving_process(fork_server, changes) as client:
        yield place, client


@pytest.mark.program("gs")
def test_endless_work_costs_only_its_sender(own_server: tuple[Place, httpx2.Client]) -> None:
    place, client = own_server
    greedy = httpx2.Client(
        base_url=client.base_url, timeout=TIMEOUT_S,
        transport=httpx2.HTTPTransport(local_address=GREEDY),
    )  # fmt: skip
    with greedy, ThreadPoolExecutor(6) as threads:
        sent = [threads.submit(upload, greedy, ENDLESS, filter="0") for _ in range(6)]
        wait_for(place.ghostscripts)
        for _ in range(3):
            assert upload(client, DUST.read_bytes()).status_code == 201
        assert sum(one.done() for one in sent) < len(sent)
        end_all(place, sent)


def end_all(place: Place, sent: list[Future[httpx2.Response]]) -> None:
    """End all endless work."""

    def are_done() -> bool:
        for process in place.ghostscripts():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        return all(one.done() for one in sent)

    wait_for(are_done)
