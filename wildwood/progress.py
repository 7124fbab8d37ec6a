"""How long work reports how far it is."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Progress(Protocol):
    """Passes items through and may show how many are done."""

    def __call__(self, items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
        """Yield the items, of which there are `total`; `what` names the work."""
        ...


def no_progress(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through and show nothing."""
    del total, what
    return items
