"""Put the service under load: `extraction_load.py URL SECONDS PID FOLDER [CLIENTS]`.

24 clients, or so many, at the same time upload the PDF files in FOLDER, request header and
citations with `fresh=1`, and delete the documents. Prints the memory of the server's processes
without mongod at the start, ten times in between and at the end; then the requests by operation and
status, the failures, and papers a second with the processor time of each in the server, in the
program that starts jobs, and in these. The service needs `public_url`, since each client has its
own address.
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
    own = {"X-Forwarded-For": f"198.51.{first // 250}.{first % 250 + 1}"}
    with httpx2.Client(base_url=url, timeout=120, headers=own) as client:
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


def processor_ms(pid: int) -> dict[str, float]:
    """Return the processor time of the server, the program that starts jobs, and the jobs."""
    server = psutil.Process(pid)
    (starter,) = (one for one in server.children() if one.name() != "mongod")
    own, other = server.cpu_times(), starter.cpu_times()
    return {
        "server": 1000 * (own.user + own.system),
        "starter": 1000 * (other.user + other.system),
        "jobs": 1000 * (other.children_user + other.children_system),
    }


def main(url: str, seconds: float, pid: int, folder: Path, clients: int = _CLIENTS) -> None:
    before = processor_ms(pid)
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
    with ThreadPoolExecutor(clients) as pool:
        runs = pool.map(lambda first: work(url, papers, first, until), range(clients))
        seen = sum(runs, Counter[str]())
    done.set()
    watching.join()
    print(f"{time.monotonic() - began:6.0f} s {memory(pid):6.0f} MB at the end")
    for what, count in sorted(seen.items()):
        print(f"{what:24} {count:8,}")
    busy = sum(count for what, count in seen.items() if what.endswith(" 503"))
    failed = sum(count for what, count in seen.items() if what[-3:] not in _ANSWERS)
    print(f"{seen.total():,} requests, {busy:,} with a 503, {failed:,} failed otherwise")
    count, took = seen["DELETE 200"], time.monotonic() - began
    spent = {name: (ms - before[name]) / max(count, 1) for name, ms in processor_ms(pid).items()}
    print(f"{count / took:.1f} papers a second; ms of processor time of each:", end="")
    print("".join(f" {name} {ms:.1f}" for name, ms in spent.items()))
    sys.exit(failed >= 1)


if __name__ == "__main__":
    main(
        sys.argv[1],
        float(sys.argv[2]),
        int(sys.argv[3]),
        Path(sys.argv[4]),
        *map(int, sys.argv[5:]),
    )
