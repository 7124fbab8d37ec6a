"""The command `wildwood review`."""

import datetime
from collections.abc import Sequence
from pathlib import Path

import click

from wildwood.api.ps_reports import read_ps_report
from wildwood.cli.options import Command, DateType, SharedOptions, common_options
from wildwood.cli.reviewing import file_of_decisions, serve_review, serving_options
from wildwood.display import counted, listed
from wildwood.errors import InputError
from wildwood.report.decisions import DecidedPair, read_decisions
from wildwood.report.review_server import Review
from wildwood.report.shown import Decision


@click.command(cls=Command)
@click.argument("dates", metavar="DATE...", type=DateType(), nargs=-1, required=True)
@serving_options
@common_options
def review(
    options: SharedOptions, dates: tuple[datetime.date, ...], port: int, *, no_browser: bool
) -> None:
    """Decide in a browser which pairs of the ps rifs are the same papers.

    The decisions are stored in the file that paths.decisions names in the configuration. Later
    runs do not list pairs again that are decided to be different; this page does, so that a wrong
    decision can be taken back. The page is served to this machine alone, until its button Done or
    Ctrl-C ends the review.

    Example: wildwood review 2015-03-05
    """
    config = options.config()
    file = file_of_decisions(config, "paths", "decisions.csv", config.paths.decisions)
    decided = read_decisions(file) if file.exists() else ()
    different = [pair for pair in decided if pair.decision is Decision.DIFFERENT]
    report = read_ps_report(config, dates, different=different)
    if report.lost_decisions:
        raise InputError(report.lost_decisions)
    found = Review(report.page(), file)
    serve_review(found, port, no_browser=no_browser)
    options.say(_closing_line(found.stored, file, dates))


def _closing_line(
    stored: Sequence[DecidedPair] | None, file: Path, dates: Sequence[datetime.date]
) -> str:
    if stored is None:
        return "No decision was changed."
    return (
        f"{file} now has {counted(len(stored), 'decision')} on these pairs; wildwood latest --stale"
        f" applies them to the ps rif of {listed(sorted(set(dates)))}."
    )
