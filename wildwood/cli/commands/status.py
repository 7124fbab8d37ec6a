"""The command `wildwood status`."""

import datetime
import json
from collections.abc import Iterable
from pathlib import Path

import click
from rich.filesize import decimal

from wildwood.cli.options import Command, common_options, json_option, shared_options
from wildwood.display import counted, printable
from wildwood.runs.job import job_of
from wildwood.runs.session import open_store
from wildwood.runs.status import Status, read_status


@click.command(cls=Command)
@json_option
@common_options
@click.pass_context
def status(ctx: click.Context, *, as_json: bool) -> None:
    """Show whether all is well, and what is stored.

    waiting: rifs that are new or have changed, or whose ps rif is not as it was written; run
    wildwood latest. stale: ps rifs made before an older issue changed; run wildwood latest
    --stale. differs: ps rifs made with other settings than the configuration's; run
    wildwood_all. gone: stored issues whose rif is missing; run wildwood forget, or bring it
    back. stray: ps rifs that no stored issue wrote; remove them. unread: files in us without
    a date in their name, or with an impossible one. The exit status is 1 if there is any of
    these, except files without a date. With -q, nothing is printed if all is well.

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
    issues, papers = counted(status.issues, "issue"), counted(status.papers, "paper")
    lines = {
        "stored": f"{issues} with {papers}{newest}",
        "handles": f"{status.figures.handles:,}",
        "schema": status.figures.schema,
        "ran": f"{run.command}, ended {run.ended:%Y-%m-%d %H:%M:%S} UTC" if run else "none",
        "waiting": " ".join(_iso(status.waiting)) or "none",
        "stale": " ".join(_iso(status.stale)) or "none",
        "gone": " ".join(_iso(status.gone)) or "none",
        "differs": " ".join(_iso(status.differing)) or "none",
        "stray": _names(status.stray),
        "unread": _names([*status.misnamed, *status.undated]),
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
            "differs": _iso(status.differing),
            "stray": [printable(path.name) for path in status.stray],
            "misnamed": [printable(path.name) for path in status.misnamed],
            "undated": [printable(path.name) for path in status.undated],
            "disk": {"database": disk.database, "us": disk.us, "ps": disk.ps},
        },
        indent=2,
    )


def _names(paths: Iterable[Path]) -> str:
    return " ".join(printable(path.name) for path in paths) or "none"


def _iso(dates: Iterable[datetime.date]) -> list[str]:
    return [date.isoformat() for date in dates]
