"""The command `wildwood issue`, also `wildwood DATE`."""

import datetime

import click

from wildwood.cli.language_marks import with_language_marks
from wildwood.cli.options import ComparingCommand, DateType, comparing_options, shared_options
from wildwood.cli.reporting import reported
from wildwood.runs.job import job_of
from wildwood.runs.session import writing_store
from wildwood.runs.several import run_issue


@click.command(cls=ComparingCommand)
@click.argument("date", type=DateType())
@comparing_options
@click.pass_context
def issue(ctx: click.Context, date: datetime.date) -> None:
    """Compare the issue of DATE, write its ps rif and store it.

    Example: wildwood 2015-03-05 0.6
    """
    options = shared_options(ctx)
    config = options.config()
    job = job_of(config)
    with reported(options, config.limits) as outcome:
        rifs = job.us.listing()
        outcome.add_unread(rifs)
        rifs.path(date)  # fails before anything is created if there is none
        job.ps.prepare()
        with writing_store(config, f"wildwood {date}", options.wait_s) as store:
            run_issue(with_language_marks(job, config, store), store, rifs, date, outcome)
