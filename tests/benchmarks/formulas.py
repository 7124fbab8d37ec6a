"""Measure what each formula costs, for a pair and for an issue against a large database.

usage: python -m tests.benchmarks.formulas WORKPLACE PAPERS

Needs what rebuild.py left in WORKPLACE. The newest full issue is compared with everything before it
by each formula in turn, several times, at limit 0.6. The first turn, which fills the caches, does
not count. Then the whole command is run in the same way, beside the running server. Processor time
is that of this process and its children, and of the server, which must be a private one.
"""

import argparse
import datetime
import tempfile
import time
from pathlib import Path

import psutil

from wildwood.kernel.candidate_index import indexed
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Features
from wildwood.kernel.settings import load_config
from wildwood.kernel.similar import find_matches
from wildwood.kernel.strength import Formula
from wildwood.nep.folders import UsFolder
from wildwood.nep.history import StoredHistory
from wildwood.nep.session import connection

from tests.benchmarks.measure import Times, run
from tests.benchmarks.workplace import corpus
from tests.support.strengths import strength_of_papers

LIMIT = 0.6
TURNS = 6
PAIRS = 2000


def main() -> None:
    """Measure a corpus of that size."""
    parser = argparse.ArgumentParser(description="Measure what each formula costs.")
    parser.add_argument("workplace", type=Path)
    parser.add_argument("papers", type=int)
    given = parser.parse_args()
    file = corpus(given.workplace, given.papers)
    settings = load_config(file)
    us = UsFolder(settings.paths.us)
    date = us.listing().dates()[-2]
    issue = [paper_of(record).features for record in us.read(date).rif.records]
    pair_times(issue)
    with connection(settings) as opened:
        history = StoredHistory(opened, date)
        server = psutil.Process(opened.database.command("serverStatus")["pid"])
        times = {formula: Times(server, warm_up=1) for formula in Formula}
        targets, found = dict.fromkeys(Formula, 0), dict.fromkeys(Formula, 0)
        for _ in range(TURNS):
            for formula, measured in times.items():
                with measured.turn():
                    matches = sum(1 for _ in find_matches(issue, history, LIMIT, formula))
                found[formula] = max(found[formula], matches)
        for formula in Formula:
            targets[formula] = sum(1 for _ in history.targets(issue, LIMIT, formula))
        commands = whole_commands(file, date, server)
    print(f"{len(issue)} papers against {given.papers:,}, limit {LIMIT}")
    for formula, measured in times.items():
        print(
            f"  {formula.value:17} {measured} {targets[formula]:7,} targets,"
            f" {found[formula]:,} matches"
        )
    print("the whole command")
    for formula, measured in commands.items():
        print(f"  {formula.value:17} {measured}")


def whole_commands(file: Path, date: datetime.date, server: psutil.Process) -> dict[Formula, Times]:
    """Measure the whole command for an issue with each formula in turn."""
    times = {formula: Times(server, warm_up=1) for formula in Formula}
    for _ in range(TURNS):
        for formula, measured in times.items():
            with tempfile.NamedTemporaryFile("w", suffix=".toml", dir=file.parent) as configured:
                configured.write(f'{file.read_text()}[strength]\nformula = "{formula.value}"\n')
                configured.flush()
                with measured.turn():
                    run(str(date), str(LIMIT), "--config", configured.name)
    return times


def pair_times(issue: list[Features]) -> None:
    """Print the processor time of a pair, for pairs of an issue that can pass the limit."""
    candidates = [
        (issue[hit.position], issue[hit.key])
        for hit in indexed(issue).targets(issue, 0.0)
        if hit.position != hit.key
    ]
    pairs = (candidates * PAIRS)[:PAIRS]
    print(f"one pair, mean of {PAIRS:,} of {len(candidates):,} candidates")
    for formula in Formula:
        began = time.process_time()
        for left, right in pairs:
            strength_of_papers(left, right, formula)
        print(f"  {formula.value:17} {(time.process_time() - began) / PAIRS * 1e6:5.1f} µs")


if __name__ == "__main__":
    main()
