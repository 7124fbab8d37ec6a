"""Measure what many clients get of the service: `fairness.py PAPER [CLIENTS …]`.

A service with the default settings gets a paper from each of so many addresses of this machine,
again and again for a while; a client that is refused comes again when it is told to. Prints the
papers in a second, the refusals and the jobs that were killed. Then it gets a paper every three
seconds while 0, 4 and 40 addresses each keep an upload of endless PostScript going; prints the
seconds that it takes.
"""

import re
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from tests.benchmarks.experiment.running import Service, Setting, serving
from tests.benchmarks.experiment.server import Matching
from tests.support.extraction_server import ENDLESS

_CLIENTS = [8, 30, 60, 200]
_SECONDS = 30
_PAPERS = 9
_PAUSE_S = 3
_KEPT_HOURS, _STORE_MB = 1, 100
_TIMEOUT_S = 1000


@contextmanager
def _sending(url: str, addresses: int, content: Callable[[], bytes]) -> Iterator[Counter[int]]:
    """Keep an upload going from each of some addresses; yield the statuses."""
    ended, statuses = threading.Event(), Counter[int]()

    def send(number: int) -> None:
        transport = httpx2.HTTPTransport(local_address=f"127.0.1.{number + 1}")
        with httpx2.Client(base_url=url, timeout=_TIMEOUT_S, transport=transport) as client:
            while not ended.is_set():
                response = client.post("/extractor?filter=0&output=json", content=content())
                statuses[response.status_code] += not ended.is_set()
                if response.status_code == httpx2.codes.SERVICE_UNAVAILABLE:
                    ended.wait(float(response.headers["retry-after"]))

    threads = [threading.Thread(target=send, args=(number,)) for number in range(addresses)]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        ended.set()
        for thread in threads:
            thread.join()


@contextmanager
def _service() -> Iterator[Service]:
    with (
        tempfile.TemporaryDirectory() as home,
        serving(Setting(Path(home), Matching.ON, _KEPT_HOURS, _STORE_MB)) as service,
    ):
        yield service


def _killed(url: str) -> float:
    metrics = httpx2.get(f"{url}/metrics").text
    return float(re.findall(r"(?m)^wildwood_workers_killed_total (\S+)", metrics)[0])


def _upload(client: httpx2.Client, paper: bytes) -> float:
    """Return the seconds that an upload takes, with its further attempts."""
    time.sleep(_PAUSE_S)
    began = time.perf_counter()
    while (sent := client.post("/extractor", content=paper)).status_code != httpx2.codes.CREATED:
        time.sleep(float(sent.headers["retry-after"]))
    return time.perf_counter() - began


def main(paper: bytes, numbers: list[int]) -> None:
    for number in numbers:
        with _service() as service, _sending(service.url, number, lambda: paper) as statuses:
            time.sleep(_SECONDS)
            done, busy = statuses[httpx2.codes.CREATED], statuses[httpx2.codes.SERVICE_UNAVAILABLE]
            print(
                f"{number} clients: {done / _SECONDS:.1f} papers in a second, busy {busy} times,"
                f" {_killed(service.url):g} jobs killed",
                flush=True,
            )
    for number in (0, 4, 40):
        with (
            _service() as service,
            httpx2.Client(base_url=service.url, timeout=_TIMEOUT_S) as client,
            _sending(service.url, number, lambda: ENDLESS),
        ):
            seconds = sorted(_upload(client, paper) for _ in range(1 if number > 4 else _PAPERS))
        print(
            f"{number} endless documents: median {statistics.median(seconds):.2f} s,"
            f" most {seconds[-1]:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_bytes(), [int(number) for number in sys.argv[2:]] or _CLIENTS)
