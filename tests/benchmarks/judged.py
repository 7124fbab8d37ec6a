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
from dataclasses import replace
from pathlib import Path

from wildwood.analysis.evaluation import Evaluation, ScoredPair
from wildwood.model import Formula, Paper, Ratio, Record, Weights
from wildwood.scoring.features import paper_of
from wildwood.scoring.similarity import shared_totals, strength

from tests.support.paths import DATA

JUDGED = DATA / "judged.csv"


def main(records: Path) -> None:
    """Print a line for each formula."""
    with gzip.open(records, "rt", encoding="utf-8") as lines:
        papers = dict(map(_paper, lines))
    for formula in (Formula(ratio, weights) for ratio in Ratio for weights in Weights):
        judged = sorted(_judged(papers, formula), key=lambda pair: (-pair.strength, -pair.tie))
        found = Evaluation(judged, frozenset(pair.pair for pair in judged if pair.true))
        print(
            f"{formula.ratio.value:8} {formula.weights.value:8}"
            f" {found.average_precision():.3f},"
            f" as ordered {found.average_precision_as_ordered():.3f}"
        )


def _paper(line: str) -> tuple[str, Paper]:
    record = json.loads(line)
    handle = record["handle"]
    return handle, paper_of(Record(handle, tuple(record["authors"]), tuple(record["titles"])))


def _judged(papers: dict[str, Paper], formula: Formula) -> Iterator[ScoredPair]:
    dice = replace(formula, ratio=Ratio.DICE)
    with JUDGED.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            pair = row["left"], row["right"]
            one, other = (papers[handle].features for handle in pair)
            shared = shared_totals(one, other)
            strong, tie = (strength(shared, one.totals, other.totals, by) for by in (formula, dice))
            yield ScoredPair(pair, strong, tie, true=row["one_work"] == "yes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
