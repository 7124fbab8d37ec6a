"""The commands that compare and store: issue, rebuild, latest, forget."""

import datetime

import click

from wildwood.cli.options import Command, DateType, comparing, settings, writing
from wildwood.cli.say import telling, track
from wildwood.cli.screen import marked
from wildwood.pipeline import forget_issue, naming_stale, process_issue, run_latest
from wildwood.rebuild import Manner
from wildwood.rebuild import rebuild as rebuild_all
from wildwood.session import job_of, writing_store
from wildwood.workers import spare_processors


@click.command(cls=Command)
@click.argument("date", type=DateType())
@comparing
@click.pass_context
def issue(ctx: click.Context, date: datetime.date) -> None:
    """Compare the issue of DATE, write its ps rif, store it.

    Example: wildwood 2015-03-05 0.6
    """
    config = settings(ctx).config()
    job = job_of(config)
    with telling(settings(ctx), config.limits) as outcome:
        outcome.hear_of_names(job.us.listing())
        source = job.us.read(date)
        job.ps.prepare()
        with writing_store(config, f"wildwood {date}", settings(ctx).wait_s) as store:
            store.check_punctuation(config.punctuation)
            with naming_stale(store, outcome):
                process_issue(marked(job, config, store), store, source, outcome)


@click.command(cls=Command)
@click.option("--skip-bad", is_flag=True, help="Leave out the rifs that cannot be read.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=spare_processors, metavar="N",
    help="Processes that read and write rifs; else as many as there are processors but one.",
)  # fmt: skip
@comparing
@click.pass_context
def rebuild(ctx: click.Context, workers: int, *, skip_bad: bool) -> None:
    """Make the database anew, and every ps rif, from all rifs in date order.

    Until it is done, the old database answers. Example: wildwood_all 0.6 0.7
    """
    config = settings(ctx).config()
    job = job_of(config)
    with telling(settings(ctx), config.limits) as outcome:
        job.us.listing()
        job.ps.prepare()
        with writing_store(config, "wildwood_all", settings(ctx).wait_s) as store:
            rebuild_all(
                marked(job, config, store), store, outcome, Manner(skip_bad, workers, track)
            )


@click.command(cls=Command)
@writing
@click.pass_context
def latest(ctx: click.Context) -> None:
    """Run every issue that waits for it, oldest first: for the nightly batch.

    That is each rif that is new or has changed, or whose ps rif is missing. Nothing to do
    is success. Example: wildwood latest
    """
    config = settings(ctx).config()
    job = job_of(config)
    with telling(settings(ctx), config.limits) as outcome:
        outcome.hear_of_names(job.us.listing())
        job.ps.prepare()
        with writing_store(config, "wildwood latest", settings(ctx).wait_s) as store:
            store.check_punctuation(config.punctuation)
            run_latest(marked(job, config, store), store, outcome, track)


@click.command(cls=Command)
@click.argument("date", type=DateType())
@writing
@click.pass_context
def forget(ctx: click.Context, date: datetime.date) -> None:
    """Remove the issue of DATE and its ps rif, when its rif was withdrawn.

    Example: wildwood forget 2015-03-05
    """
    config = settings(ctx).config()
    purpose = f"wildwood forget {date}"
    with (
        telling(settings(ctx), config.limits) as outcome,
        writing_store(config, purpose, settings(ctx).wait_s) as store,
    ):
        forget_issue(job_of(config), store, date, outcome)
