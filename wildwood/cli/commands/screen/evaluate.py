"""The command `wildwood screen evaluate`."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from wildwood.cli.commands.screen.shared import configured_screen
from wildwood.cli.options import LIST_FILE, Command, SharedOptions, common_options
from wildwood.display import counted
from wildwood.language.accuracy import (
    DetectorFigures,
    Rates,
    breakdown,
    measure_detector,
    read_labelled,
    write_errors,
)
from wildwood.model import CatalogueRecord
from wildwood.output_files import check_outputs

_WIDTH = 110


@click.command(cls=Command)
@click.argument("files", type=LIST_FILE, nargs=-1, required=True)
@click.option(
    "--errors", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write the titles whose verdict contradicts the label to FILE, as tab-separated values.",
)  # fmt: skip
@common_options
def evaluate(options: SharedOptions, files: Sequence[Path], errors: Path | None) -> None:
    """Measure the test on FILES: JSON lines or CSV with title, abstract, lang and source.

    Intervals hold 95 %; a record without a source has the name of its file.
    Example: wildwood screen evaluate labelled.jsonl.gz
    """
    config = options.config()
    check_outputs(filter(None, [errors]), [*files, config.language.own.corrections])
    records = [record for path in files for record in read_labelled(path)]
    screen = configured_screen(config)

    def kept(record: CatalogueRecord) -> bool:
        return screen.verdict(record).kept

    figures = measure_detector(records, kept)
    table = Table("", "English", "others", "English kept / others kept, % (95 % interval)")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, rates in _rows(figures):
        table.add_row(name, f"{rates.english:,}", f"{rates.others:,}", rates.intervals)
    Console(width=_WIDTH).print(table)
    click.echo(
        f"{figures.titles_per_second:,.0f} titles, or {figures.abstracts_per_second:,.0f} titles"
        " with abstracts, per second of processor time."
    )
    if errors is not None:
        count = write_errors(errors, figures.judged, screen)
        click.echo(f"Wrote {counted(count, 'error')} to {errors}.", err=True)


def _rows(figures: DetectorFigures) -> Iterator[tuple[str, Rates]]:
    yield "titles", figures.titles
    yield "of 4 words or fewer", figures.short_titles
    yield "with abstract", figures.with_abstracts
    for group in ("language", "source"):
        for name, rates in breakdown(figures.judged, attrgetter(group)).items():
            yield f"{group} {name}", rates
