"""The commands `issue`, `latest` and `migrate`, and what a run reports on stderr."""

import datetime
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from wildwood.api.running import run_all_that_wait, run_date
from wildwood.cli import parameters
from wildwood.cli.output import progress_bar, report_errors
from wildwood.kernel.model import Limits, SimilarityType
from wildwood.kernel.text import counted
from wildwood.nep import session
from wildwood.nep.outcome import Outcome
from wildwood.nep.private_server import DataVersionError


@contextmanager
def reported(options: parameters.SharedOptions, limits: Limits) -> Iterator[Outcome]:
    """Yield an outcome and report it even if the run fails; exit with 1 if anything is left out."""
    if options.verbose:
        logging.basicConfig(format="%(message)s")
        logging.getLogger("wildwood").setLevel(logging.INFO)
    outcome, began = Outcome(), time.monotonic()
    try:
        yield outcome
    finally:
        _report_messages(options, outcome)
    if outcome.issues:
        options.say(_closing_line(outcome, limits, time.monotonic() - began))
    if outcome.omissions:
        raise click.exceptions.Exit(1)


def _report_messages(options: parameters.SharedOptions, outcome: Outcome) -> None:
    for warning in outcome.warnings:
        options.say(f"Warning: {warning}")
    report_errors(outcome.omissions)
    if outcome.omissions and outcome.reports:
        click.echo(f"\n{outcome.reports[max(outcome.reports)]}", err=True, nl=False)


def _closing_line(outcome: Outcome, limits: Limits, seconds: float) -> str:
    issues, papers = counted(outcome.issues, "issue"), counted(outcome.papers, "paper")
    external = outcome.similars[SimilarityType.EXTERNAL]
    internal = outcome.similars[SimilarityType.INTERNAL]
    written = f"; wrote {outcome.written}" if outcome.written and outcome.issues == 1 else ""
    return (
        f"{issues}, {papers}: {outcome.with_similar:,} with a similar one"
        f" ({external:,} ext above {limits.external:g}, {internal:,} int above"
        f" {limits.internal:g}) in {seconds:.1f} s{written}"
    )


@click.command(cls=parameters.ComparingCommand)
@click.argument("date", type=parameters.DateType())
@parameters.comparing_options
def issue(options: parameters.SharedOptions, date: datetime.date) -> None:
    """Compare the issue of DATE, write its ps rif and store it.

    Example: wildwood 2015-03-05 0.6
    """
    config = options.config()
    with reported(options, config.limits) as outcome:
        run_date(config, date, outcome, options.wait_s)


@click.command(cls=parameters.Command)
@click.option("--stale", is_flag=True, help="Run the issues again whose ps rifs are stale.")
@parameters.wait_option
@parameters.verbose_option
def latest(options: parameters.SharedOptions, *, stale: bool) -> None:
    """Run every issue that needs it, oldest first.

    This is the nightly batch. An issue needs a run if its rif is new or has changed, or if its
    ps rif is not as it was written. If nothing is stored yet, this rebuilds the database from
    all rifs. Exits with status 0 if there is nothing to do. Example: wildwood latest --stale
    """
    config = options.config()
    with reported(options, config.limits) as outcome:
        run_all_that_wait(config, outcome, progress_bar, with_stale=stale, wait_s=options.wait_s)


@click.command(cls=parameters.Command)
@click.option(
    "--server", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The mongod that made the data files; by default, the embedded one.",
)  # fmt: skip
def migrate(options: parameters.SharedOptions, server: Path | None) -> None:
    """Migrate the database to the schema of this version, and to the mongod in use.

    If that mongod cannot read the data files of the private database, the one that made them reads
    them, all data is copied to new files, and the old ones are kept. Example: wildwood migrate
    """
    config = options.config()
    try:
        migrations = session.migrate(config)
    except DataVersionError:
        old = session.move_to_mongod(config, server)
        options.say(f"Moved all data to new files; remove the old ones in {old} when all is well.")
        migrations = session.migrate(config)
    ran = ", ".join(migrations) or "nothing: the schema is already that of this version"
    options.say(f"Ran {ran}.")
