"""Sets of items that pairs connect (union-find)."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class DisjointSets(Generic[Item]):
    """Disjoint sets; an item that was not joined is a set by itself."""

    def __init__(self) -> None:
        self._parents: dict[Item, Item] = {}

    def root(self, item: Item) -> Item:
        """Return the item that stands for the set of an item."""
        while (parent := self._parents.get(item, item)) != item:
            self._parents[item] = item = self._parents.get(parent, parent)
        return item

    def join(self, one: Item, other: Item) -> None:
        """Make one set of those of two items; that of the first stands for both."""
        self._parents[self.root(other)] = self.root(one)
