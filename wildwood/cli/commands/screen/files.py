"""The command `wildwood screen files`."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from wildwood import interruption
from wildwood.cli.commands.screen.screening import (
    FILE,
    configured_screen,
    exit_with_errors,
    list_name,
    out_option,
    summarised,
)
from wildwood.cli.options import Command, common_options, shared_options
from wildwood.errors import ScreenError
from wildwood.language.lists import list_rows, write_lists
from wildwood.language.record_files import read_record_file


@click.command(cls=Command)
@click.argument("files", type=FILE, nargs=-1, required=True)
@out_option
@common_options
@click.pass_context
def files(ctx: click.Context, files: Sequence[Path], out: Path) -> None:
    """List the verdict on each record of FILES: OAI-PMH responses, rifs or JSON lines.

    A file that cannot be read is reported, and the others are screened.
    Example: wildwood screen files harvested/*.xml --out lists
    """
    names = Counter(map(list_name, files))
    if repeated := [name for name, count in names.items() if count > 1]:
        raise click.UsageError(f"More than one file is named {repeated[0]}; screen them apart.")
    omissions = []
    with summarised(ctx) as rows:
        screen = configured_screen(shared_options(ctx).config())
        for path in interruption.checked(files):
            try:
                found = list_rows(read_record_file(path), screen)
            except ScreenError as error:
                omissions.append(str(error))
                continue
            write_lists(out, list_name(path), found)
            rows.extend(found)
        exit_with_errors(omissions)
