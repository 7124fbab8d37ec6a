"""Measure the average precision of each formula on RePEc pairs that were judged by hand.

usage: python -m tests.benchmarks.judged RECORDS.jsonl.gz

The records are JSON lines with handle, authors and titles; the judgements are in
tests/data/judged.csv.
"""

import csv
import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import HandlePair

from tests.support.labelled_works import evaluation_of
from tests.support.paths import DATA
from tests.support.resampled import resample
from tests.support.strengths import strength_of_papers

JUDGED = DATA / "judged.csv"


def main(records: Path) -> None:
    """Print a line for each formula."""
    with gzip.open(records, "rt", encoding="utf-8") as lines:
        papers = dict(map(_paper, lines))
    labelled = [pair for pair, is_one in _judged() if is_one]
    for formula in Formula:
        strengths = {
            (left, right): strength_of_papers(
                papers[left].features, papers[right].features, formula
            )
            for (left, right), _ in _judged()
        }
        average_precision = resample(evaluation_of(strengths, labelled))[0, 0]
        print(f"{formula.value:10} {average_precision:.3f}")


def _paper(line: str) -> tuple[str, Paper]:
    record = json.loads(line)
    handle = record["handle"]
    return handle, paper_of(Record(handle, tuple(record["authors"]), tuple(record["titles"])))


def _judged() -> Iterator[tuple[HandlePair, bool]]:
    """Yield the pairs, and whether each is of one work."""
    with JUDGED.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield (row["left"], row["right"]), row["one_work"] == "yes"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
