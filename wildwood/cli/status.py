"""The command `wildwood status`."""

import datetime
import json
from collections.abc import Iterable
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import click
from rich.filesize import decimal

from wildwood.api.running import add_language_marks
from wildwood.cli.output import progress_bar, report_errors
from wildwood.cli.parameters import Command, SharedOptions, json_option
from wildwood.kernel.text import counted, listed, printable
from wildwood.nep.job import job_of
from wildwood.nep.outcome import cure_of
from wildwood.nep.session import open_store
from wildwood.nep.status import Status, read_status

_INDENTED = "\n         "


@click.command(cls=Command)
@click.option("--verify", "verifies", is_flag=True, help="Also read everything again.")
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="N",
    help="With --verify, read N issues, chosen at random.",
)  # fmt: skip
@json_option
def status(options: SharedOptions, sample: int | None, *, verifies: bool, as_json: bool) -> None:
    """Show whether all is well, and what is stored.

    waiting: rifs that are new or have changed, or whose ps rif or papers are not as they were
    written; run wildwood latest. omitted: of these, the ones that failed, since when, and why.
    stale: ps rifs made before an older issue changed; run wildwood latest --stale. gone: stored
    issues whose rif is missing; run wildwood forget, or bring it back. differs: ps rifs made
    with other settings, or by a version with other output; run wildwood latest --stale.
    changed: what stale and differing ps rifs were made from. left out: papers and texts that
    are not stored. stray: ps rifs that no stored issue wrote; remove them. unread: files in us
    without a date in their name, or with an impossible one. lost: indexes and validators that
    the database no longer has; run wildwood migrate. doubts: what else needs a person. The exit
    status is 1 if there is any of these, except files without a date. With -q, nothing is
    printed if all is well.

    --verify also reads all rifs and ps rifs again, and says what differs from what a rebuild
    would give. It changes nothing.

    Example: wildwood status --json
    """
    if sample is not None and not verifies:
        raise click.UsageError("--sample needs --verify.")
    config = options.config()
    with open_store(config) as store:
        job = add_language_marks(job_of(config), config, store)
        current = read_status(job, store, reads_all=verifies)
        differences = list[str]()
        if verifies:
            from wildwood.nep.rebuild import verify  # takes long to import, as all that compares

            differences = verify(job, store, progress_bar, sample)
    is_well = current.is_well and not differences
    if as_json:
        click.echo(_write_json(current))
    elif not (options.quiet and is_well):
        click.echo(_write_text(current))
    report_errors(differences)
    if not is_well:
        raise click.exceptions.Exit(1)


def _write_text(status: Status) -> str:
    newest = f", the newest of {status.newest}" if status.newest else ""
    run, disk = status.figures.last_run, status.disk
    issues, papers = counted(status.issues, "issue"), counted(status.papers, "paper")
    changed = [f"{part} of {listed(dates)}" for part, dates in status.described]
    omitted = (f"{each.date} since {each.since:%Y-%m-%d}: {each.reason}" for each in status.omitted)
    lines = {
        "stored": f"{issues} with {papers}{newest}",
        "handles": f"{status.figures.handles:,}",
        "schema": status.figures.schema,
        **({"lost": f"{', '.join(status.lost)}; run wildwood migrate"} if status.lost else {}),
        "ran": f"{run.command}, ended {run.ended:%Y-%m-%d %H:%M:%S} UTC" if run else "none",
        "waiting": _joined(status.waiting),
        "omitted": _INDENTED.join(map(printable, omitted)) or "none",
        "stale": _joined(status.stale),
        "gone": _joined(status.gone),
        "differs": _joined(status.differing),
        "changed": "; ".join([*changed, cure_of(status.changed)]) if changed else "none",
        "left out": _INDENTED.join(chain.from_iterable(status.left_out.values())) or "none",
        "stray": _joined(status.stray),
        "unread": _joined([*status.misnamed, *status.undated]),
        "doubts": _INDENTED.join(map(printable, status.doubts)) or "none",
        "disk": f"database {decimal(disk.database)}, us {decimal(disk.us)}, ps {decimal(disk.ps)}",
    }
    return "\n".join(f"{name:<8} {value}" for name, value in lines.items())


def _write_json(status: Status) -> str:
    """Return the form that docs/operation.md describes; keys can be added but not changed."""
    run = status.figures.last_run
    return json.dumps(
        {
            "well": status.is_well,
            "issues": status.issues,
            "papers": status.papers,
            "newest": status.newest,
            "handles": status.figures.handles,
            "schema": status.figures.schema,
            "lost": status.lost,
            "last_run": run and asdict(run),
            "waiting": status.waiting,
            "stale": status.stale,
            "gone": status.gone,
            "differs": status.differing,
            "changed": status.changed,
            "omitted": list(map(asdict, status.omitted)),
            "left_out": {str(date): texts for date, texts in status.left_out.items()},
            "stray": status.stray,
            "misnamed": status.misnamed,
            "undated": status.undated,
            "doubts": status.doubts,
            "disk": asdict(status.disk),
        },
        default=_plain,
        indent=2,
    )


def _plain(value: Path | datetime.date) -> str:
    return printable(value.name) if isinstance(value, Path) else value.isoformat()


def _joined(values: Iterable[Path | datetime.date]) -> str:
    return " ".join(map(_plain, values)) or "none"
