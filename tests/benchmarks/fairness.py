"""Measure how endless documents delay a paper: `fairness.py PAPER`.

A service with the default settings gets a paper every three seconds, whose header and citations are
extracted: alone, and while 4 and 40 other addresses of this machine each keep an upload of endless
PostScript going. Prints the latency, and how often the service was busy.
"""

import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from tests.benchmarks.experiment.running import Setting, serving
from tests.benchmarks.experiment.server import Matching
from tests.support.extraction_server import ENDLESS

_PAPERS = 9
_PAUSE_S = 3
_WARM_UP_S = 20
_KEPT_HOURS, _STORE_MB = 1, 100
_TIMEOUT_S = 300


@contextmanager
def _endless(url: str, addresses: int) -> Iterator[None]:
    """Keep an endless upload going from each of some addresses."""
    ended = threading.Event()

    def send(number: int) -> None:
        transport = httpx2.HTTPTransport(local_address=f"127.0.1.{number + 1}")
        with httpx2.Client(base_url=url, timeout=_TIMEOUT_S, transport=transport) as client:
            while not ended.is_set():
                try:
                    response = client.post("/extractor?filter=0", content=ENDLESS)
                except httpx2.TransportError:
                    continue
                if response.status_code == httpx2.codes.SERVICE_UNAVAILABLE:
                    ended.wait(1)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(addresses)]
    for thread in threads:
        thread.start()
    try:
        time.sleep(_WARM_UP_S if addresses else 0)
        yield
    finally:
        ended.set()


def _extract(client: httpx2.Client, paper: bytes) -> tuple[float, int]:
    """Return the seconds that a paper takes, and how often the service was busy."""
    began, busy = time.perf_counter(), 0
    while (sent := client.post("/extractor", content=paper)).status_code != httpx2.codes.CREATED:
        busy += 1
    address = sent.headers["location"]
    for kind in ("header", "citations"):
        while client.get(f"{address}/{kind}?fresh=1").status_code != httpx2.codes.OK:
            busy += 1
    seconds = time.perf_counter() - began
    client.delete(address)
    return seconds, busy


def main(paper: Path) -> None:
    content = paper.read_bytes()
    for addresses in (0, 4, 40):
        with tempfile.TemporaryDirectory() as home:
            setting = Setting(Path(home), Matching.ON, _KEPT_HOURS, _STORE_MB)
            with serving(setting) as service, httpx2.Client(timeout=_TIMEOUT_S) as client:
                client.base_url = service.url
                _extract(client, content)
                with _endless(service.url, addresses):
                    measured = [_extract_later(client, content) for _ in range(_PAPERS)]
        seconds = sorted(one for one, _ in measured)
        print(
            f"{addresses} addresses: median {statistics.median(seconds):.2f} s,"
            f" 90 % within {seconds[int(0.9 * _PAPERS)]:.2f} s, most {seconds[-1]:.2f} s,"
            f" busy {sum(busy for _, busy in measured)} times",
            flush=True,
        )


def _extract_later(client: httpx2.Client, paper: bytes) -> tuple[float, int]:
    time.sleep(_PAUSE_S)
    return _extract(client, paper)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
