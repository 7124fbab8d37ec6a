"""The command `wildwood latest`."""

import click

from wildwood.api.running import run_all_that_wait
from wildwood.cli.options import Command, SharedOptions, verbose_option, writing_options
from wildwood.cli.progress_bar import progress_bar
from wildwood.cli.reporting import reported


@click.command(cls=Command)
@click.option("--stale", is_flag=True, help="Run the issues again whose ps rifs are stale.")
@writing_options
@verbose_option
def latest(options: SharedOptions, *, stale: bool) -> None:
    """Run every issue that needs it, oldest first.

    This is the nightly batch. An issue needs a run if its rif is new or has changed, or if its
    ps rif is not as it was written. If nothing is stored yet, this rebuilds the database from
    all rifs. Exits with status 0 if there is nothing to do. Example: wildwood latest --stale
    """
    config = options.config()
    with reported(options, config.limits) as outcome:
        run_all_that_wait(config, outcome, progress_bar, with_stale=stale, wait_s=options.wait_s)
