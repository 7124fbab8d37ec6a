"""The command `wildwood screen evaluate`."""

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from wildwood.cli.commands.screen.shared import FILE, configured_screen
from wildwood.cli.options import Command, common_options, shared_options
from wildwood.display import counted
from wildwood.language.accuracy import (
    Rates,
    breakdown,
    measure_detector,
    read_labelled,
    write_errors,
)
from wildwood.model import CatalogueRecord

_COLUMNS = (
    "", "titles", "of 4 words or fewer", "with abstract", "titles/s", "abstracts/s",
)  # fmt: skip
_WIDTH = 110


@click.command(cls=Command)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option(
    "--errors", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write the titles whose verdict contradicts the label to FILE, as tab-separated values.",
)  # fmt: skip
@common_options
@click.pass_context
def evaluate(ctx: click.Context, files: Sequence[Path], errors: Path | None) -> None:
    """Measure the test on FILES: JSON lines or CSV with title, abstract, lang and source.

    Intervals hold 95 %; a record without a source has the name of its file.
    Example: wildwood screen evaluate labelled.jsonl.gz
    """
    config = shared_options(ctx).config()
    records = [record for path in files for record in read_labelled(path)]
    screen = configured_screen(config)

    def kept(record: CatalogueRecord) -> bool:
        return screen.verdict(record).kept

    console = Console(width=_WIDTH)
    table = _table("English kept / others kept, %", *_COLUMNS)
    figures = measure_detector(records, "wildwood", kept)
    table.add_row(
        figures.name,
        str(figures.titles),
        str(figures.short_titles),
        str(figures.with_abstracts),
        f"{figures.titles_per_second:,.0f}",
        f"{figures.abstracts_per_second:,.0f}",
    )
    console.print(table)
    groups = _table("wildwood, with 95 % intervals", "", "English", "others", "kept / others kept")
    _add(groups, "titles", figures.titles)
    _add(groups, "of 4 words or fewer", figures.short_titles)
    _add(groups, "with abstract", figures.with_abstracts)
    for name, rates in breakdown(records, kept, attrgetter("language")).items():
        _add(groups, f"language {name}", rates)
    for name, rates in breakdown(records, kept, attrgetter("source")).items():
        _add(groups, f"source {name}", rates)
    console.print(groups)
    if errors is not None:
        count = write_errors(errors, records, screen)
        click.echo(f"Wrote {counted(count, 'error')} to {errors}.", err=True)


def _table(title: str, *headings: str) -> Table:
    table = Table(title=title)
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left")
    return table


def _add(table: Table, name: str, rates: Rates) -> None:
    table.add_row(name, f"{rates.english:,}", f"{rates.others:,}", rates.intervals)
