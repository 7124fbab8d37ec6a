"""The command `wildwood rebuild`, also `wildwood_all`."""

import click

from wildwood.cli.language_marks import with_language_marks
from wildwood.cli.options import ComparingCommand, comparing_options, shared_options
from wildwood.cli.progress_bar import progress_bar
from wildwood.cli.reporting import reported
from wildwood.runs.job import job_of
from wildwood.runs.rebuild import RebuildOptions
from wildwood.runs.rebuild import rebuild as rebuild_all
from wildwood.runs.session import writing_store
from wildwood.runs.workers import processors


@click.command(cls=ComparingCommand)
@click.option("--skip-bad", is_flag=True, help="Leave out rifs that cannot be read.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=processors, metavar="N",
    help="Read and write rifs in N processes; by default, one for each processor.",
)  # fmt: skip
@comparing_options
@click.pass_context
def rebuild(ctx: click.Context, workers: int, *, skip_bad: bool) -> None:
    """Rebuild the database and every ps rif from all rifs.

    Compares and stores them in date order. The old database answers until the rebuild is done.
    Example: wildwood_all 0.6 0.7
    """
    options = shared_options(ctx)
    config = options.config()
    job = job_of(config)
    with reported(options, config.limits) as outcome:
        job.us.listing()  # fails before anything is created if the directory cannot be read
        job.ps.prepare()
        with writing_store(config, "wildwood_all", options.wait_s) as store:
            marking_job = with_language_marks(job, config, store)
            rebuild_options = RebuildOptions(skip_bad, workers, progress_bar)
            rebuild_all(marking_job, store, outcome, rebuild_options)
