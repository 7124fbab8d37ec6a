"""The command status: for the operator's eyes, or as JSON for a monitor."""

import datetime
import json
from collections.abc import Iterable

import click
from rich.filesize import decimal

from wildwood.cli.options import Command, common, settings
from wildwood.session import job_of, open_store
from wildwood.status import Status, status_of


@click.command(cls=Command)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for a monitor.")
@common
@click.pass_context
def status(ctx: click.Context, *, as_json: bool) -> None:
    """Whether all is well: what is stored, what waits for a run, what is stale.

    Waiting is a rif that is new or has changed, or whose ps rif is missing; stale, a ps rif
    made before an older issue changed; gone, a stored issue whose rif is not there any more.
    Status 1 where there is any of these; where there is none, -q says nothing.

    Example: wildwood status --json
    """
    config = settings(ctx).config()
    with open_store(config) as store:
        found = status_of(job_of(config), store)
    if as_json:
        click.echo(_as_json(found))
    elif settings(ctx).verbosity >= 0 or not found.is_well:
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
    return "\n".join(f"{word:<8} {said}" for word, said in lines.items())


def _as_json(status: Status) -> str:
    """The form that docs/operation.md describes; keys may be added, none changes its meaning."""
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
