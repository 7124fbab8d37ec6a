"""Measure the rebuild against its floor: what MongoDB alone takes for the same documents.

usage: python -m tests.benchmarks.floor WORKPLACE PAPERS [PAPERS ...] [--turns 3]

Each turn rebuilds a corpus, then inserts the documents of `handles` once more, ready-made, and
builds their indexes. Both use one running server, which must be a private one. Processor time is
that of the commands and the server.
"""

import argparse
import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO

import bson
import psutil
from bson.codec_options import CodecOptions
from bson.raw_bson import RawBSONDocument
from pymongo.collection import Collection

from wildwood.kernel import settings
from wildwood.nep.connection import Connection, Document, batches
from wildwood.nep.fresh import NOT_JOURNALLED
from wildwood.nep.session import connection

from tests.benchmarks.measure import Times, run
from tests.benchmarks.workplace import corpus

_RAW = CodecOptions(document_class=RawBSONDocument)
_BATCH = 1000


def main() -> None:
    """Measure the sizes on the command line."""
    parser = argparse.ArgumentParser(description="Measure the rebuild against its floor.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers", type=int, nargs="+")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    for papers in given.papers:
        print(f"{papers:,} papers", flush=True)
        measure(corpus(given.workplace, papers), given.turns)


def measure(file: Path, turns: int) -> None:
    """Print the medians of several turns, and their ratios."""
    with connection(settings.load_config(file)) as opened, tempfile.TemporaryFile() as ready_made:
        server = psutil.Process(opened.database.command("serverStatus")["pid"])
        handles = opened.collection("handles")
        rebuild, inserting, indexing = (Times(server) for _ in range(3))
        for _ in range(turns):
            with rebuild.turn():
                run("rebuild", "0.6", "--config", str(file))
            write(handles, ready_made)
            floor = empty_copy(handles)
            with inserting.turn():
                insert(floor, ready_made)
            with indexing.turn():
                build_indexes(opened, floor, handles)
            floor.drop()
    print(f"  rebuild       {rebuild}")
    print(f"  floor: insert {inserting}")
    print(f"  floor: index  {indexing}")
    for name in ("elapsed", "processor"):
        times = (getattr(part, name) for part in (rebuild, inserting, indexing))
        ratios = [whole / (stored + built) for whole, stored, built in zip(*times, strict=True)]
        print(f"  rebuild / floor, {name}: {statistics.median(ratios):.2f}", flush=True)


def write(handles: Collection[Document], file: IO[bytes]) -> None:
    """Write all documents, one after the other, to an empty file."""
    file.seek(0)
    file.truncate()
    for document in handles.with_options(codec_options=_RAW).find():
        file.write(document.raw)


def empty_copy(live: Collection[Document]) -> Collection[Document]:
    """Create a collection beside another one, with its options."""
    copy = live.database["floor"]
    copy.drop()
    live.database.create_collection(copy.name, **live.options())
    return copy.with_options(write_concern=NOT_JOURNALLED)


def insert(collection: Collection[Document], file: IO[bytes]) -> None:
    """Insert the documents of a file."""
    file.seek(0)
    documents = bson.decode_file_iter(file, _RAW)
    for batch in batches(documents, _BATCH, lambda document: len(document.raw)):
        collection.insert_many(batch, ordered=False)


def build_indexes(
    opened: Connection, collection: Collection[Document], live: Collection[Document]
) -> None:
    """Build the indexes that another collection has, two at a time."""
    create = partial(opened.database.command, "createIndexes", collection.name)
    builds = [partial(create, indexes=[dict(index)]) for index in live.list_indexes()]
    with ThreadPoolExecutor(2) as pool:
        # A thread has timeouts of its own, so each build waits by itself.
        for built in [pool.submit(opened.retried, build, long=True) for build in builds]:
            built.result()


if __name__ == "__main__":
    main()
