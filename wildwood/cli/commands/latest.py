"""The command `wildwood latest`."""

import click

from wildwood.cli.language_marks import with_language_marks
from wildwood.cli.options import Command, shared_options, verbose_option, writing_options
from wildwood.cli.progress_bar import progress_bar
from wildwood.cli.reporting import reported
from wildwood.runs.job import job_of
from wildwood.runs.latest import run_latest
from wildwood.runs.session import writing_store


@click.command(cls=Command)
@click.option("--stale", is_flag=True, help="Run the issues again whose ps rifs are stale.")
@writing_options
@verbose_option
@click.pass_context
def latest(ctx: click.Context, *, stale: bool) -> None:
    """Run every issue that needs it, oldest first.

    This is the nightly batch. An issue needs a run if its rif is new or has changed, or if its
    ps rif is not as it was written. If nothing is stored yet, this rebuilds the database from
    all rifs. Exits with status 0 if there is nothing to do. Example: wildwood latest --stale
    """
    options = shared_options(ctx)
    config = options.config()
    job = job_of(config)
    with reported(options, config.limits) as outcome:
        job.us.listing()  # fails before anything is created if the directory cannot be read
        job.ps.prepare()
        with writing_store(config, "wildwood latest", options.wait_s) as store:
            marking_job = with_language_marks(job, config, store)
            run_latest(marking_job, store, outcome, progress_bar, with_stale=stale)
