"""Split work into batches of a size that MongoDB accepts."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield the items in lists of `size`; the last can be shorter."""
    pending = iter(items)
    while batch := list(islice(pending, size)):
        yield batch
