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
from functools import partial
from pathlib import Path

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import Evaluation, ScoredPair, side_by_side

from tests.support.paths import DATA
from tests.support.strengths import strength_of_papers

JUDGED = DATA / "judged.csv"


def main(records: Path) -> None:
    """Print a line for each formula."""
    with gzip.open(records, "rt", encoding="utf-8") as lines:
        papers = dict(map(_paper, lines))
    for row in side_by_side(partial(_evaluation, papers)).rows:
        print(f"{row.formula.value:10} {row.average_precision.value:.3f}")


def _evaluation(papers: dict[str, Paper], formula: Formula) -> Evaluation:
    judged = sorted(_judged(papers, formula), key=lambda pair: -pair.strength)
    return Evaluation(judged, frozenset(pair.pair for pair in judged if pair.true))


def _paper(line: str) -> tuple[str, Paper]:
    record = json.loads(line)
    handle = record["handle"]
    return handle, paper_of(Record(handle, tuple(record["authors"]), tuple(record["titles"])))


def _judged(papers: dict[str, Paper], formula: Formula) -> Iterator[ScoredPair]:
    with JUDGED.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            pair = row["left"], row["right"]
            strong = strength_of_papers(papers[pair[0]].features, papers[pair[1]].features, formula)
            yield ScoredPair(pair, strong, true=row["one_work"] == "yes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
