"""The command `wildwood screen harvest`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import click

from wildwood.cli.commands.screen.screening import (
    configured_screen,
    damage_messages,
    exit_with_errors,
    summarised,
)
from wildwood.cli.options import Command, common_options, shared_options
from wildwood.errors import InputError, ScreenError
from wildwood.language.harvest import harvest as fetch_pages
from wildwood.language.harvest_folder import HarvestFolder
from wildwood.language.lists import ListRow, list_rows, write_lists
from wildwood.language.oai_request import oai_request
from wildwood.language.screening import Screen
from wildwood.lists import ANY_RECORD, read_list


def _http_address(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Check that the value is an HTTP address."""
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise click.BadParameter(f"{value!r} is not an address, such as https://example.org/oai.")
    try:
        oai_request(value)
    except ScreenError as error:
        raise click.BadParameter(str(error)) from error
    return value


@click.command(cls=Command)
@click.argument("url", callback=_http_address)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="DIR",
    help="Write the responses and the lists to DIR.",
)  # fmt: skip
@click.option("--anew", is_flag=True, help="Fetch all records again, from the first.")
@common_options
@click.pass_context
def harvest(ctx: click.Context, url: str, out: Path, *, anew: bool) -> None:
    """Fetch all records of the OAI-PMH server at URL, and list the verdict on each.

    If it is interrupted, the next run resumes. Example: wildwood screen harvest
    https://example.org/oai --out example
    """
    config = shared_options(ctx).config()
    screen = configured_screen(config)
    folder = HarvestFolder(out)
    omissions: list[str] = []
    with summarised(ctx) as rows:
        try:
            with _collecting(omissions):
                for _ in fetch_pages(url, folder, config.language.pause_s, anew=anew):
                    pass
        finally:
            with _collecting(omissions):
                rows.extend(_rows_of_pages(folder, screen, omissions))
            if rows:
                write_lists(out, "harvest", rows)
    exit_with_errors(omissions)
    if not rows and shared_options(ctx).verbosity >= 0:
        click.echo("0 records", err=True)


def _rows_of_pages(
    folder: HarvestFolder, screen: Screen, omissions: list[str]
) -> Iterator[ListRow]:
    for page in folder.pages():
        try:
            read = read_list(page, needs=ANY_RECORD)
            omissions.extend(damage_messages(read))
            yield from list_rows(read, screen)
        except InputError as error:
            omissions.append(
                f"{error} Its records are left out; fetch everything again with --anew."
            )


@contextmanager
def _collecting(omissions: list[str]) -> Iterator[None]:
    """Add a failure to the omissions and go on."""
    try:
        yield
    except ScreenError as error:
        omissions.append(str(error))
