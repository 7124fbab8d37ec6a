"""Group pairs into families: all papers that are connected by pairs.

A family can be one work in several versions, or a chain of papers each of which resembles the
next. Two figures tell these apart. The family is *all connected* at the least strength in its
maximum spanning tree: with this strength or more as the limit, it falls apart. It is *loose* if
at most half of the pairs of its papers that were compared are above the limit, as in a chain
of four papers, or where a single pair joins two pairs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wildwood.disjoint_sets import DisjointSets
from wildwood.report.shown import ReportPair, ReportPaper

_LOOSE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Family:
    """Papers that are connected by pairs."""

    papers: tuple[ReportPaper, ...]
    """Each once, in the order in which the pairs, strongest first, name them."""
    pairs: tuple[ReportPair, ...]
    """Strongest first."""
    holds_to: float
    """The papers are all connected with every limit below this strength."""

    @property
    def compared(self) -> int:
        """The number of pairs of its papers that were compared: all but those of known papers."""
        known = sum(not paper.is_new for paper in self.papers)
        return _pairs_of(len(self.papers)) - _pairs_of(known)

    @property
    def found(self) -> int:
        """The number of these pairs that are above the limit."""
        return len({pair.keys for pair in self.pairs if len(pair.keys) > 1})

    @property
    def is_loose(self) -> bool:
        """Whether at most half of the pairs that were compared are above the limit."""
        return self.found <= self.compared * _LOOSE_SHARE if self.found else False


def families(pairs: Sequence[ReportPair]) -> list[Family]:
    """Group pairs, which come strongest first; so do the families.

    Sets are joined by the strongest pairs first (Kruskal's algorithm).
    """
    sets = DisjointSets[str]()
    holds_to: dict[str, float] = {}
    for pair in pairs:
        one, other = sets.root(pair.left.key), sets.root(pair.right.key)
        if one != other or one not in holds_to:
            sets.join(one, other)
            holds_to[one] = pair.strength
    members: dict[str, list[ReportPair]] = {}
    for pair in pairs:
        members.setdefault(sets.root(pair.left.key), []).append(pair)
    return [Family(_papers(found), tuple(found), holds_to[root]) for root, found in members.items()]


def _papers(pairs: Iterable[ReportPair]) -> tuple[ReportPaper, ...]:
    """Return the papers of pairs, each once; of two with one key, the new one."""
    found: dict[str, ReportPaper] = {}
    for pair in pairs:
        for paper in (pair.left, pair.right):
            if paper.key not in found or (paper.is_new and not found[paper.key].is_new):
                found[paper.key] = paper
    return tuple(found.values())


def _pairs_of(papers: int) -> int:
    return papers * (papers - 1) // 2
