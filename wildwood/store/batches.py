"""Work in portions that MongoDB takes."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """The items, `size` at a time."""
    pending = iter(items)
    while batch := list(islice(pending, size)):
        yield batch
