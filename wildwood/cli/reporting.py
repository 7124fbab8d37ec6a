"""What a run reports on stderr: warnings, one closing line, and a progress bar."""

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

from wildwood.cli.options import SharedOptions
from wildwood.display import counted, printable
from wildwood.model import Limits, SimilarityType
from wildwood.runs.outcome import Outcome

Item = TypeVar("Item")

_MIN_ITEMS = 2
"""Items for which a progress bar is shown."""


@contextmanager
def reported(options: SharedOptions, limits: Limits) -> Iterator[Outcome]:
    """Yield an outcome and report it at the end, even if the run fails.

    If something was left out, the command exits with status 1.
    """
    if options.verbosity > 0:
        logging.basicConfig(format="%(message)s")
        logging.getLogger("wildwood").setLevel(logging.INFO)
    outcome, began = Outcome(), time.monotonic()
    try:
        yield outcome
    except BaseException:
        _report_messages(options, outcome)
        raise
    _report_messages(options, outcome)
    if options.verbosity >= 0 and outcome.issues:
        click.echo(printable(_closing_line(outcome, limits, time.monotonic() - began)), err=True)
    if outcome.omissions:
        raise click.exceptions.Exit(1)


def _report_messages(options: SharedOptions, outcome: Outcome) -> None:
    if options.verbosity >= 0:
        for warning in outcome.warnings:
            click.echo(printable(f"Warning: {warning}"), err=True)
    report_errors(outcome.omissions)


def report_errors(messages: Iterable[str]) -> None:
    """Print each message as an error."""
    for message in messages:
        click.echo(printable(f"Error: {message}"), err=True)


def _closing_line(outcome: Outcome, limits: Limits, seconds: float) -> str:
    issues, papers = counted(outcome.issues, "issue"), counted(outcome.papers, "paper")
    external = outcome.similars[SimilarityType.EXTERNAL]
    internal = outcome.similars[SimilarityType.INTERNAL]
    written = f"; wrote {outcome.written}" if outcome.written and outcome.issues == 1 else ""
    return (
        f"{issues}, {papers}: {outcome.with_similar:,} with a similar one"
        f" ({external:,} ext above {limits.external:g}, {internal:,} int above"
        f" {limits.internal:g}) in {seconds:.1f} s{written}"
    )


def progress_bar(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Pass the items through, with a progress bar if stderr is a terminal and there are several."""
    console = Console(stderr=True)
    if not console.is_terminal or total < _MIN_ITEMS:
        return items
    return _with_bar(items, total, what, console)


class _RateColumn(ProgressColumn):
    """How many items are done in a second."""

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
