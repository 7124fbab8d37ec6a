"""Tables that keep readable on a narrow terminal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wildwood.cli.output import cell

_SIDE_BY_SIDE = 72
"""Columns of a terminal in which two handles of the usual length stand beside each other."""


def compact_table(**options: Any) -> Table:
    """A table of figures without frames, with one space between columns."""
    return Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), **options)


def mark_of(console: Console) -> str:
    """What stands beside a row that was chosen."""
    return "<" if console.options.ascii_only else "◄"


@dataclass(frozen=True, slots=True)
class Row:
    """Two papers, and what there is to say of both."""

    facts: Sequence[str]
    left: Text
    right: Text


def pair_table(headings: Sequence[str], rows: Iterable[Row], width: int) -> Table:
    """Pairs side by side where a terminal of that width has room, else one below the other.

    The last two headings are those of the papers.
    """
    beside = width >= _SIDE_BY_SIDE
    table = Table(show_header=beside, show_lines=True)
    if beside:
        *of_facts, left, right = headings
        for name in of_facts:
            table.add_column(name, no_wrap=True, min_width=len(name))
        table.add_column(left, overflow="fold")
        table.add_column(right, overflow="fold")
    else:
        table.add_column(overflow="fold")
    for row in rows:
        if beside:
            table.add_row(*map(cell, row.facts), row.left, row.right)
        else:
            parts = [cell("  ".join(row.facts)), row.left, cell(f"{headings[-1]}:"), row.right]
            table.add_row(Text("\n").join(parts))
    return table
