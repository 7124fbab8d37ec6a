"""Simulate how often a certificate holds: how often a list has lost no more works than it says.

usage: python -m tests.benchmarks.certificate [SIMULATIONS]

In each simulation, records come in families that the fields call the same record, and some of them
are in truth another work. A person decides truly on the sample, on some other pairs, and sometimes
is unsure. The decisions change what is left out; then the works are counted of which no record
stays.
"""

import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from wildwood.biblio.entry import Entry, LocalizedText
from wildwood.kernel.decisions import DecidedPair, applied
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import PairFacts, Report, ReportPair, ReportPaper
from wildwood.kernel.relation import Decision
from wildwood.lists.deduplication import (
    MAX_DRAWN,
    Certificate,
    Removal,
    certify,
    removals_of,
    same_records,
    shuffled,
)

SIMULATIONS = 1000
_VERDICTS = [PairVerdict.SAME, PairVerdict.UNSURE, PairVerdict.DIFFERENT]


@dataclass(frozen=True)
class Scenario:
    """What is true of a list."""

    families: int
    wrong: float  # the share of records in a family that are another work
    decided: float = 0.02  # the share of pairs outside of the sample that a person decides on
    unsure: float = 0.02  # the share of decisions that are `unsure`
    sizes: Sequence[int] = (2, 2, 2, 3, 4)  # of families, at random


SCENARIOS = {
    "small": [Scenario(40, wrong) for wrong in (0, 0.05, 0.2)],
    "large": [Scenario(120, wrong) for wrong in (0, 0.01, 0.05, 0.2)],
    "pairs": [Scenario(200, 0.05, decided=0, unsure=0, sizes=(2,))],
}


class Outcome(NamedTuple):
    certificate: Certificate
    lost: int

    @property
    def holds(self) -> bool:
        return self.lost <= self.certificate.most_lost


def _entry(name: str) -> Entry:
    return Entry(name, (LocalizedText(name),), ())


class _List:
    """Records of known works, and the pairs that a comparison finds."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self.random = random.Random(seed)
        self.works: dict[str, str] = {}
        self.pairs: list[ReportPair] = []
        for number in range(scenario.families):
            self._add_family(f"{seed}.{number}", scenario)

    def _add_family(self, name: str, scenario: Scenario) -> None:
        size = self.random.choice(scenario.sizes)
        names = [f"{name}.{place}" for place in range(size)]
        for place, record in enumerate(names):
            is_other = place > 0 and self.random.random() < scenario.wrong
            self.works[record] = f"{name}.{self.random.randrange(1, 3)}" if is_other else name
        for earlier, later in combinations(names, 2):
            shares = (8, 1, 1) if size > 2 else (9, 1, 0)
            verdict = self.random.choices(_VERDICTS, shares)[0]
            left, right = (ReportPaper.make(_entry(record)) for record in (later, earlier))
            strength = self.random.random()
            self.pairs.append(ReportPair(left, right, strength, SimilarityType.INTERNAL, verdict))

    def report(self) -> Report:
        self.pairs.sort(key=lambda pair: -pair.strength)
        return Report("", [], 0, self.pairs)

    def decide(self, pair: ReportPair, unsure: float) -> DecidedPair:
        left, right = (self.works[paper.key] for paper in (pair.left, pair.right))
        decision = Decision.SAME if left == right else Decision.DIFFERENT
        if self.random.random() < unsure:
            decision = Decision.UNSURE
        cells = {name: str(cell) for name, cell in PairFacts(pair, 1).cells().items()}
        return DecidedPair(cells, decision)

    def clean(self, pairs: Sequence[ReportPair]) -> list[Removal]:
        """Keep the first of each record, as `deduplicated` does, without what is merged."""
        places = {name: place for place, name in enumerate(self.works)}
        groups = same_records(pairs)
        firsts = [min(group, key=lambda node: places[node[1]]) for group in groups]
        survivors = {
            node: first
            for group, first in zip(groups, firsts, strict=True)
            for node in group
            if node != first
        }
        same = [pair for pair in pairs if pair.settled is PairVerdict.SAME and not pair.both_stay]
        return list(removals_of(survivors, groups, same))

    def lost(self, removals: Iterable[Removal]) -> int:
        gone = {removal.removed.key for removal in removals}
        staying = {self.works[record] for record in self.works.keys() - gone}
        return len(set(self.works.values()) - staying)


def simulate(scenario: Scenario, seed: int) -> Outcome:
    made = _List(scenario, seed)
    report = made.report()
    pairs = shuffled(made.clean(report.pairs))
    asked = {pair.keys for pair in pairs[:MAX_DRAWN]}
    decisions = [
        made.decide(pair, scenario.unsure)
        for pair in report.pairs
        if pair.keys in asked or made.random.random() < scenario.decided
    ]
    decided = applied(report, decisions, with_different=True).pairs
    removals = made.clean(decided)
    return Outcome(certify(pairs, decided, removals), made.lost(removals))


def describe(name: str, scenario: Scenario, outcomes: Sequence[Outcome]) -> str:
    def mean(values: Iterable[float]) -> float:
        return sum(values) / len(outcomes)

    left_out = mean(outcome.certificate.papers for outcome in outcomes)
    lost = mean(outcome.lost for outcome in outcomes)
    most = mean(outcome.certificate.most_lost for outcome in outcomes)
    holds = mean(outcome.holds for outcome in outcomes)
    return f"{name} {scenario.wrong:6.2f} {left_out:9.1f} {lost:6.1f} {most:8.1f} {holds:7.1%}"


def main(simulations: int) -> None:
    print("list   wrong  left out   lost  at most   holds")
    for name, scenarios in SCENARIOS.items():
        for scenario in scenarios:
            outcomes = [simulate(scenario, seed) for seed in range(simulations)]
            print(describe(name, scenario, outcomes), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIMULATIONS)
