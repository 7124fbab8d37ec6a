"""The command `wildwood forget`."""

import datetime

import click

from wildwood.api.running import checked_run
from wildwood.cli.options import Command, DateType, SharedOptions, verbose_option, writing_options
from wildwood.cli.reporting import reported
from wildwood.runs.job import job_of
from wildwood.runs.session import require_database, writing_store
from wildwood.runs.several import forget_issue


@click.command(cls=Command)
@click.argument("date", type=DateType())
@writing_options
@verbose_option
def forget(options: SharedOptions, date: datetime.date) -> None:
    """Remove the issue of DATE and its ps rif.

    Use it if the rif was withdrawn. Example: wildwood forget 2015-03-05
    """
    config = options.config()
    require_database(config)
    with (
        reported(options, config.limits) as outcome,
        writing_store(config, f"wildwood forget {date}", options.wait_s) as store,
    ):
        forget_issue(checked_run(config, job_of(config), store, outcome), date)
