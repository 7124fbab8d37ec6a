"""Measure the search for near duplicates: `near_duplicates.py URI NUMBER FOLDER`.

Reads each PDF file in FOLDER with another program too (poppler's pdftotext), and checks that
both texts have near fingerprints. Then stores NUMBER random fingerprints in a new database on
the server of URI, and looks up fingerprints that differ from theirs in three bits.
"""

import random
import subprocess
import sys
import time
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

from pymongo import MongoClient

from wildwood.extraction import documents, pdf
from wildwood.extraction.data import Kind, Line
from wildwood.extraction.lines import join_lines, remove_running_heads, words_of
from wildwood.extraction.service.simhash import distance, subhashes
from wildwood.extraction.service.store import ExtractionStore, Reading, signed
from wildwood.nep.connection import Connection
from wildwood.nep.store import Store

from tests.support.fingerprints import simhash

_BATCH = 20_000
_LOOKUPS = 2000


def fill(connection: Connection, stored: int) -> list[int]:
    """Store random fingerprints; return them."""
    chance = random.Random(1)
    now = datetime.now(UTC)
    fingerprints = [chance.getrandbits(64) for _ in range(stored)]
    collection = connection.collection("extractions")
    for start in range(0, stored, _BATCH):
        collection.insert_many(
            {
                "_id": f"{number:032x}",
                "fingerprint": signed(one),
                "sub": subhashes(one),
                "used": now,
                "header": {"version": "", "data": b""},
            }
            for number, one in enumerate(fingerprints[start : start + _BATCH], start)
        )
    return fingerprints


def _joined(read: list[Line]) -> str:
    lines = remove_running_heads(read)
    return join_lines(lines, words_of(lines))


def compare_readings(folder: Path) -> None:
    """Print how many files have near fingerprints in both readings, and how many pairs do."""
    ours, theirs = [], []
    spent = 0.0
    for path in sorted(folder.glob("*.pdf")):
        text = _joined(pdf.read(path)[0])
        began = time.perf_counter()
        ours.append(simhash(text))
        spent += time.perf_counter() - began
        other = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True)
        theirs.append(simhash(_joined(documents.read_text_lines(other.stdout))))
    again = sum(distance(one, other) <= 3 for one, other in zip(ours, theirs, strict=True))
    pairs = list(combinations(range(len(ours)), 2))
    joined_wrongly = sum(
        distance(left[a], right[b]) <= 3
        for a, b in pairs
        for left in (ours, theirs)
        for right in (ours, theirs)
    )
    print(f"found again in another reading     {again} of {len(ours)}")
    print(f"different papers joined            {joined_wrongly} of {4 * len(pairs)} pairs")
    print(f"fingerprint                        {1000 * spent / len(ours):.2f} ms a document")


def main(uri: str, stored: int, folder: Path) -> None:
    compare_readings(folder)
    with MongoClient[dict[str, Any]](uri) as client:
        name = "wildwood_near_duplicates"
        client.drop_database(name)
        connection = Connection(client[name], uri, 600)
        Store(connection).prepare()
        fingerprints = fill(connection, stored)
        store = ExtractionStore(connection)
        chance = random.Random(2)
        queries = [
            one ^ sum(1 << bit for bit in chance.sample(range(64), 3))
            for one in chance.sample(fingerprints, _LOOKUPS)
        ]
        began = time.perf_counter()
        kind = Kind.HEADER
        hits = sum(bool(store.known(Reading("f" * 32, one, ""), kind, 3)) for one in queries)
        each = (time.perf_counter() - began) / _LOOKUPS
        print(f"look-up among {stored:,}          {1000 * each:.2f} ms, {hits} of {_LOOKUPS} found")
        client.drop_database(name)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
