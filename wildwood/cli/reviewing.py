"""Serve a page to one person, who decides in a browser."""

import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from wildwood.errors import ConfigError, InputError
from wildwood.report.review import Reviewed, ReviewServer
from wildwood.settings import Config

_Command = TypeVar("_Command", bound=Callable[..., Any])


def serving_options(command: _Command) -> _Command:
    """Add the options `--port` and `--no-browser`."""
    port = click.option(
        "--port", type=click.IntRange(0, 65535), default=0,
        help="Serve the page on this port, such as the one that ssh forwards; by default on any.",
    )  # fmt: skip
    no_browser = click.option(
        "--no-browser", is_flag=True, help="Only print the address of the page."
    )
    return port(no_browser(command))


def file_of_decisions(config: Config, table: str, name: str, file: Path | None) -> Path:
    """Return the file that stores decisions.

    Args:
        config: the configuration.
        table: the table of the key that sets the file; the key is the stem of `name`.
        name: the usual name of the file.
        file: the file that is set.

    Raises:
        ConfigError: none is set.
        InputError: its directory does not exist.
    """
    if file is None:
        key = Path(name).stem
        raise ConfigError(
            f'No file is set in which {key} are stored: add {key} = "{name}" under [{table}] in'
            f" {config.file}."
        )
    if not file.parent.is_dir():
        raise InputError(f"{file} cannot be written: {file.parent} is no directory; create it.")
    return file


def serve_review(reviewed: Reviewed, port: int, *, no_browser: bool) -> None:
    """Serve a page until its button Done or Ctrl-C ends the review.

    Raises:
        InputError: the port is taken.
    """
    reviewed.page()  # fails now if a file cannot be read
    with _server(reviewed, port) as server:
        try:
            click.echo(f"Review at {server.address}; end it with Done or Ctrl-C.", err=True)
            if not no_browser:
                webbrowser.open(server.address)
            server.run()
        except KeyboardInterrupt:
            click.echo(err=True)


def _server(reviewed: Reviewed, port: int) -> ReviewServer:
    try:
        return ReviewServer(reviewed, port)
    except OSError as error:
        raise InputError(f"Cannot listen on port {port}: {error.strerror}.") from error
