"""Measure the index of `features`, and alternatives to it, on the same papers in alternating turns.

usage: python -m tests.benchmarks.indexes WORKPLACE PAPERS [--turns 3]

Needs what rebuild.py left in WORKPLACE. Two indexes of an alternative are built at the same time,
each on a thread of the server, as a rebuild does. Processor time is that of the server.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from wildwood.kernel.settings import load_config
from wildwood.nep.connection import Connection, Document
from wildwood.nep.session import connection

from tests.benchmarks.measure import Times
from tests.benchmarks.workplace import corpus

_SMALL: Document = {"storageEngine": {"wiredTiger": {"configString": "leaf_page_max=4KB"}}}
_TOTALS: Document = {"features": 1, "totals": 1}


def main() -> None:
    """Measure the size on the command line."""
    parser = argparse.ArgumentParser(description="Measure the index of features.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers", type=int)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    with connection(load_config(corpus(given.workplace, given.papers))) as opened:
        measure(opened, given.turns)


def measure(opened: Connection, turns: int) -> None:
    """Print the medians of each alternative, and its size."""
    server = psutil.Process(opened.database.command("serverStatus")["pid"])
    one_array, apart = copies(opened)
    alternatives = {
        "one": (one_array, [index("one", _TOTALS)]),
        "words and pairs in two arrays": (
            apart,
            [index("words", _TOTALS), index("pairs", {"pairs": 1, "totals": 1})],
        ),
        "one, without totals": (one_array, [index("bare", {"features": 1})]),
        "two, each of half of the papers": (one_array, halves(opened, one_array)),
    }
    times = {name: Times(server) for name in alternatives}
    for turn in range(turns):
        for name in list(alternatives)[:: -1 if turn % 2 else 1]:
            collection, indexes = alternatives[name]
            opened.collection(collection).drop_indexes()
            with times[name].turn():
                build(opened, collection, indexes)
            sizes = opened.database.command("collStats", collection)["indexSizes"]
            if turn == turns - 1:
                size = sum(sizes[made["name"]] for made in indexes)
                print(f"{name:33} {times[name]} {size / 1e6:6.0f} MB", flush=True)
    for collection in (one_array, apart):
        opened.collection(collection).drop()


def index(name: str, key: Document, **options: Any) -> Document:
    return {"name": name, "key": key, **_SMALL, **options}


def halves(opened: Connection, collection: str) -> list[Document]:
    """Return two partial indexes; a filter concerns papers, not elements of their arrays."""
    papers = opened.collection(collection)
    half = papers.estimated_document_count() // 2
    handle = next(papers.find({}, {"_id": 1}, sort=[("_id", 1)], skip=half, limit=1))["_id"]
    return [
        index(operator, _TOTALS, partialFilterExpression={"_id": {f"${operator}": handle}})
        for operator in ("lt", "gte")
    ]


def copies(opened: Connection) -> tuple[str, str]:
    """Copy the papers: as they are, and with their words and pairs in arrays of their own."""
    parts = {"features": "$gte", "pairs": "$lt"}
    arrays = {
        name: {"$filter": {"input": "$features", "cond": {operator: ["$$this", ""]}}}
        for name, operator in parts.items()
    }
    names = "measured", "measured_apart"
    for name, stages in zip(names, ([], [{"$set": arrays}]), strict=True):
        copy = partial(opened.collection("handles").aggregate, [*stages, {"$out": name}])
        opened.retried(copy, long=True)
    return names


def build(opened: Connection, collection: str, indexes: list[Document]) -> None:
    """Build indexes at the same time."""
    create = partial(opened.database.command, "createIndexes", collection)
    builds = [partial(create, indexes=[made]) for made in indexes]
    with ThreadPoolExecutor(2) as pool:
        for built in [pool.submit(opened.retried, one, long=True) for one in builds]:
            built.result()


if __name__ == "__main__":
    main()
