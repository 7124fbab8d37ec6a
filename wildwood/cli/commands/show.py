"""The command `wildwood show`."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from wildwood.analysis.ps_pairs import PsPair, ps_pairs
from wildwood.cli.options import (
    Command,
    DateType,
    LimitType,
    common_options,
    json_option,
    shared_options,
)
from wildwood.cli.output import cell, made_with_lines, print_json, record_as_data
from wildwood.cli.tables import PairRow, pair_table
from wildwood.display import printable
from wildwood.model import Record
from wildwood.runs.job import job_of
from wildwood.runs.session import open_store
from wildwood.runs.staleness import ps_settings


@click.command(cls=Command)
@click.argument("date", type=DateType())
@click.option("--limit", type=LimitType(), default=0.0, help="List only stronger pairs.")
@click.option("--handle", metavar="HANDLE", help="List only pairs with the paper HANDLE.")
@json_option
@common_options
@click.pass_context
def show(
    ctx: click.Context,
    date: datetime.date,
    limit: float,
    handle: str | None,
    *,
    as_json: bool,
) -> None:
    """List the pairs in the ps rif of DATE, strongest first.

    Example: wildwood show 2015-03-05 --limit 0.9
    """
    config = shared_options(ctx).config()
    ps_file = job_of(config).ps.read(date)
    with open_store(config) as store:
        pairs = [pair for pair in ps_pairs(ps_file, store) if pair.similar.strength > limit]
        made_with = ps_settings(store.issues(), [date])
    if handle is not None:
        pairs = _pairs_with(handle, pairs)
    if as_json:
        print_json(list(map(_pair_as_data, pairs)))
        return
    if pairs:
        print_pairs(pairs)
    else:
        click.echo(f"The ps rif of {date} lists no such pair.")
    for line in made_with_lines(made_with):
        Console().print(Text(line))


def _pairs_with(handle: str, pairs: Sequence[PsPair]) -> list[PsPair]:
    """Select the pairs with a paper; upper and lower case count only if several handles fit."""
    handles = {record.handle for pair in pairs for record in (pair.paper, pair.other)}
    fitting = {found for found in handles if found.casefold() == handle.casefold()}
    wanted = fitting if len(fitting) == 1 else {handle}
    return [pair for pair in pairs if wanted & {pair.paper.handle, pair.other.handle}]


def print_pairs(pairs: Iterable[PsPair]) -> None:
    """Print pairs as a table for the terminal."""
    console = Console()
    rows = (
        PairRow(
            (pair.similar.printed, pair.similar.type.value),
            _paper_cell(pair.paper),
            _paper_cell(pair.other),
        )
        for pair in pairs
    )
    console.print(pair_table(("strength", "type", "paper", "resembles"), rows, console.width))


def _paper_cell(record: Record) -> Text:
    """Make a cell of title, authors and handle; a handle wraps instead of being cut."""
    found = cell(" / ".join(record.titles) or "(not stored)")
    if record.names:
        found.append(f"\n{printable('; '.join(record.names))}", style="italic")
    return found.append(f"\n{printable(record.handle)}", style="dim")


def _pair_as_data(pair: PsPair) -> dict[str, Any]:
    return {
        "strength": pair.similar.strength,
        "type": pair.similar.type.value,
        "paper": record_as_data(pair.paper),
        "similar": record_as_data(pair.other),
    }
