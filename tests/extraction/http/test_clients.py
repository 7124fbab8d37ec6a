"""Clients that want everything, and the others."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import httpx2
import psutil
import pytest

from wildwood.extraction.http.addresses import client_of, is_on_this_machine
from wildwood.extraction.http.documents import text_slot
from wildwood.extraction.service.processes import CLIENT

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
    assert client_of({"client": (address, 1)}) == client


@pytest.mark.parametrize(
    ("address", "is_own"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.1", False),
        ("", False),
    ],
)
def test_a_client_is_on_this_machine(address: str, is_own: bool) -> None:  # noqa: FBT001
    assert is_on_this_machine({"client": (address, 1)}) is is_own


def test_a_client_can_have_some_texts_in_memory() -> None:
    """Its others wait before they are read; those of other clients do not."""
    slots = []
    for client in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        CLIENT.set(client)
        slots.append(text_slot())
    assert slots[0] is slots[1]
    assert slots[0] is not slots[2]


@pytest.fixture
def own_server(place: Place, fork_server: ForkServer) -> Iterator[tuple[Place, httpx2.Client]]:
    """Start a service with its own workers, whose endless work is ended with it."""
    place.configure("time_s = 3600\nworkers = 1\nwaiting = 4")
    changes = {
        "wildwood.extraction.http.web._WORK_TIMEOUT_S": 0.2,
        "wildwood.extraction.http.web._SHUTDOWN_TIMEOUT_S": TIMEOUT_S,
    }
    with place.serving_process(fork_server, changes) as client:
        yield place, client


@pytest.mark.program("gs")
def test_a_paper_waits_for_one_endless_document_of_another_client(
    own_server: tuple[Place, httpx2.Client],
) -> None:
    place, client = own_server
    greedy = httpx2.Client(
        base_url=client.base_url, timeout=TIMEOUT_S,
        transport=httpx2.HTTPTransport(local_address=GREEDY),
    )  # fmt: skip
    with greedy, ThreadPoolExecutor(4) as threads:
        sent = [threads.submit(upload, greedy, ENDLESS, filter="0") for _ in range(3)]
        wait_for(place.ghostscripts)
        paper = threads.submit(upload, client, DUST.read_bytes())
        wait_for(lambda: "wildwood_jobs_waiting 3.0" in client.get("/metrics").text)
        end_first(place)
        assert paper.result().status_code == 201
        assert sum(one.done() for one in sent) == 1
        end_all(place, sent)


def end_first(place: Place) -> None:
    """End the endless work that runs."""
    for process in place.ghostscripts():
        process.kill()


def end_all(place: Place, sent: list[Future[httpx2.Response]]) -> None:
    """End all endless work."""

    def are_done() -> bool:
        for process in place.ghostscripts():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        return all(one.done() for one in sent)

    wait_for(are_done)
