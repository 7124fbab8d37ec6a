"""The commands `wildwood show` and `wildwood review`."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.text import Text

from wildwood.api.reports import read_ps_report, read_ps_rifs
from wildwood.biblio.entry import plain_handle
from wildwood.cli import parameters, tables
from wildwood.cli.output import print_json
from wildwood.cli.reviewing import file_of_decisions, serve_review, serving_options
from wildwood.kernel.decisions import applied, read_all_decisions, read_stored
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import check_outputs, write_file
from wildwood.kernel.pairs import Report, ReportPair, families, once
from wildwood.kernel.relation import Decision
from wildwood.kernel.text import counted, listed
from wildwood.nep.mongod import OtherUserError
from wildwood.page.server import Review


@click.command(cls=parameters.Command)
@click.argument("dates", metavar="DATE...", type=parameters.DateType(), nargs=-1, required=True)
@click.option("--limit", type=parameters.LimitType(), default=0.0, help="List only stronger pairs.")
@click.option("--handle", metavar="HANDLE", help="List only pairs with the paper HANDLE.")
@click.option("--families", "by_family", is_flag=True, help="Group the pairs into families.")
@click.option(
    "--html", metavar="FILE", type=parameters.FILE,
    help="Write a page of the pairs, to open, send or print.",
)  # fmt: skip
@parameters.decisions_option
@parameters.json_option
def show(
    options: parameters.SharedOptions,
    dates: tuple[datetime.date, ...],
    limit: float,
    handle: str | None,
    html: Path | None,
    decisions: Sequence[Path],
    *,
    by_family: bool,
    as_json: bool,
) -> None:
    """List the pairs in the ps rifs of one or more dates, strongest first.

    A family is all papers that are connected by pairs.

    Example: wildwood show 2015-03-05 --html pairs.html
    """
    config = options.config()
    check_outputs(filter(None, [html]), [*decisions, config.paths.decisions])
    decided = read_all_decisions(decisions)
    try:
        ps_report = read_ps_report(config, dates, limit)
    except OtherUserError as error:
        options.say(f"Warning: {error} Here, earlier papers have no names and titles.")
        ps_report = read_ps_rifs(config, dates, limit)
    report = ps_report.report
    if handle is not None:
        report = replace(report, pairs=_pairs_with(handle, report.pairs))
    if decisions:
        report = applied(report, decided)
    if html:
        from wildwood.page.page import page  # it takes longer than the pairs

        write_file(html, page(replace(ps_report, report=report).page()))
    elif as_json:
        grouped = tables.families_as_data(families(once(report.pairs))) if by_family else None
        print_json(tables.pairs_as_data(report.pairs) if grouped is None else grouped)
    else:
        _print(report, dates, by_family=by_family)
        for line in ps_report.lines:
            tables.output_console().print(Text(line))


def _print(report: Report, dates: Iterable[datetime.date], *, by_family: bool) -> None:
    if not report.pairs:
        click.echo(f"The ps rif of {' or '.join(map(str, dates))} lists no such pair.")
    elif by_family:
        tables.print_families(families(once(report.pairs)))
    else:
        tables.print_pairs(report.pairs)


def _pairs_with(handle: str, pairs: Sequence[ReportPair]) -> list[ReportPair]:
    """Select the pairs with a paper; case and `info:lib/` count only if several handles fit."""
    handles = {record.handle for pair in pairs for record in (pair.left.record, pair.right.record)}
    fitting = {stored for stored in handles if plain_handle(stored) == plain_handle(handle)}
    wanted = fitting if len(fitting) == 1 else {handle}
    return [pair for pair in pairs if wanted & {pair.left.record.handle, pair.right.record.handle}]


@click.command(cls=parameters.Command)
@click.argument("dates", metavar="DATE...", type=parameters.DateType(), nargs=-1, required=True)
@serving_options
def review(
    options: parameters.SharedOptions,
    dates: tuple[datetime.date, ...],
    port: int,
    *,
    no_browser: bool,
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
    different = [pair for pair in read_stored(file) if pair.decision is Decision.DIFFERENT]
    report = read_ps_report(config, dates, different=different)
    if report.lost_decisions:
        raise InputError(report.lost_decisions)
    reviewed = Review(report.page(), file)
    serve_review(reviewed, port, no_browser=no_browser)
    if reviewed.stored is None:
        options.say("No decision was changed.")
        return
    stored = counted(len(reviewed.stored), "decision")
    applied_to = f"applies them to the ps rif of {listed(sorted(set(dates)))}."
    options.say(f"{file} now has {stored} on these pairs; wildwood latest --stale {applied_to}")
