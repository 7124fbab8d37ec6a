"""Send uploads to a service, as many clients at the same time."""

import hashlib
import json
import queue
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass

import httpx2

KINDS = ("header", "citations")
_TIMEOUT_S = 300
_PAUSE_S = 0.5
_MOST_BUSY = 100
_NOT_TAKEN = (httpx2.codes.SERVICE_UNAVAILABLE, httpx2.codes.REQUEST_TIMEOUT)
_DIGEST_CHARACTERS = 16
_NEAR = "near_duplicate"


@dataclass(frozen=True)
class Part:
    """The response to a request for data."""

    status: int
    digest: str
    """Equal for equal data."""
    near: str
    """The near duplicate that the service names, or an empty string."""
    distance: int
    seconds: float


@dataclass(frozen=True)
class Answer:
    """What a service answered for an upload."""

    number: int
    """Of the upload."""
    token: str
    """Empty if the document was refused."""
    status: int
    seconds: float
    """Of the upload alone."""
    parts: tuple[Part, ...]
    """For each of `KINDS`; empty if the document was refused."""
    busy: int
    """How often a request was sent again: the service was busy, or too slow to take an upload."""
    text: str = ""
    """What the service calls the text if it is a near duplicate of another."""

    @property
    def is_processed(self) -> bool:
        """Whether the document was accepted, and all data was extracted."""
        return bool(self.parts) and all(part.status == httpx2.codes.OK for part in self.parts)


def send_all(url: str, documents: Sequence[tuple[int, bytes]], clients: int) -> list[Answer]:
    """Upload numbered documents, and request header and citations of each."""
    free: queue.SimpleQueue[httpx2.Client] = queue.SimpleQueue()

    def send(document: tuple[int, bytes]) -> Answer:
        client = free.get()
        try:
            return _send(client, *document)
        finally:
            free.put(client)

    with ExitStack() as stack:
        for _ in range(clients):
            free.put(stack.enter_context(_client(url)))
        pool = stack.enter_context(ThreadPoolExecutor(clients))
        return list(pool.map(send, documents))


def send_one(url: str, content: bytes) -> Answer:
    """Do the same with one document."""
    (answer,) = send_all(url, [(0, content)], 1)
    return answer


def _client(url: str) -> httpx2.Client:
    # Idle connections are left before the server closes them.
    return httpx2.Client(
        base_url=url,
        timeout=_TIMEOUT_S,
        limits=httpx2.Limits(keepalive_expiry=1),
        params={"output": "json"},
    )


def _send(client: httpx2.Client, number: int, content: bytes) -> Answer:
    response, seconds, busy = _patiently(client, "POST", "/extractor", content)
    if response.status_code != httpx2.codes.CREATED:
        return Answer(number, "", response.status_code, seconds, (), busy)
    address = response.headers["location"]
    parts = []
    for kind in KINDS:
        found, taken, more = _patiently(client, "GET", f"{address}/{kind}")
        parts.append(_part(found, taken))
        busy += more
    token = address.rpartition("/")[2]
    return Answer(number, token, response.status_code, seconds, tuple(parts), busy)


def _patiently(
    client: httpx2.Client, method: str, address: str, content: bytes | None = None
) -> tuple[httpx2.Response, float, int]:
    """Send a request until it is answered; return the answer and how often it was sent again."""
    began, busy = time.perf_counter(), 0
    while True:
        try:
            response = client.request(method, address, content=content)
        except httpx2.TransportError:
            if busy == _MOST_BUSY:
                raise
        else:
            if response.status_code not in _NOT_TAKEN or busy == _MOST_BUSY:
                return response, time.perf_counter() - began, busy
        busy += 1
        time.sleep(_PAUSE_S)


def _part(response: httpx2.Response, seconds: float) -> Part:
    if response.status_code != httpx2.codes.OK:
        return Part(response.status_code, "", "", 0, seconds)
    data = response.json()
    near = data.pop(_NEAR, {"id": "", "distance": 0})
    content = json.dumps(data, sort_keys=True).encode()
    digest = hashlib.sha256(content).hexdigest()[:_DIGEST_CHARACTERS]
    return Part(response.status_code, digest, near["id"], near["distance"], seconds)
