"""The command strengths, which helps to choose a limit."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from wildwood.cli.lazy import extra_module
from wildwood.cli.options import Command, DateType, as_data, common, plotted, settings
from wildwood.cli.output import say_data
from wildwood.cli.say import track
from wildwood.cli.tables import compact_table, mark_of
from wildwood.errors import InputError
from wildwood.model import Formula, Limits, Similar
from wildwood.session import open_store
from wildwood.store import Store
from wildwood.survey import LIMITS, Survey, survey
from wildwood.surveying import similars_of_all, similars_of_dates

_BAR = 30
"""Characters of the longest bar."""


@click.command(cls=Command)
@click.argument("dates", metavar="[DATE]...", nargs=-1, type=DateType())
@plotted
@as_data
@common
@click.pass_context
def strengths(
    ctx: click.Context, dates: tuple[datetime.date, ...], plot: Path | None, *, as_json: bool
) -> None:
    """Say how many papers would have a similar one at each limit.

    Of the stored issues of the DATEs, or of all. Example: wildwood strengths 2015-03-05
    """
    config = settings(ctx).config()
    plots = extra_module("wildwood.plots", "plot") if plot else None
    with open_store(config) as store:
        found = survey(_similars(store, dates, config.formula))
    if plots and plot:
        plots.picture_of_survey(found, config.limits, plot)
    if as_json:
        say_data({"limits": LIMITS, **asdict(found)})
    else:
        console = Console()
        console.print(_survey_table(found, config.limits, console))
        console.print(_limits_in_words(config.limits))


def _similars(
    store: Store, dates: Sequence[datetime.date], formula: Formula
) -> Iterator[Sequence[Similar]]:
    stored = [issue.date for issue in store.issues()]
    if missing := sorted(set(dates) - set(stored)):
        raise InputError(f"No issue of {missing[0]} is stored.")
    if dates:
        yield from similars_of_dates(store, sorted(set(dates)), formula, track)
    else:
        yield from similars_of_all(store, stored, formula, track)


def _survey_table(found: Survey, limits: Limits, console: Console) -> Table:
    """The histogram; the bars have what the console's width leaves beside the numbers."""
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
    marks = {limit: _marked(limit, limits, mark_of(console)) for limit in LIMITS}
    longest = max(1, min(_BAR, width - max(map(len, marks.values()))))
    for limit, *row in zip(LIMITS, *counts.values(), strict=True):
        bar = full * round(longest * row[-1] / (max(found.either) or 1))
        table.add_row(f"{limit:.2f}", *(f"{count:,}" for count in row), bar + marks[limit])
    return table


def _marked(limit: float, limits: Limits, mark: str) -> str:
    """Which of the chosen limits stand here: from this one on, and below the next."""
    following = next(other for other in (*LIMITS, float("inf")) if other > limit)
    chosen = {"ext": limits.external, "int": limits.internal}
    names = [name for name, value in chosen.items() if limit <= value < following]
    return f" {mark} {', '.join(names)}" if names else ""


def _limits_in_words(limits: Limits) -> str:
    """The chosen limits, which may stand below the lowest that is shown."""
    words = (
        f"{name} {limit:g}" + (f" (below {LIMITS[0]:.2f})" if limit < LIMITS[0] else "")
        for name, limit in (("ext", limits.external), ("int", limits.internal))
    )
    return f"limits: {', '.join(words)}"
