"""The commands `wildwood rebuild`, also `wildwood_all`, and `wildwood forget`."""

import datetime
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import click

from wildwood.api.running import checked_run
from wildwood.cli import parameters
from wildwood.cli.output import progress_bar
from wildwood.cli.runs import reported
from wildwood.kernel.errors import ConfigError
from wildwood.kernel.extras import requires_extra
from wildwood.kernel.settings import URI_VARIABLE, Config
from wildwood.nep.job import job_of
from wildwood.nep.plausibility import doubts
from wildwood.nep.rebuild import Fill, RebuildOptions
from wildwood.nep.rebuild import rebuild as rebuild_all
from wildwood.nep.runs import forget_issue
from wildwood.nep.session import require_database, writing_store
from wildwood.nep.workers import processors


@click.command(cls=parameters.ComparingCommand)
@click.option("--skip-bad", is_flag=True, help="Leave out rifs that cannot be read.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=processors, metavar="N",
    help="Read and write rifs in N processes; by default, one for each processor.",
)  # fmt: skip
@click.option(
    "--cluster", metavar="ADDRESS",
    help="Rebuild on the workers of the Dask scheduler at this address; see docs/scale.md.",
)  # fmt: skip
@parameters.comparing_options
def rebuild(
    options: parameters.SharedOptions, workers: int, cluster: str | None, *, skip_bad: bool
) -> None:
    """Rebuild the database and every ps rif from all rifs.

    Compares and stores them in date order. The old database answers until the rebuild is done, and
    stays if a rif cannot be read, unless --skip-bad is given. Example: wildwood_all 0.6 0.7
    """
    config = options.config()
    job = job_of(config)
    with reported(options, config.limits) as outcome, _fill(cluster, config) as fill:
        job.us.listing()  # fails before anything is created if the directory cannot be read
        job.ps.prepare()
        with writing_store(config, "wildwood_all", options.wait_s, starts_over=True) as store:
            run = replace(checked_run(config, job, store, outcome), progress=progress_bar)
            rebuild_all(run, RebuildOptions(skip_bad, workers, fill))
            outcome.omit(doubts(run.job, store))


@contextmanager
def _fill(address: str | None, config: Config) -> Iterator[Fill | None]:
    """Connect to the cluster at an address, if there is one, and yield what rebuilds on it."""
    if address is None:
        yield None
        return
    if not config.mongodb.uri:
        raise ConfigError(
            "--cluster needs a MongoDB that all workers reach; set mongodb.uri (or"
            f" ${URI_VARIABLE}), because the private server answers on this machine only."
        )
    with requires_extra("cluster"):
        from wildwood.nep.cluster import fill_on_cluster
        from wildwood.nep.cluster_tasks import connected
    with connected(address) as cluster:
        yield partial(fill_on_cluster, cluster, config.mongodb)


@click.command(cls=parameters.Command)
@click.argument("date", type=parameters.DateType())
@parameters.wait_option
@parameters.verbose_option
def forget(options: parameters.SharedOptions, date: datetime.date) -> None:
    """Remove the issue of DATE and its ps rif.

    Use it if the rif was withdrawn. Asks first on a terminal. Example: wildwood forget 2015-03-05
    """
    config = options.config()
    require_database(config)
    if sys.stdin and sys.stdin.isatty():
        click.confirm(f"Remove the issue of {date} and its ps rif?", abort=True)
    with (
        reported(options, config.limits) as outcome,
        writing_store(config, f"wildwood forget {date}", options.wait_s) as store,
    ):
        forget_issue(checked_run(config, job_of(config), store, outcome), date)
