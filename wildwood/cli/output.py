"""The outputs, and what goes to them."""

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click
from rich.text import Text

from wildwood.model import Formula
from wildwood.printing import plain


def cell(*lines: str) -> Text:
    """A table's cell that shows these lines, which rich would else read as markup."""
    return Text("\n".join(map(plain, lines)))


def say_data(data: Any) -> None:
    """Print JSON, whose own escapes stand for characters that the output may lack."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    escaped = not encoding.lower().startswith("utf")
    click.echo(json.dumps(data, ensure_ascii=escaped, indent=1))


def formula_as_data(formula: Formula) -> dict[str, str]:
    """A formula under the configuration's names."""
    return {"ratio": formula.ratio.value, "weights": formula.weights.value}


@contextmanager
def written_somehow() -> Iterator[None]:
    """Print `?` for what stdout cannot encode; where an output takes nothing, say so and end.

    A pipe that nobody reads any more is left to click and rich, which end without a word.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        yield
    except OSError as error:
        # The errors of files and servers are sentences by now; an output's alone has no name.
        if error.filename is not None:
            raise
        _discard_the_rest()
        with suppress(OSError):
            click.echo(f"Error: Cannot write the output: {error.strerror}.", err=True)
        sys.exit(1)


def _discard_the_rest() -> None:
    """Let what an output still holds go nowhere, else Python complains of it as it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
