"""A progress bar on stderr."""

import sys
from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")

_MIN_ITEMS = 2
"""Items for which a progress bar is shown."""


def progress_bar(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through, with a progress bar if stderr is a terminal and there are several."""
    if total < _MIN_ITEMS or not sys.stderr.isatty():
        return items
    from wildwood.cli.rich_bar import with_bar

    return with_bar(items, total, what)
