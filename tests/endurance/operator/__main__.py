"""Operate an installation at random, and check after each step that `status` tells the truth.

usage: python -m tests.endurance.operator FOLDER [STEPS] [--seed 1] [--length 60]
           [--without OPERATION …] [--replay STEPS]

A history of some steps begins with an empty installation and ends healed, or with a violation.
Each step is an operation: a command, or something that happens to rifs, ps rifs, configuration,
code or database. After it, `wildwood status` must run, and where it says well, a fresh
`wildwood_all` must give the same ps rifs and documents. FOLDER must have a short path. The program
prints what was done and each kind of violation with a short history that leads to it, and exits
with 1 if there is any. `--replay` runs the steps of such a history.
"""

import argparse
import sys
from pathlib import Path

from tests.endurance.operator.histories import Bench, Step
from tests.endurance.operator.tally import Tally
from tests.support.mongod import running_mongod, use_small_journals


def main() -> int:
    """Run histories until there were enough steps; return 1 after any violation."""
    parser = argparse.ArgumentParser(description="Operate an installation at random.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("steps", type=int, nargs="?", default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=int, default=60, help="steps of a history")
    parser.add_argument("--without", nargs="*", default=[], help="operations to leave out")
    parser.add_argument("--replay", help="run these steps only")
    options = parser.parse_args()
    folder = options.folder.resolve()
    use_small_journals(folder / "bin")
    with running_mongod() as server, Bench.on(folder, server) as bench:
        if options.replay:
            history = bench.play([Step.of(text) for text in options.replay.split()])
            print(*history.told, history.violation or "no violation", sep="\n")
            return history.violation is not None
        tally = Tally(options.seed)
        tally.run(bench.without(options.without), options.steps, options.length)
    print(tally.report(bench))
    return bool(tally.violations)


if __name__ == "__main__":
    sys.exit(main())
