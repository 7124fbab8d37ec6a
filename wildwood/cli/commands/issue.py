"""The command `wildwood issue`, also `wildwood DATE`."""

import datetime

import click

from wildwood.api.running import run_date
from wildwood.cli.options import ComparingCommand, DateType, SharedOptions, comparing_options
from wildwood.cli.reporting import reported


@click.command(cls=ComparingCommand)
@click.argument("date", type=DateType())
@comparing_options
def issue(options: SharedOptions, date: datetime.date) -> None:
    """Compare the issue of DATE, write its ps rif and store it.

    Example: wildwood 2015-03-05 0.6
    """
    config = options.config()
    with reported(options, config.limits) as outcome:
        run_date(config, date, outcome, options.wait_s)
