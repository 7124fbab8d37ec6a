"""Send damaged documents to the service: `hostile_documents.py URL COUNT PID FOLDER`.

Each is a PDF of FOLDER that was cut short, whose bytes were changed, or that has a part of another;
made PDFs that try to do harm go between them. Of those that are accepted, all data is requested.
Prints the statuses by operation, the slowest request and the memory of the server's processes
without mongod. A status that no document may cause ends it with 1.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx2

from wildwood.extraction.data import Kind

from tests.benchmarks.extraction_load import memory, requests
from tests.support.hostile_pdfs import HOSTILE

_ANSWERS = {200, 201, 415, 422}
"""The statuses that a document can cause; 415 is for one whose first bytes were changed."""
_MADE_EVERY = 50
"""After this many damaged documents, one that was made to do harm is sent."""
_CHANGED_BYTES = 40


def cut(content: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def changed(content: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    damaged = bytearray(content)
    for place in chance.choices(range(len(damaged)), k=chance.randrange(1, _CHANGED_BYTES)):
        damaged[place] = chance.randrange(256)
    return bytes(damaged)


def mixed(content: bytes, papers: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(papers)
    start, end = sorted(chance.choices(range(len(content)), k=2))
    return content[:start] + other[start:end] + content[end:]


_DAMAGES: tuple[Callable[[bytes, Sequence[bytes], random.Random], bytes], ...] = (
    cut, changed, mixed,
)  # fmt: skip


def document(number: int, papers: Sequence[bytes]) -> tuple[str, bytes]:
    """Return the name of a way to do harm, and a document; the same for the same number."""
    if number % _MADE_EVERY == 0:
        made = list(HOSTILE)[number // _MADE_EVERY % len(HOSTILE)]
        return made, HOSTILE[made]()
    chance = random.Random(number)
    damage = chance.choice(_DAMAGES)
    return damage.__name__, damage(chance.choice(papers), papers, chance)


def main(url: str, count: int, pid: int, folder: Path) -> None:
    papers = [path.read_bytes() for path in sorted(folder.glob("*.pdf"))]
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = (0.0, "")
    before = memory(pid)
    most = before
    with httpx2.Client(base_url=url, timeout=300) as client:
        for number in range(count):
            name, content = document(number, papers)
            began = time.monotonic()
            statuses = dict(requests(client, content, Kind))
            slowest = max(slowest, (time.monotonic() - began, f"{name}, {number}"))
            most = max(most, memory(pid))
            seen.update(f"{what} {status}" for what, status in statuses.items())
            wrong += [f"{name}, {number}: {statuses}"] * (
                not _ANSWERS.issuperset(statuses.values())
            )
    for what, times in sorted(seen.items()):
        print(f"{what:24} {times:8,}")
    print(f"{count:,} documents; the slowest took {slowest[0]:.1f} s ({slowest[1]})")
    print(f"memory {before:.0f} MB before, {most:.0f} MB at most, {memory(pid):.0f} MB at the end")
    sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
