"""Measure how long `Store.check` takes against a large database, warm.

usage: python -m tests.benchmarks.checking WORKPLACE PAPERS [--records 1000]

Needs what rebuild.py left in WORKPLACE. Every other record is new; the others are stored papers
with the corpus's changes. Each is checked by itself within one block, after a first turn that fills
the caches. Processor time is that of this process for each call, and the mean with the server's,
which must be a private one.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import psutil

import wildwood
from wildwood.biblio.entry import Record
from wildwood.kernel.settings import Config, load_config
from wildwood.kernel.strength import Formula
from wildwood.nep.folders import UsFolder
from wildwood.nep.session import connection

from tests.benchmarks.corpus import Paper, _repeat, learn, make, real_papers
from tests.benchmarks.workplace import corpus

_SEED = 2
"""Not that of the corpus."""
_ISSUES = 50
"""The issues whose papers are repeated."""
_PERCENTILES = (50, 90, 99)


def main() -> None:
    """Measure a corpus of that size with each formula."""
    parser = argparse.ArgumentParser(description="Measure the check of one record.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers", type=int)
    parser.add_argument("--records", type=int, default=1000)
    given = parser.parse_args()
    file = corpus(given.workplace, given.papers)
    settings = load_config(file)
    records = list(islice(made_records(settings), given.records))
    print(f"{len(records):,} records against {given.papers:,} papers, each by itself")
    with connection(settings) as opened:
        server = psutil.Process(opened.database.command("serverStatus")["pid"])
        for formula in Formula:
            with tempfile.NamedTemporaryFile("w", suffix=".toml", dir=file.parent) as configured:
                configured.write(f'{file.read_text()}[strength]\nformula = "{formula.value}"\n')
                configured.flush()
                print(f"  {formula.value:10}{measure(Path(configured.name), records, server)}")


def made_records(settings: Config) -> Iterator[Record]:
    """Yield new papers and changed repeats of stored ones in turn, without end."""
    chance = random.Random(_SEED)
    model = learn(real_papers())
    us = UsFolder(settings.paths.us)
    dates = chance.sample(us.listing().dates(), _ISSUES)
    stored = [record for date in dates for record in us.read(date).rif.records]
    for names, words in make(model, chance):
        yield record_of((names, words))
        known = chance.choice(stored)
        yield record_of(_repeat(([*known.names], known.titles[0].split()), model, chance))


def record_of(paper: Paper) -> Record:
    names, words = paper
    return Record("new", tuple(names), (" ".join(words),))


def measure(config: Path, records: Sequence[Record], server: psutil.Process) -> str:
    """Check each record twice, and describe the times of the second turn."""
    with wildwood.Store(config) as store:
        for record in records:
            store.check(record)
        elapsed, worked, similar = list[float](), list[float](), 0
        before = server.cpu_times()
        for record in records:
            began, busy = time.perf_counter(), time.process_time()
            (checked,) = store.check(record)
            elapsed.append(time.perf_counter() - began)
            worked.append(time.process_time() - busy)
            similar += bool(checked.similar)
        after = server.cpu_times()
    of_server = after.user + after.system - before.user - before.system
    mean = (sum(worked) + of_server) / len(records)
    return (
        f"clock {_percentiles(elapsed)}, processor {_percentiles(worked)}, with the server"
        f" {1000 * mean:.1f} ms on average; {similar:,} with a similar paper"
    )


def _percentiles(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    shown = (f"p{p} {1000 * ordered[len(ordered) * p // 100]:.1f}" for p in _PERCENTILES)
    return f"{', '.join(shown)} ms"


if __name__ == "__main__":
    main()
