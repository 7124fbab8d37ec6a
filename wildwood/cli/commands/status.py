"""The command `wildwood status`."""

import datetime
import json
from collections.abc import Iterable

import click
from rich.filesize import decimal

from wildwood.cli.options import Command, common_options, json_option, shared_options
from wildwood.runs.job import job_of
from wildwood.runs.session import open_store
from wildwood.runs.status import Status, read_status


@click.command(cls=Command)
@json_option
@common_options
@click.pass_context
def status(ctx: click.Context, *, as_json: bool) -> None:
    """Show whether all is well, and what is stored.

    waiting: rifs that are new or have changed, or whose ps rif is missing. stale: ps rifs
    made before an older issue changed. gone: stored issues whose rif is missing. The exit
    status is 1 if there is any of these. With -q, nothing is printed if all is well.

    Example: wildwood status --json
    """
    options = shared_options(ctx)
    config = options.config()
    with open_store(config) as store:
        found = read_status(job_of(config), store)
    if as_json:
        click.echo(_as_json(found))
    elif options.verbosity >= 0 or not found.is_well:
        click.echo(_as_text(found))
    if not found.is_well:
        raise click.exceptions.Exit(1)


def _as_text(status: Status) -> str:
    newest = f", the newest of {status.newest}" if status.newest else ""
    run, disk = status.figures.last_run, status.disk
    lines = {
        "stored": f"{status.issues:,} issues with {status.papers:,} papers{newest}",
        "handles": f"{status.figures.handles:,}",
        "schema": status.figures.schema,
        "ran": f"{run.command}, ended {run.ended:%Y-%m-%d %H:%M:%S} UTC" if run else "none",
        "waiting": " ".join(_iso(status.waiting)) or "none",
        "stale": " ".join(_iso(status.stale)) or "none",
        "gone": " ".join(_iso(status.gone)) or "none",
        "disk": f"database {decimal(disk.database)}, us {decimal(disk.us)}, ps {decimal(disk.ps)}",
    }
    return "\n".join(f"{name:<8} {value}" for name, value in lines.items())


def _as_json(status: Status) -> str:
    """Return the form that docs/operation.md describes; keys can be added but not changed."""
    run, disk = status.figures.last_run, status.disk
    return json.dumps(
        {
            "well": status.is_well,
            "issues": status.issues,
            "papers": status.papers,
            "newest": status.newest and status.newest.isoformat(),
            "handles": status.figures.handles,
            "schema": status.figures.schema,
            "last_run": run and {"command": run.command, "ended": run.ended.isoformat()},
            "waiting": _iso(status.waiting),
            "stale": _iso(status.stale),
            "gone": _iso(status.gone),
            "disk": {"database": disk.database, "us": disk.us, "ps": disk.ps},
        },
        indent=2,
    )


def _iso(dates: Iterable[datetime.date]) -> list[str]:
    return [date.isoformat() for date in dates]
