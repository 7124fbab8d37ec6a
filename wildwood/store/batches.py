"""Split work into batches of a number and a size that MongoDB accepts and answers in time."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

MAX_BYTES = 2 * 1024 * 1024
"""About how many bytes a batch has at most, unless a single item has more. MongoDB accepts 16 MB in
a query, which can have two batches, and 48 MB in a write; but it must index what is written."""


def batches(
    items: Iterable[Item], most: int, size: Callable[[Item], int] | None = None
) -> Iterator[list[Item]]:
    """Yield the items in lists of at most `most` items and about `MAX_BYTES`.

    Args:
        items: the items.
        most: the number of items in a list; the last list can be shorter.
        size: returns the bytes of an item; None if all are small.
    """
    batch: list[Item] = []
    filled = 0
    for item in items:
        taken = size(item) if size else 0
        if batch and (len(batch) == most or filled + taken > MAX_BYTES):
            yield batch
            batch, filled = [], 0
        batch.append(item)
        filled += taken
    if batch:
        yield batch


def key_batches(keys: Iterable[str], most: int) -> Iterator[list[str]]:
    """Yield keys in lists for `$in`."""
    return batches(keys, most, _bytes_of)


def _bytes_of(key: str) -> int:
    """Return the bytes of a key in an array, or somewhat more."""
    return 16 + (len(key) if key.isascii() else len(key.encode()))
