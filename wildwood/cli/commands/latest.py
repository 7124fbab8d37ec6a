"""The command `wildwood latest`."""

import click

from wildwood.cli.language_marks import with_language_marks
from wildwood.cli.options import Command, shared_options, writing_options
from wildwood.cli.reporting import progress_bar, reported
from wildwood.runs.job import job_of
from wildwood.runs.latest import run_latest
from wildwood.runs.session import writing_store


@click.command(cls=Command)
@writing_options
@click.pass_context
def latest(ctx: click.Context) -> None:
    """Run every issue that needs it, oldest first.

    This is the nightly batch. An issue needs a run if its rif is new or has changed, or if its
    ps rif is missing. Nothing to do is a success. Example: wildwood latest
    """
    options = shared_options(ctx)
    config = options.config()
    job = job_of(config)
    with reported(options, config.limits) as outcome:
        outcome.add_misnamed(job.us.listing())
        job.ps.prepare()
        with writing_store(config, "wildwood latest", options.wait_s) as store:
            store.check_punctuation(config.punctuation)
            run_latest(with_language_marks(job, config, store), store, outcome, progress_bar)
