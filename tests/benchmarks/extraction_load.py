"""The service under load: `extraction_load.py URL SECONDS PID FOLDER`.

24 clients at once upload the PDF files of FOLDER, ask for header and citations anew and
delete them again. Prints the statuses, and the memory of the server's processes at intervals.
"""

import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path

import httpx2
import psutil

_CLIENTS = 24
_INTERVALS = 10
_MB = 1024 * 1024


def work(url: str, papers: list[bytes], until: float) -> Counter[str]:
    seen: Counter[str] = Counter()
    with httpx2.Client(base_url=url, timeout=60) as client:
        for paper in cycle(papers):
            if time.monotonic() > until:
                return seen
            made = client.post("/extractor?output=json&filter=0", content=paper)
            seen[f"POST {made.status_code}"] += 1
            if made.status_code != httpx2.codes.CREATED:
                time.sleep(0.2)
                continue
            token = made.json()["token"]
            for kind in ("header", "citations"):
                answer = client.get(f"/extractor/{token}/{kind}?fresh=1")
                seen[f"{kind} {answer.status_code}"] += 1
            seen[f"DELETE {client.delete(f'/extractor/{token}').status_code}"] += 1
    return seen


def memory(pid: int) -> float:
    server = psutil.Process(pid)
    family = [server, *server.children(recursive=True)]
    return sum(one.memory_info().rss for one in family if one.name() != "mongod") / _MB


def main(url: str, seconds: float, pid: int, folder: Path) -> None:
    papers = [path.read_bytes() for path in sorted(folder.glob("*.pdf"))]
    until = time.monotonic() + seconds
    done = threading.Event()

    def watch() -> None:
        while not done.wait(seconds / _INTERVALS):
            print(f"{memory(pid):8.0f} MB", flush=True)

    watching = threading.Thread(target=watch)
    watching.start()
    with ThreadPoolExecutor(_CLIENTS) as pool:
        seen = sum(pool.map(lambda _: work(url, papers, until), range(_CLIENTS)), Counter())
    done.set()
    watching.join()
    for what, count in sorted(seen.items()):
        print(f"{what:16} {count:,}")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
