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
    for removed, kept in survivors.items():
        steps = {one: pairs[one].keys() & group_of[removed] for one in group_of[removed]}
        path = _path(steps, removed, kept)
        why = [pairs[one][other] for one, other in pairwise(path)]
        yield Removal(papers[removed], papers[kept], _why(why))


def _path(steps: Mapping[Node, Iterable[Node]], start: Node, end: Node) -> list[Node]:
    """Return the shortest way from one paper of a group to another."""
    back = {end: end}
    for node in (queue := [end]):
        further = [one for one in sorted(steps[node]) if one not in back]
        back.update(dict.fromkeys(further, node))
        queue += further
    path = [start]
    while path[-1] != end:
        path.append(back[path[-1]])
    return path


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
