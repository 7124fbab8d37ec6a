"""What is left out of lists, for what, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from wildwood.report.shown import ReportPair, ReportPaper

Node = tuple[bool, str]
"""Whether a paper is of the new list, and its handle."""


@dataclass(frozen=True, slots=True)
class Removal:
    """A paper that is left out, and the same record that stays."""

    removed: ReportPaper
    kept: ReportPaper
    why: str


def node_of(paper: ReportPaper) -> Node:
    """Return what tells a paper from those of other lists."""
    return paper.is_new, paper.record.handle


def removals_of(
    survivors: Mapping[Node, Node], groups: Iterable[AbstractSet[Node]], same: Sequence[ReportPair]
) -> Iterator[Removal]:
    """Yield what is left out.

    Args:
        survivors: what is left out, each with what stays for it.
        groups: the papers that are one record.
        same: the pairs that connect them.
    """
    papers = {node_of(paper): paper for pair in same for paper in (pair.left, pair.right)}
    pairs: dict[Node, dict[Node, ReportPair]] = {}
    for pair in same:
        left, right = node_of(pair.left), node_of(pair.right)
        pairs.setdefault(left, {}).setdefault(right, pair)
        pairs.setdefault(right, {}).setdefault(left, pair)
    group_of = {node: group for group in groups for node in group}
    towards: dict[Node, dict[Node, Node]] = {}
    for removed, kept in survivors.items():
        if kept not in towards:
            towards[kept] = _steps(pairs, group_of[removed], kept)
        path = [removed]
        while path[-1] != kept:
            path.append(towards[kept][path[-1]])
        why = _why([pairs[one][other] for one, other in pairwise(path)])
        yield Removal(papers[removed], papers[kept], why)


def _steps(
    pairs: Mapping[Node, Mapping[Node, ReportPair]], group: AbstractSet[Node], end: Node
) -> dict[Node, Node]:
    """Return the next paper on the shortest way from each paper of a group to one of them."""
    steps = {end: end}
    for node in (queue := [end]):
        further = sorted((pairs[node].keys() & group) - steps.keys())
        steps.update(dict.fromkeys(further, node))
        queue += further
    return steps


def _why(pairs: Sequence[ReportPair]) -> str:
    whys = [
        "decision" if pair.decision or not pair.verdict else f"{pair.verdict.value}: {reasons}"
        for pair in pairs
        for reasons in ["; ".join(pair.reasons)]
    ]
    if len(pairs) == 1:
        return whys[0]
    return "; ".join(
        f"{pair.left.record.handle} and {pair.right.record.handle}: {why}"
        for pair, why in zip(pairs, whys, strict=True)
    )
