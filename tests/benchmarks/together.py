"""Measure issues that wait, run one by one, against a rebuild of all.

usage: python -m tests.benchmarks.together WORKPLACE WAITING PAPERS [PAPERS ...]

Needs what rebuild.py left in WORKPLACE. For each size, the WAITING newest full issues are
forgotten and run by `latest`; the issue after them stays, since `latest` would otherwise rebuild
if they are many. Then all are rebuilt. From how much more a paper costs in a
run follows when `nep/runs.py` rebuilds.
"""

import argparse
from pathlib import Path

from wildwood.kernel import settings
from wildwood.nep.folders import UsFolder

from tests.benchmarks.corpus import ISSUE
from tests.benchmarks.measure import run
from tests.benchmarks.workplace import corpus


def main() -> None:
    """Measure the sizes on the command line."""
    parser = argparse.ArgumentParser(description="Measure issues that wait.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("waiting", type=int)
    parser.add_argument("papers", type=int, nargs="+")
    given = parser.parse_args()
    for papers in given.papers:
        measure(corpus(given.workplace, papers), papers, given.waiting)


def measure(file: Path, papers: int, waiting: int) -> None:
    """Run the newest full issues of a corpus, then rebuild it."""
    options = "--config", str(file)
    dates = UsFolder(settings.load_config(file).paths.us).listing().dates()
    for date in dates[-1 - waiting : -1]:
        run("forget", str(date), *options)
    runs, rebuild = run("latest", *options), run("rebuild", "0.6", *options)
    times = (runs.seconds / (waiting * ISSUE)) / (rebuild.seconds / papers)
    print(f"{papers:>10,} papers  {waiting} issues {runs}  rebuild {rebuild}", flush=True)
    print(f"           a paper costs {times:.1f} times as much in a run", flush=True)


if __name__ == "__main__":
    main()
