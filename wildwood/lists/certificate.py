"""Bound how many works are lost by leaving out repeats, with a person's decisions on a sample."""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import comb
from typing import NamedTuple

from wildwood.kernel.pairs import Report, ReportPair
from wildwood.kernel.relation import Decision, DisjointSets
from wildwood.kernel.text import counted
from wildwood.lists.deduplication import Node, Removal, node_of

MAX_DRAWN = 60
_ONE_IN = 20  # the bound is too low for at most one of so many samples


def shuffled(removals: Iterable[Removal]) -> list[ReportPair]:
    """Return the pairs that remove papers, not identical ones, in a random order by content."""
    steps = (removal.step for removal in removals)
    return sorted((step for step in steps if not _is_identical(step)), key=_random_key)


def _is_identical(pair: ReportPair) -> bool:
    return bool(pair.left.digest) and pair.left.digest == pair.right.digest


def _random_key(pair: ReportPair) -> bytes:
    sides = sorted(repr((node_of(paper), paper.record)) for paper in (pair.left, pair.right))
    return hashlib.sha256("".join(sides).encode(errors="replace")).digest()


def sample_of(report: Report, pairs: Sequence[ReportPair]) -> Report:
    """Draw from shuffled pairs, without their verdicts, which could sway a person."""
    drawn = sorted(pairs[:MAX_DRAWN], key=lambda pair: -pair.strength)
    drawn = [replace(pair, verdict=None, reasons=()) for pair in drawn]
    shown = f"{len(drawn)} of {counted(len(pairs), 'pair')}"
    fact = f"Drawn at random: {shown} for which a paper is left out."
    return replace(report, facts=[*report.facts, fact], pairs=drawn)


def most_plausible(size: int, drawn: int, wrong: int) -> int:
    """Return the exact 95 % bound on all wrong ones, if `drawn` of `size` show `wrong`."""

    def is_ruled_out(number: int) -> bool:
        ways = (comb(number, i) * comb(size - number, drawn - i) for i in range(wrong + 1))
        return sum(ways) * _ONE_IN <= comb(size, drawn)

    return wrong - 1 + bisect_left(range(wrong, size - drawn + wrong + 1), 1, key=is_ruled_out)


class Certificate(NamedTuple):
    papers: int  # left out
    pairs: int  # from which some are drawn
    drawn: int
    same: int  # of the drawn ones
    undecided: int
    most_lost: int

    def __str__(self) -> str:
        drawn = counted(self.drawn, "pair")
        if self.undecided:
            them = f"{self.undecided} of the {drawn} that --sample writes"
            return f"To know how many works can be lost, decide on {them}."
        lost = f"at most {self.most_lost:,}" if self.most_lost else "none"
        confidence = ", with 95 % confidence" if self.drawn < self.pairs else ""
        return (
            f"Works lost by leaving out {counted(self.papers, 'paper')}: {lost}{confidence}; of the"
            f" {drawn} of the sample, {self.same} are the same."
        )


def certify(
    shuffled: Sequence[ReportPair], pairs: Sequence[ReportPair], removals: Sequence[Removal]
) -> Certificate:
    """Bound the works that `removals` lose, which follow from `pairs` with a person's decisions.

    Each lost work has a removal by a wrong pair. The sample bounds the wrong ones of the shuffled
    pairs that still count; a work that leaves by other pairs counts as lost.
    """
    decisions = {pair.keys: pair.decision for pair in pairs}
    drawn = [decisions[pair.keys] for pair in shuffled[:MAX_DRAWN]]
    still_open = [pair for pair in shuffled if decisions[pair.keys] is None]
    size, papers, same = len(shuffled), len(removals), drawn.count(Decision.SAME)
    wrong = most_plausible(size, len(drawn), len(drawn) - same) - drawn.count(Decision.DIFFERENT)
    certain = (
        pair
        for pair in pairs
        if pair.decision is Decision.SAME or (not pair.decision and _is_identical(pair))
    )
    lost = min(wrong, len(still_open)) + _count_apart(removals, [*certain, *still_open])
    return Certificate(papers, size, len(drawn), same, drawn.count(None), min(lost, papers))


def _count_apart(removals: Iterable[Removal], joined: Iterable[ReportPair]) -> int:
    """Count the groups of removed papers that no pair joins to one that stays."""
    removed = {node_of(removal.removed) for removal in removals}
    sets, nodes = DisjointSets[Node](), set[Node]()
    for pair in joined:
        left, right = node_of(pair.left), node_of(pair.right)
        sets.join(left, right)
        nodes |= {left, right}
    staying = {sets.root(node) for node in nodes - removed}
    return len({sets.root(node) for node in removed} - staying)
