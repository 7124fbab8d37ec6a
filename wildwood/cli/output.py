"""Output to stdout: JSON, and terminals that cannot show everything."""

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from wildwood.kernel.interruption import Item
from wildwood.kernel.text import printable


def report_errors(messages: Iterable[str]) -> None:
    for message in messages:
        click.echo(printable(f"Error: {message}"), err=True)


def print_json(data: Any) -> None:
    """Print JSON; characters that the output may lack are escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    escaped = not encoding.lower().startswith("utf")
    click.echo(json.dumps(data, ensure_ascii=escaped, indent=1))


@contextmanager
def safe_output() -> Iterator[None]:
    """Print `?` for what stdout cannot encode; if an output fails, report it and exit with 1."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        yield
    except OSError as error:
        # Errors of files and servers are messages by now; only an output's has no file name.
        if error.filename is not None:
            raise
        _discard_buffers()
        with suppress(OSError):
            click.echo(f"Error: Cannot write the output: {error.strerror}.", err=True)
        _discard_buffers()  # stderr can fail, too
        sys.exit(1)


def _discard_buffers() -> None:
    """Discard what an output still buffers, so that Python does not report it at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)


def progress_bar(items: Iterable[Item], total: int, what: str) -> Iterable[Item]:
    """Show a progress bar if stderr is a terminal and there are several items."""
    if total <= 1 or not sys.stderr.isatty():
        return items
    return _items_with_bar(items, total, what)


def _items_with_bar(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(items, total, description=what)
