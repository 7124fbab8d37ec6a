"""The command `wildwood screen issue`, also `wildwood screen DATE`."""

import datetime
from pathlib import Path

import click

from wildwood.cli.commands.screen.shared import (
    check_lists,
    configured_screen,
    files_of,
    kept_option,
    out_option,
    summarised,
    write_all,
)
from wildwood.cli.options import Command, DateType, SharedOptions, common_options
from wildwood.language.kept import KeptFormat
from wildwood.language.screened_lists import list_rows
from wildwood.lists import list_of_rif
from wildwood.runs.job import job_of


@click.command(cls=Command)
@click.argument("date", type=DateType())
@out_option
@kept_option
@common_options
def issue(options: SharedOptions, date: datetime.date, out: Path, kept: KeptFormat | None) -> None:
    """List the verdict on each paper of the issue of DATE.

    Example: wildwood screen 2015-03-05 --out lists
    """
    config = options.config()
    check_lists(config, files_of(out, str(date), kept))
    rif = job_of(config).us.read(date)
    with summarised(options) as rows:
        rows.extend(list_rows(list_of_rif(rif), configured_screen(config)))
        write_all(options, out, str(date), rows, kept)
