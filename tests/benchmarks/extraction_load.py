"""Put the service under load: `extraction_load.py URL SECONDS PID FOLDER`.

24 clients at the same time upload the PDF files in FOLDER, request header and citations with
`fresh=1`, and delete the documents. Prints the memory of the server's processes without mongod
at the start, ten times in between and at the end; then the requests by operation and status,
and the failures.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

import httpx2
import psutil

from wildwood.extraction.data import Kind

_CLIENTS = 24
_MOMENTS = 10
_ANSWERS = {"200", "201", "422", "503"}
"""The statuses that are not failures; a file without citations, such as a figure, gets 422."""
_MB = 1024 * 1024


def work(url: str, papers: list[bytes], first: int, until: float) -> Counter[str]:
    """Run one client until a moment; each begins with another paper."""
    seen: Counter[str] = Counter()
    with httpx2.Client(base_url=url, timeout=120) as client:
        for paper in islice(cycle(papers), first, None):
            if time.monotonic() > until:
                return seen
            try:
                take_through(client, paper, seen)
            except httpx2.HTTPError as error:
                seen[f"no answer: {type(error).__name__}"] += 1
    raise AssertionError


def take_through(client: httpx2.Client, paper: bytes, seen: Counter[str]) -> None:
    """Upload a paper, request header and citations, and delete it."""
    for what, status in requests(client, paper, (Kind.HEADER, Kind.CITATIONS)):
        seen[f"{what} {status}"] += 1
        if what == "POST" and status != httpx2.codes.CREATED:
            time.sleep(0.2)


def requests(
    client: httpx2.Client, paper: bytes, kinds: Iterable[Kind]
) -> Iterator[tuple[str, int]]:
    """Upload a paper, request data that is extracted anew, and delete it; yield the statuses."""
    made = client.post("/extractor?output=json&filter=0", content=paper)
    yield "POST", made.status_code
    if made.status_code == httpx2.codes.CREATED:
        address = made.headers["location"]
        for kind in kinds:
            yield f"GET {kind.value}", client.get(f"{address}/{kind.value}?fresh=1").status_code
        yield "DELETE", client.delete(address).status_code


def memory(pid: int) -> float:
    """Return the memory of a process and its children without mongod, in MB."""
    total = 0
    server = psutil.Process(pid)
    for one in [server, *server.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            total += one.memory_info().rss * (one.name() != "mongod")
    return total / _MB


def main(url: str, seconds: float, pid: int, folder: Path) -> None:
    papers = [path.read_bytes() for path in sorted(folder.glob("*.pdf"))]
    began = time.monotonic()
    until = began + seconds
    done = threading.Event()

    def watch() -> None:
        while True:
            print(f"{time.monotonic() - began:6.0f} s {memory(pid):6.0f} MB", flush=True)
            if done.wait(seconds / _MOMENTS):
                return

    watching = threading.Thread(target=watch)
    watching.start()
    with ThreadPoolExecutor(_CLIENTS) as pool:
        runs = pool.map(lambda first: work(url, papers, first, until), range(_CLIENTS))
        seen = sum(runs, Counter[str]())
    done.set()
    watching.join()
    print(f"{time.monotonic() - began:6.0f} s {memory(pid):6.0f} MB at the end")
    for what, count in sorted(seen.items()):
        print(f"{what:24} {count:8,}")
    busy = sum(count for what, count in seen.items() if what.endswith(" 503"))
    failed = sum(count for what, count in seen.items() if what[-3:] not in _ANSWERS)
    print(f"{seen.total():,} requests, {busy:,} with a 503, {failed:,} failed otherwise")
    sys.exit(failed >= 1)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
