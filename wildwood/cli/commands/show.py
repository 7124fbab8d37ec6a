"""The command `wildwood show`."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from wildwood.api.ps_reports import PsReport, read_ps_report, read_ps_rifs
from wildwood.cli.narrow_tables import output_console
from wildwood.cli.options import (
    Command,
    DateType,
    LimitType,
    SharedOptions,
    common_options,
    json_option,
)
from wildwood.cli.output import print_json
from wildwood.cli.pairs import (
    decisions_option,
    families_as_data,
    pairs_as_data,
    print_families,
    print_pairs,
)
from wildwood.output_files import check_outputs, write_file
from wildwood.report.decisions import applied, read_decisions
from wildwood.report.families import families
from wildwood.report.shown import Report, ReportPair, once
from wildwood.store.server.folders import OtherUserError

_HTML = click.option(
    "--html", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page of the pairs, to open, send or print.",
)  # fmt: skip


@click.command(cls=Command)
@click.argument("dates", metavar="DATE...", type=DateType(), nargs=-1, required=True)
@click.option("--limit", type=LimitType(), default=0.0, help="List only stronger pairs.")
@click.option("--handle", metavar="HANDLE", help="List only pairs with the paper HANDLE.")
@click.option("--families", "by_family", is_flag=True, help="Group the pairs into families.")
@_HTML
@decisions_option
@json_option
@common_options
def show(
    options: SharedOptions,
    dates: tuple[datetime.date, ...],
    limit: float,
    handle: str | None,
    html: Path | None,
    decisions: Path | None,
    *,
    by_family: bool,
    as_json: bool,
) -> None:
    """List the pairs in the ps rifs of one or more dates, strongest first.

    A family is all papers that are connected by pairs.

    Example: wildwood show 2015-03-05 --html pairs.html
    """
    check_outputs(filter(None, [html]), [decisions, options.config().paths.decisions])
    decided = read_decisions(decisions) if decisions else ()
    found = _read_report(options, dates, limit)
    report = found.report
    if handle is not None:
        report = replace(report, pairs=_pairs_with(handle, report.pairs))
    if decisions:
        report = applied(report, decided)
    if html:
        from wildwood.report.page import page  # it takes longer than the pairs

        write_file(html, page(replace(found, report=report).page()))
    elif as_json:
        print_json(_as_data(report, by_family=by_family))
    else:
        _print(report, dates, by_family=by_family)
        for line in found.lines:
            output_console().print(Text(line))


def _read_report(
    options: SharedOptions, dates: tuple[datetime.date, ...], limit: float
) -> PsReport:
    config = options.config()
    try:
        return read_ps_report(config, dates, limit)
    except OtherUserError as error:
        options.say(f"Warning: {error} Here, earlier papers have no names and titles.")
        return read_ps_rifs(config, dates, limit)


def _as_data(report: Report, *, by_family: bool) -> list[dict[str, Any]]:
    if by_family:
        return families_as_data(families(once(report.pairs)))
    return pairs_as_data(report.pairs)


def _print(report: Report, dates: Iterable[datetime.date], *, by_family: bool) -> None:
    if not report.pairs:
        click.echo(f"The ps rif of {' or '.join(map(str, dates))} lists no such pair.")
    elif by_family:
        print_families(families(once(report.pairs)))
    else:
        print_pairs(report.pairs)


def _pairs_with(handle: str, pairs: Sequence[ReportPair]) -> list[ReportPair]:
    """Select the pairs with a paper; upper and lower case count only if several handles fit."""
    handles = {record.handle for pair in pairs for record in (pair.left.record, pair.right.record)}
    fitting = {found for found in handles if found.casefold() == handle.casefold()}
    wanted = fitting if len(fitting) == 1 else {handle}
    return [pair for pair in pairs if wanted & {pair.left.record.handle, pair.right.record.handle}]
