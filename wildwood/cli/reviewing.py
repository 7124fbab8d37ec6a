"""Serve a page to one person, who decides in a browser."""

import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from wildwood.kernel.errors import ConfigError, InputError
from wildwood.kernel.settings import Config
from wildwood.page.server import Reviewed, ReviewServer

_Command = TypeVar("_Command", bound=Callable[..., Any])

_GRAPHICAL = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # set where Python finds a graphical browser


def serving_options(command: _Command) -> _Command:
    port = click.option(
        "--port", type=click.IntRange(0, 65535), default=0,
        help="Serve the page on this port, such as the one that ssh forwards; by default on any.",
    )  # fmt: skip
    no_browser = click.option(
        "--no-browser", is_flag=True, help="Only print the address of the page."
    )
    return port(no_browser(command))


def file_of_decisions(config: Config, table: str, name: str, file: Path | None) -> Path:
    """Return the file of decisions, set by the stem of `name` in a `table` of the configuration."""
    key = Path(name).stem
    if file is None:
        setting = f'{key} = "{name}" under [{table}] in {config.file}.'
        raise ConfigError(f"No file is set in which {key} are stored: add {setting}")
    if not file.parent.is_dir():
        raise InputError(f"{file} cannot be written: {file.parent} is not a directory; create it.")
    if not os.access(file.parent, os.W_OK | os.X_OK):
        fault = f"{file} cannot be written: this user cannot write in {file.parent}"
        cure = f"change the rights of that directory, or set {table}.{key} to a file elsewhere."
        raise InputError(f"{fault}; {cure}")
    return file


def serve_review(reviewed: Reviewed, port: int, *, no_browser: bool) -> None:
    """Serve a page until its button Done or Ctrl-C ends the review."""
    reviewed.page()  # fails now if a file cannot be read
    try:
        server = ReviewServer(reviewed, port)
    except OSError as error:
        raise InputError(f"Cannot listen on port {port}: {error.strerror}.") from error
    with server:
        try:
            click.echo(f"Review at {server.address} until Done or Ctrl-C.", err=True)
            if not no_browser:
                _open(server)
            server.run()
        except KeyboardInterrupt:
            click.echo(err=True)


def _open(server: ReviewServer) -> None:
    """Open the page, or say how to; a browser in the terminal would not show it and would wait."""
    if sys.platform == "darwin" or any(map(os.environ.get, _GRAPHICAL)):
        webbrowser.open(server.address)
        return
    port = server.server_port
    click.echo(
        "No graphical browser can be opened here. If yours is on another machine, run there first:"
        f" ssh -L {port}:127.0.0.1:{port} {socket.gethostname()}",
        err=True,
    )
