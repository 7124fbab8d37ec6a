"""What follows from decisions on pairs of papers."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Generic, TypeVar


class Decision(Enum):
    """The values of the column `decision`."""

    SAME = "same"
    VERSION = "version"
    DIFFERENT = "different"
    UNSURE = "unsure"


Item = TypeVar("Item", bound=Hashable)
Value = TypeVar("Value")


def values_by_key(items: Iterable[tuple[Item, Value]]) -> dict[Item, list[Value]]:
    """Return the values of each key, in their order."""
    groups: dict[Item, list[Value]] = {}
    for key, value in items:
        groups.setdefault(key, []).append(value)
    return groups


class DisjointSets(Generic[Item]):
    def __init__(self, pairs: Iterable[tuple[Item, Item]] = ()) -> None:
        self._parents: dict[Item, Item] = {}
        for pair in pairs:
            self.join(*pair)

    def root(self, item: Item) -> Item:
        while (parent := self._parents.get(item, item)) != item:
            self._parents[item] = item = self._parents.get(parent, parent)
        return item

    def join(self, first: Item, second: Item) -> None:
        self._parents[self.root(second)] = self.root(first)


Pair = frozenset[str]  # the keys of two papers, or one key for two versions of a paper
_Group = frozenset[str]


class Relation:
    """Decisions on pairs, and those that they imply.

    Papers that are the same form a group; groups are versions of each other, or different, as a
    whole. A group with contradicting decisions implies nothing.
    """

    def __init__(self, decisions: Mapping[Pair, Decision]) -> None:
        self._decisions = decisions
        self._groups = _groups(self._pairs(Decision.SAME))
        self._apart: dict[_Group, dict[_Group, set[Decision]]] = {}
        for word in (Decision.VERSION, Decision.DIFFERENT):
            for pair in self._pairs(word):
                left, right = self._group(min(pair)), self._group(max(pair))
                self._apart.setdefault(left, {}).setdefault(right, set()).add(word)
                self._apart.setdefault(right, {}).setdefault(left, set()).add(word)

    def keys(self) -> set[str]:
        return set().union(*self._decisions)

    def __bool__(self) -> bool:
        return bool(self._decisions)

    def decision(self, left: str, right: str) -> Decision | None:
        if decision := self._decisions.get(frozenset((left, right))):
            return decision
        group = self._group(left)
        if left == right or self._is_broken(group) or self._is_broken(self._group(right)):
            return None
        if right in group:
            return Decision.SAME
        apart = self._apart.get(group, {}).get(self._group(right), set())
        return next(iter(apart)) if len(apart) == 1 else None

    def contradicts(self, pair: Pair) -> bool:
        """Return whether decisions on a group of the same papers, such as this pair, contradict."""
        group = self._group(min(pair))
        return max(pair) in group and self._is_broken(group)

    def decided(self, key: str) -> Iterator[tuple[str, Decision]]:
        """Yield the papers that are the same as this one, or different, sorted by key."""
        group = self._group(key)
        for paper in sorted(group.union(*self._apart.get(group, ()))):
            decision = self.decision(key, paper)
            if decision in {Decision.SAME, Decision.DIFFERENT}:
                yield paper, decision

    def _pairs(self, decision: Decision) -> Iterator[Pair]:
        return (pair for pair, decided in self._decisions.items() if decided is decision)

    def _group(self, key: str) -> _Group:
        return self._groups.get(key, frozenset((key,)))

    def _is_broken(self, group: _Group) -> bool:
        return group in self._apart.get(group, ())


def _groups(pairs: Iterable[Pair]) -> dict[str, _Group]:
    pairs = list(pairs)
    sets = DisjointSets((min(pair), max(pair)) for pair in pairs)
    groups = values_by_key((sets.root(key), key) for key in set().union(*pairs))
    return {key: group for group in map(frozenset, groups.values()) for key in group}


NO_DECISIONS = Relation({})
