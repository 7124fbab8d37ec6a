"""A progress bar on stderr."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

Item = TypeVar("Item")

_MIN_ITEMS = 2
"""Items for which a progress bar is shown."""


def progress_bar(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through, with a progress bar if stderr is a terminal and there are several."""
    console = Console(stderr=True)
    if not console.is_terminal or total < _MIN_ITEMS:
        return items
    return _with_bar(items, total, what, console)


class _RateColumn(ProgressColumn):
    """How many items are done in a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def _with_bar(items: Iterable[Item], total: int, what: str, console: Console) -> Iterator[Item]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(items, total=total, description=what)
