"""Measure how soon an editor who reads issues from the top meets the true repeats in them.

usage: python -m tests.benchmarks.order FOLDER [--half FIRST|SECOND] [--seed 1]

FOLDER has pairs.csv (`left`, `right`), a.csv and b.csv (`id`, `title`, `authors`), as `linkage.py`
reads them. The papers of b.csv are in the order of their ids, those of a.csv among them: with a
label, at a random place after the papers that they repeat. Together they are 61 issues. A line for
each order has the shares of the labelled repeats in the first papers of their issues, and the share
of the papers that are flagged: the editor reads these first.

The orders with `specified` have its pairs and strengths; they differ in what orders papers of equal
printed strength. The best possible one looks at the labels. With --half, only the labels count
whose left id has an even or an odd hash, to choose on one half and to report both.
"""

import argparse
import datetime
import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Limits, Paper, Similar
from wildwood.kernel.past import PastIssues, comparable
from wildwood.kernel.similar import find_similar_in_past
from wildwood.kernel.strength import Comparison, Formula, shared_totals, tie_breaker
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.evaluation import HandlePair, read_labels
from wildwood.lists.reading import read_list

from tests.support.strengths import strength_of_papers

ISSUES = 61
LIMITS = Limits(0.6, 0.6)
SHARES = (0.01, 0.02, 0.05, 0.10)
FIRST = datetime.date(2015, 1, 5)
WEEK = datetime.timedelta(days=7)

Tie = Callable[[Paper, Paper], float]
Rank = tuple[float, float]
"""The strongest printed strength of a paper, and its tie-breaker; the greatest come first."""

UNFLAGGED: Rank = (0.0, 0.0)


def _none(_left: Paper, _right: Paper) -> float:
    return 0.0


def _shared_titles(left: Paper, right: Paper) -> float:
    return shared_totals(left.features, right.features).titles


def _dice_titles(left: Paper, right: Paper) -> float:
    shared = shared_totals(left.features, right.features)
    totals = left.features.totals, right.features.totals
    return shared.titles / Formula.DICE.definition.denominators(*totals)[1]


def _weighted_dice(left: Paper, right: Paper) -> float:
    shared = shared_totals(left.features, right.features)
    totals = left.features.totals, right.features.totals
    return tie_breaker(shared, *totals, Formula.SPECIFIED)


def _by(formula: Formula) -> Tie:
    return lambda left, right: strength_of_papers(left.features, right.features, formula)


TIES: dict[str, Tie] = {
    "order of the issue": _none,
    "Dice, weighted, as shipped": _weighted_dice,
    "Dice": _by(Formula.DICE),
    "Dice of the titles": _dice_titles,
    "shared title windows": _shared_titles,
    "tolerant": _by(Formula.TOLERANT),
}


@dataclass(frozen=True)
class Issues:
    """The issues, oldest first, and the labelled pairs that count."""

    papers: Sequence[Sequence[Paper]]
    labelled: frozenset[HandlePair]

    def similars(self, formula: Formula) -> Iterator[list[list[Similar]]]:
        """Compare each issue with itself and those before, as a rebuild does."""
        past = PastIssues(with_words=formula.compares_words)
        dates = [FIRST + number * WEEK for number in range(len(self.papers))]
        for date, papers in zip(dates, self.papers, strict=True):
            past.add_issue(date, papers)
        with comparable(past.papers(), Comparison(LIMITS, formula)) as issues:
            for date in dates:
                yield find_similar_in_past(issues.issue(date), LIMITS, formula)

    def line(self, name: str, ranks: Iterable[Sequence[Rank]]) -> str:
        """Order each issue by rank, equal ones as they are, and say what the editor meets."""
        places: dict[str, tuple[int, float]] = {}
        flagged = 0
        for number, (papers, of_issue) in enumerate(zip(self.papers, ranks, strict=True)):
            flagged += len(of_issue) - of_issue.count(UNFLAGGED)
            ordered = sorted(range(len(papers)), key=of_issue.__getitem__, reverse=True)
            for place, paper in enumerate(ordered):
                places[papers[paper].handle] = number, place / len(papers)
        met = [max(places[left], places[right])[1] for left, right in self.labelled]
        shares = "".join(
            f"{sum(place < share for place in met) / len(met):8.1%}" for share in SHARES
        )
        return f"{name:46}{shares}{flagged / len(places):10.1%}"


def read(folder: Path, half: str | None, seed: int) -> Issues:
    """Put the papers of both lists into issues."""
    chance = random.Random(seed)
    old, new = (
        [paper_of(record) for record in read_list(folder / name, needs=ANY_RECORD).records]
        for name in ("b.csv", "a.csv")
    )
    labelled = read_labels(folder / "pairs.csv", by_id=True).same
    places = {paper.handle: number / len(old) for number, paper in enumerate(old)}
    for paper in new:
        after = max((places[right] for left, right in labelled if left == paper.handle), default=0)
        places[paper.handle] = chance.uniform(after, 1)
    ordered = sorted([*old, *new], key=lambda paper: places[paper.handle])
    size = -(-len(ordered) // ISSUES)
    starts = range(0, len(ordered), size)
    counted = frozenset(pair for pair in labelled if half in {None, _half(pair[0])})
    return Issues([ordered[start : start + size] for start in starts], counted)


def _half(handle: str) -> str:
    return ("FIRST", "SECOND")[hashlib.sha256(handle.encode()).digest()[1] % 2]


def main() -> None:
    """Print a line for each order."""
    parser = argparse.ArgumentParser(description="Measure how soon true repeats are met.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("FIRST", "SECOND"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    issues = read(given.folder, given.half, given.seed)
    papers = {paper.handle: paper for of_issue in issues.papers for paper in of_issue}
    print(f"{len(issues.papers)} issues, {len(papers):,} papers, {len(issues.labelled)} repeats")
    print(f"{'in the first':46}{''.join(f'{share:8.0%}' for share in SHARES)}   flagged")

    def true(left: Paper, right: Paper) -> float:
        pair = left.handle, right.handle
        return float(not issues.labelled.isdisjoint({pair, pair[::-1]}))

    for formula in Formula:
        similars = list(issues.similars(formula))
        is_specified = formula is Formula.SPECIFIED
        ties = {**TIES, "best possible": true} if is_specified else {"order of the issue": _none}
        for name, tie in ties.items():
            ranks = (
                [
                    _rank(paper, of_paper, papers, tie)
                    for paper, of_paper in zip(of_issue, lists, strict=True)
                ]
                for of_issue, lists in zip(issues.papers, similars, strict=True)
            )
            print(issues.line(f"{formula.value}; ties: {name}", ranks))


def _rank(paper: Paper, similars: Iterable[Similar], papers: dict[str, Paper], tie: Tie) -> Rank:
    return max(
        ((float(of.printed), tie(paper, papers[of.handle])) for of in similars), default=UNFLAGGED
    )


if __name__ == "__main__":
    main()
