"""Measure one issue against a large database, and the selection against the plain way.

usage: python -m tests.benchmarks.nightly WORKPLACE PAPERS [PAPERS ...]

Needs what rebuild.py left in WORKPLACE. For each size, the newest full issue is forgotten and run
again as a whole command: once with a private server that the command starts, then beside a running
server. In the same run, its target sets are also selected by two plain `$in` conditions, an author
hit and a title hit, with one query per paper, as the database would do it without feature pairs.
"""

import argparse
import time
from pathlib import Path

from wildwood.kernel.features import paper_of
from wildwood.kernel.settings import load_config
from wildwood.nep.folders import UsFolder
from wildwood.nep.history import StoredHistory
from wildwood.nep.session import connection, server_socket

from tests.benchmarks.measure import run
from tests.benchmarks.workplace import corpus

RUNS = 5


def main() -> None:
    """Measure the sizes on the command line."""
    parser = argparse.ArgumentParser(description="Measure the nightly run.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers", type=int, nargs="+")
    given = parser.parse_args()
    for papers in given.papers:
        print(f"{papers:,} papers")
        measure(corpus(given.workplace, papers))


def measure(file: Path) -> None:
    """Run the newest full issue of a corpus."""
    settings = load_config(file)
    rifs = UsFolder(settings.paths.us).listing()
    date = rifs.dates()[-2]
    options = "--config", str(file)
    run("forget", str(date), *options)
    print(f"  cold      {run(str(date), *options)}", flush=True)
    with server_socket(settings):
        for _ in range(RUNS):
            run("forget", str(date), *options)
            print(f"  running   {run(str(date), *options)}", flush=True)
    records = UsFolder(settings.paths.us).read(date).rif.records
    issue = [paper_of(record).features for record in records]
    with connection(settings) as opened:
        history = StoredHistory(opened, date)
        began = time.monotonic()
        found = len({target.key for target in history.targets(issue, 0.6)})
        by_pairs = time.monotonic() - began
        handles = opened.collection("handles")
        plain: set[str] = set()
        began = time.monotonic()
        for features in issue:
            authors = [f"author:{word}" for word in features.authors]
            titles = [f"title:{window}" for window in features.titles]
            both = [{"features": {"$in": titles}}, {"features": {"$in": authors}}]
            for document in handles.find(
                {"$and": both}, {"issues.author_features": 1, "issues.title_features": 1}
            ):
                plain.add(document["_id"])
        plainly = time.monotonic() - began
    print(
        f"  selection: {found:,} papers in {by_pairs:.2f} s by pairs and limit,"
        f" {len(plain):,} in {plainly:.2f} s plainly,"
        f" {plainly / by_pairs:.1f} times as long",
        flush=True,
    )


if __name__ == "__main__":
    main()
