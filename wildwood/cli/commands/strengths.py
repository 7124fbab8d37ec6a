"""The command `wildwood strengths`."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from wildwood.analysis.survey import LIMITS, Survey, similars_of_all, similars_of_dates, survey
from wildwood.cli.narrow_tables import compact_table, marker, output_console
from wildwood.cli.options import (
    Command,
    DateType,
    SharedOptions,
    common_options,
    json_option,
    plot_option,
)
from wildwood.cli.output import print_json
from wildwood.cli.progress_bar import progress_bar
from wildwood.errors import InputError
from wildwood.extras import requires_extra
from wildwood.model import Limits, Similar
from wildwood.runs.session import open_store
from wildwood.scoring.formulas import Formula
from wildwood.store import Store

_MAX_BAR = 30
"""Characters of the longest bar."""


@click.command(cls=Command)
@click.argument("dates", metavar="[DATE]...", nargs=-1, type=DateType())
@plot_option
@json_option
@common_options
def strengths(
    options: SharedOptions, dates: tuple[datetime.date, ...], plot: Path | None, *, as_json: bool
) -> None:
    """Count the papers that would have a similar one at each limit.

    Counts the stored issues of the DATEs, or all. Example: wildwood strengths 2015-03-05
    """
    config = options.config()
    if plot:
        with requires_extra("plot"):
            from wildwood.analysis.plots import plot_survey
    with open_store(config) as store:
        found = survey(_similars(store, dates, config.formula))
    if plot:
        plot_survey(found, config.limits, plot)
    if as_json:
        print_json({"limits": LIMITS, **asdict(found)})
    else:
        console = output_console()
        console.print(_table(found, config.limits, console))
        console.print(_limits_line(config.limits))


def _similars(
    store: Store, dates: Sequence[datetime.date], formula: Formula
) -> Iterator[Sequence[Similar]]:
    stored = [issue.date for issue in store.issues()]
    if missing := sorted(set(dates) - set(stored)):
        raise InputError(f"No issue of {missing[0]} is stored.")
    if dates:
        yield from similars_of_dates(store, sorted(set(dates)), formula, progress_bar)
    else:
        yield from similars_of_all(store, stored, formula, progress_bar)


def _table(found: Survey, limits: Limits, console: Console) -> Table:
    """Make the histogram; the bars fill the width that the numbers leave."""
    table = compact_table(
        title=f"{found.papers:,} papers, and how many have a stronger similar one",
        title_justify="left",
    )
    counts = {"ext": found.external, "int": found.internal, "either": found.either}
    width = console.width - len("limit ")
    table.add_column("limit", no_wrap=True, min_width=len("limit"))
    for name, column in counts.items():
        widest = max(len(name), *(len(f"{count:,}") for count in column))
        table.add_column(name, justify="right", no_wrap=True, min_width=widest)
        width -= widest + 1
    table.add_column(no_wrap=True)
    full = "#" if console.options.ascii_only else "█"
    marks = {limit: _mark(limit, limits, marker(console)) for limit in LIMITS}
    longest = max(1, min(_MAX_BAR, width - max(map(len, marks.values()))))
    for limit, *row in zip(LIMITS, *counts.values(), strict=True):
        bar = full * round(longest * row[-1] / (max(found.either) or 1))
        table.add_row(f"{limit:.2f}", *(f"{count:,}" for count in row), bar + marks[limit])
    return table


def _mark(limit: float, limits: Limits, sign: str) -> str:
    """Name the chosen limits from this limit to below the next."""
    following = next(other for other in (*LIMITS, float("inf")) if other > limit)
    chosen = {"ext": limits.external, "int": limits.internal}
    names = [name for name, value in chosen.items() if limit <= value < following]
    return f" {sign} {', '.join(names)}" if names else ""


def _limits_line(limits: Limits) -> str:
    """Name the chosen limits, which can be below the lowest in the table."""
    words = (
        f"{name} {limit:g}" + (f" (below {LIMITS[0]:.2f})" if limit < LIMITS[0] else "")
        for name, limit in (("ext", limits.external), ("int", limits.internal))
    )
    return f"limits: {', '.join(words)}"
