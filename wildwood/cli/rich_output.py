"""Tables that stay readable on a narrow terminal, and the progress bar."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

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
from rich.table import Table
from rich.text import Text

from wildwood.kernel.text import printable

_SIDE_BY_SIDE = 72  # columns of a terminal in which two usual handles fit side by side
_USUAL_WIDTH = 80


def output_console() -> Console:
    """Return the console of stdout, 80 columns wide if `COLUMNS` is 0, that is, unknown."""
    console = Console()
    return console if console.width else Console(width=_USUAL_WIDTH)


def cell(*lines: str) -> Text:
    """Make a table cell of these lines, which rich does not read as markup."""
    return Text("\n".join(map(printable, lines)))


def compact_table(**options: Any) -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), **options)


def marker(console: Console) -> str:
    return "<" if console.options.ascii_only else "◄"


@dataclass(frozen=True, slots=True)
class PairRow:
    facts: Sequence[str]
    left: Text
    right: Text


def pair_table(headings: Sequence[str], rows: Iterable[PairRow], width: int) -> Table:
    """Put papers, which have the last two headings, side by side or one below the other."""
    side_by_side = width >= _SIDE_BY_SIDE
    table = Table(show_header=side_by_side, show_lines=True)
    if side_by_side:
        *fact_headings, left, right = headings
        for name in fact_headings:
            table.add_column(name, no_wrap=True, min_width=len(name))
        table.add_column(left, overflow="fold")
        table.add_column(right, overflow="fold")
    else:
        table.add_column(overflow="fold")
    for row in rows:
        if side_by_side:
            table.add_row(*map(cell, row.facts), row.left, row.right)
        else:
            parts = [cell("  ".join(row.facts)), row.left, cell(f"{headings[-1]}:"), row.right]
            table.add_row(Text("\n").join(parts))
    return table


Item = TypeVar("Item")


class _RateColumn(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def show_bar(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total, description=what)
