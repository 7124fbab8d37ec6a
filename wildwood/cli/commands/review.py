"""The command `wildwood review`."""

import datetime
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import click

from wildwood.cli.options import Command, DateType, common_options, shared_options
from wildwood.cli.ps_reports import read_ps_report
from wildwood.display import counted, listed
from wildwood.errors import ConfigError, InputError
from wildwood.report.decisions import DecidedPair
from wildwood.report.review import Review, ReviewServer
from wildwood.settings import Config


@click.command(cls=Command)
@click.argument("dates", metavar="DATE...", type=DateType(), nargs=-1, required=True)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0,
    help="Serve the page on this port, such as the one that ssh forwards; by default on any.",
)  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@common_options
@click.pass_context
def review(
    ctx: click.Context, dates: tuple[datetime.date, ...], port: int, *, no_browser: bool
) -> None:
    """Decide in a browser which pairs of the ps rifs are the same papers.

    The decisions are stored in the file that paths.decisions names in the configuration. Later
    runs do not list pairs again that are decided to be different. The page is served to this
    machine alone, until its button Done or Ctrl-C ends the review.

    Example: wildwood review 2015-03-05
    """
    options = shared_options(ctx)
    config = options.config()
    file = _file_of(config)
    found = Review(read_ps_report(config, dates).page(), file)
    found.page()  # fails now if the file cannot be read
    with _server(found, port) as server:
        try:
            click.echo(f"Review at {server.address}; end it with Done or Ctrl-C.", err=True)
            if not no_browser:
                webbrowser.open(server.address)
            server.run()
        except KeyboardInterrupt:
            click.echo(err=True)
    if options.verbosity >= 0:
        click.echo(_closing_line(found.stored, file, dates), err=True)


def _file_of(config: Config) -> Path:
    file = config.paths.decisions
    if file is None:
        raise ConfigError(
            "Set paths.decisions in the configuration to the file that is to store decisions, such"
            ' as "decisions.csv".'
        )
    if not file.parent.is_dir():
        raise InputError(f"{file} cannot be written: {file.parent} is no directory; create it.")
    return file


def _server(found: Review, port: int) -> ReviewServer:
    try:
        return ReviewServer(found, port)
    except OSError as error:
        raise InputError(f"Cannot listen on port {port}: {error.strerror}.") from error


def _closing_line(
    stored: Sequence[DecidedPair] | None, file: Path, dates: Sequence[datetime.date]
) -> str:
    if stored is None:
        return "No decision was changed."
    return (
        f"Stored {counted(len(stored), 'decision')} in {file}; wildwood latest --stale applies them"
        f" to the ps rif of {listed(sorted(set(dates)))}."
    )
