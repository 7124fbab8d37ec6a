"""What a run says: warnings and one closing line, on stderr; a bar where one looks on."""

import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from wildwood.cli.options import Settings
from wildwood.model import Limits, SimilarityType
from wildwood.outcome import Outcome
from wildwood.printing import plain

Item = TypeVar("Item")

_LONG = 2
"""Issues or documents from which on a bar is worth showing."""


@contextmanager
def telling(settings: Settings, limits: Limits) -> Iterator[Outcome]:
    """Tell an outcome's story when the run is over, even one that failed.

    A run that leaves something out ends with status 1.
    """
    if settings.verbosity > 0:
        logging.basicConfig(format="%(message)s")
        logging.getLogger("wildwood").setLevel(logging.INFO)
    outcome, began = Outcome(), time.monotonic()
    try:
        yield outcome
    except BaseException:
        _say_what_is_wrong(settings, outcome)
        raise
    _say_what_is_wrong(settings, outcome)
    if settings.verbosity >= 0 and outcome.issues:
        click.echo(plain(_closing_line(outcome, limits, time.monotonic() - began)), err=True)
    if outcome.omissions:
        raise click.exceptions.Exit(1)


def _say_what_is_wrong(settings: Settings, outcome: Outcome) -> None:
    if settings.verbosity >= 0:
        for warning in outcome.warnings:
            click.echo(plain(f"Warning: {warning}"), err=True)
    for omission in outcome.omissions:
        click.echo(plain(f"Error: {omission}"), err=True)


def _closing_line(outcome: Outcome, limits: Limits, seconds: float) -> str:
    issues = f"{outcome.issues:,} issue{'s' if outcome.issues != 1 else ''}"
    external = outcome.entries[SimilarityType.EXTERNAL]
    internal = outcome.entries[SimilarityType.INTERNAL]
    written = f"; wrote {outcome.written}" if outcome.written and outcome.issues == 1 else ""
    return (
        f"{issues}, {outcome.papers:,} papers: {outcome.with_similar:,} with a similar one"
        f" ({external:,} ext above {limits.external:g}, {internal:,} int above"
        f" {limits.internal:g}) in {seconds:.1f} s{written}"
    )


def track(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through, with a bar where stderr is a terminal and the work is long."""
    console = Console(stderr=True)
    if not console.is_terminal or total < _LONG:
        return items
    return _with_bar(items, total, what, console)


class _RateColumn(ProgressColumn):
    """How many are done in a second, as soon as that is known."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def _with_bar(items: Iterable[Item], total: int, what: str, console: Console) -> Iterator[Item]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(items, total=total, description=what)
