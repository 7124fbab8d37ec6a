"""What decisions on some pairs say of other pairs."""

from collections.abc import Iterable, Iterator, Mapping

from wildwood.disjoint_sets import DisjointSets
from wildwood.report.shown import Decision

Pair = frozenset[str]
"""The keys of two papers; one key if a paper is paired with an earlier version of itself."""
_Group = frozenset[str]
"""Papers that are the same."""


class Relation:
    """Which papers are the same, and which are different.

    If a is the same as b, and b the same as c, then a is the same as c. If, besides, c and d are
    different, so are a and d. Where decisions contradict each other, nothing follows from them,
    and each counts for its own pair alone.
    """

    def __init__(self, decisions: Mapping[Pair, Decision]) -> None:
        self._decisions = decisions
        self._groups = _groups(self._pairs(Decision.SAME))
        self._apart: dict[_Group, set[_Group]] = {}
        for pair in self._pairs(Decision.DIFFERENT):
            for one, other in _both_ways(pair):
                self._apart.setdefault(self._group(one), set()).add(self._group(other))

    def keys(self) -> set[str]:
        """Return the keys of all papers of the decisions."""
        return set().union(*self._decisions)

    def __bool__(self) -> bool:
        """Return whether anything is decided."""
        return bool(self._decisions)

    def of(self, one: str, other: str) -> Decision | None:
        """Return what is decided of a pair, or follows from other decisions."""
        if decision := self._decisions.get(frozenset((one, other))):
            return decision
        group = self._group(one)
        if one == other or self._is_broken(group) or self._is_broken(self._group(other)):
            return None
        if other in group:
            return Decision.SAME
        return Decision.DIFFERENT if self._group(other) in self._apart.get(group, ()) else None

    def about(self, key: str) -> Iterator[tuple[str, Decision]]:
        """Yield the papers that are the same as this one, or different, sorted by their keys."""
        group = self._group(key)
        for other in sorted(group.union(*self._apart.get(group, ()))):
            decision = self.of(key, other)
            if decision in {Decision.SAME, Decision.DIFFERENT}:
                yield other, decision

    def _pairs(self, decision: Decision) -> Iterator[Pair]:
        return (pair for pair, decided in self._decisions.items() if decided is decision)

    def _group(self, key: str) -> _Group:
        return self._groups.get(key, frozenset((key,)))

    def _is_broken(self, group: _Group) -> bool:
        """Return whether two of its papers are decided to be different."""
        return group in self._apart.get(group, ())


def _both_ways(pair: Pair) -> Iterable[tuple[str, str]]:
    one, other = min(pair), max(pair)
    return (one, other), (other, one)


def _groups(pairs: Iterable[Pair]) -> dict[str, _Group]:
    """Return the group of each paper that pairs connect."""
    pairs = list(pairs)
    sets = DisjointSets[str]()
    for pair in pairs:
        sets.join(min(pair), max(pair))
    groups: dict[str, set[str]] = {}
    for key in set().union(*pairs):
        groups.setdefault(sets.root(key), set()).add(key)
    return {key: group for group in map(frozenset, groups.values()) for key in group}


NO_DECISIONS = Relation({})
