"""Measure `wildwood_all`, and how its time grows.

usage: python -m tests.benchmarks.rebuild WORKPLACE PAPERS [PAPERS ...]

Creates a corpus of each size in WORKPLACE if it is missing, and rebuilds it.
"""

import argparse
from pathlib import Path

from tests.benchmarks.measure import run
from tests.benchmarks.workplace import corpus


def main() -> None:
    """Measure the sizes on the command line, each relative to the one before."""
    parser = argparse.ArgumentParser(description="Measure the rebuild.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers", type=int, nargs="+")
    given = parser.parse_args()
    before = None
    for papers in given.papers:
        config = corpus(given.workplace, papers)
        cost = run("rebuild", "0.6", "--config", str(config))
        growth = f"  {cost.seconds / before:.2f} times the one before" if before else ""
        print(f"{papers:>10,} papers {cost}{growth}", flush=True)
        before = cost.seconds


if __name__ == "__main__":
    main()
