"""The command `wildwood open`."""

from pathlib import Path

import click

from wildwood.api.workspace import Workspace
from wildwood.cli.options import Command, SharedOptions, common_options
from wildwood.cli.reviewing import serve_review, serving_options


@click.command(cls=Command)
@click.argument(
    "folder", metavar="[FOLDER]", type=click.Path(path_type=Path, file_okay=False), required=False
)
@serving_options
@common_options
def open(  # noqa: A001 - the name of the command
    options: SharedOptions, folder: Path | None, port: int, *, no_browser: bool
) -> None:
    """Compare lists on a page: drop them, decide, download the clean list.

    The lists and the decisions are kept in FOLDER, by default `wildwood` in your home directory,
    and are there again the next time. The page is served to this machine alone, until its button
    Done or Ctrl-C ends it.

    Example: wildwood open review-2026
    """
    workspace = Workspace((folder or Path.home() / "wildwood").absolute())
    serve_review(workspace, port, no_browser=no_browser)
    options.say(f"Your work is in {workspace.folder}.")
