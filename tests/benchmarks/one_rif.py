"""Measure one rif of very many papers, in a run and in a rebuild.

usage: python -m tests.benchmarks.one_rif WORKPLACE [PAPERS]

An issue of the usual length comes before it, so that there is something to compare with.
"""

import argparse
import random
from itertools import islice
from pathlib import Path

from wildwood.biblio.entry import Record

from tests.benchmarks.corpus import ISSUE, learn, make, real_papers
from tests.benchmarks.measure import run
from tests.support.amf import rif

USUAL, LONG = "2015-03-05", "2015-03-12"


def main() -> None:
    """Create both rifs, and measure the long one."""
    parser = argparse.ArgumentParser(description="Measure one rif of very many papers.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers", type=int, nargs="?", default=50_000)
    given = parser.parse_args()
    file = prepare(given.workplace.absolute() / f"one-rif-{given.papers}", given.papers)
    for arguments in ([USUAL], [LONG], [LONG], ["rebuild"]):
        print(f"{arguments[0]:10} {run(*arguments, '--config', str(file))}", flush=True)


def prepare(place: Path, papers: int) -> Path:
    """Write the rifs and a configuration; return its path."""
    (place / "us").mkdir(parents=True)
    endless = enumerate(make(learn(real_papers()), random.Random(1)))
    for date, number in ((USUAL, ISSUE), (LONG, papers)):
        issue = (
            Record(f"RePEc:syn:series{n % 5}:{n:08d}", tuple(names), (" ".join(words),))
            for n, (names, words) in islice(endless, number)
        )
        (place / "us" / f"{date}.amf.xml").write_bytes(rif(*issue))
    file = place / "wildwood.toml"
    lines = "".join(f'{name} = "{place / name}"\n' for name in ("us", "ps", "db"))
    file.write_text(f"[paths]\n{lines}", encoding="utf-8")
    return file


if __name__ == "__main__":
    main()
