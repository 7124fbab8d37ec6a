"""Harvest many simulated archives, with faults, while the harvester is killed again and again.

usage: python -m tests.endurance.harvests FOLDER [ARCHIVES] [--kills 30] [--rounds 3] [--seed 1]

The archives are of five kinds of servers: three of tests/support/oai_archives.py, and those of
oai-repo and pyoai (tests/endurance/requirements.txt). A third of them send faults. In each round
the harvester is killed at random moments and then run for the archives that failed; then every
archive's folder must hold each record once, as it is, and some records are changed, added and
deleted. The program exits with 1 if something is lost, doubled or out of date.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from wildwood.screening.archives import folder_of, harvest_archives
from wildwood.screening.harvester import Order

from tests.endurance.oai_libraries import OaiRepo, PyOai
from tests.support.harvested import records_in
from tests.support.oai_archives import (
    Holdings,
    Recorded,
    Sessions,
    SimulatedArchive,
    Stateless,
    serving_archives,
)

KINDS = (Stateless, Sessions, Recorded, OaiRepo, PyOai)
TELLS_NO_DELETIONS = (OaiRepo,)
HOSTS = 25
FAULT_RATE = 0.2
MOST_RECORDS = 30
CHANGES = 5


def run(urls: Sequence[str], out: Path) -> list[str]:
    """Harvest archives; return the addresses of those that failed."""
    archives = [Order(url, folder_of(url, out), 0) for url in urls]
    return [done.order.url for done in harvest_archives(archives, HOSTS) if done.error]


def main() -> int:
    """Run all rounds; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="Harvest many simulated archives.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("archives", type=int, nargs="?", default=500)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    archives = [simulated(number, chance) for number in range(options.archives)]
    wrong: Counter[str] = Counter()
    with serving_archives(archives, HOSTS):
        for number in range(options.rounds):
            runs = harvested(archives, options.folder, options.kills, chance)
            records, wrong_here = checked(archives, options.folder)
            wrong += wrong_here
            print(
                f"round {number}: {options.kills} kills, {runs} runs until none failed;"
                f" {records:,} records, {wrong_here.total()} archives wrong",
                flush=True,
            )
            for archive in archives:
                change(archive, number, chance)
    requests = sum(len(archive.queries) for archive in archives)
    print(f"{requests:,} requests, {sum(archive.faults for archive in archives):,} faults")
    print(f"wrong, by kind: {dict(wrong)}")
    return 1 if wrong else 0


def simulated(number: int, chance: random.Random) -> SimulatedArchive:
    """Make an archive; every third one is faulty."""
    holdings = Holdings(f"a{number}", chance.randrange(1, MOST_RECORDS))
    archive = SimulatedArchive(holdings, KINDS[number % len(KINDS)](holdings))
    archive.chance = random.Random(chance.random())
    archive.fault_rate = FAULT_RATE if number % 3 == 0 else 0
    return archive


def harvested(
    archives: Sequence[SimulatedArchive], out: Path, kills: int, chance: random.Random
) -> int:
    """Kill the harvester so often, then run it for what failed; return the number of runs."""
    urls = [archive.url for archive in archives]
    for _ in range(kills):
        process = multiprocessing.get_context("spawn").Process(target=run, args=(urls, out))
        process.start()
        time.sleep(2 + 4 * chance.random())
        process.kill()
        process.join()
    runs = 0
    while urls:
        urls = run(urls, out)
        runs += 1
    return runs


def checked(archives: Sequence[SimulatedArchive], out: Path) -> tuple[int, Counter[str]]:
    """Return the number of records held, and the kinds of the archives that hold wrong ones."""
    wrong: Counter[str] = Counter()
    records = 0
    for archive in archives:
        held = records_in(folder_of(archive.url, out))
        records += len(held)
        if held != archive.holdings.expected():
            wrong[type(archive.repository).__name__] += 1
    return records, wrong


def change(archive: SimulatedArchive, round_: int, chance: random.Random) -> None:
    """Change, add and delete some records."""
    for _ in range(chance.randrange(CHANGES)):
        number, deleted = chance.randrange(2 * MOST_RECORDS), chance.random() < 1 / 3
        deleted = deleted and not isinstance(archive.repository, TELLS_NO_DELETIONS)
        archive.holdings.put(number, f"{round_}th", deleted=deleted)


if __name__ == "__main__":
    sys.exit(main())
