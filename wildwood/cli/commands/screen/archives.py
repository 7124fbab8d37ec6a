"""The command `wildwood screen archives`."""

from pathlib import Path

import click

from wildwood.cli.commands.screen.shared import list_name
from wildwood.cli.options import LIST_FILE, Command, SharedOptions, common_options
from wildwood.display import one_line
from wildwood.language.opendoar import read_archives
from wildwood.language.screened_lists import archive_rows, list_files, write_lists
from wildwood.output_files import check_outputs


@click.command(cls=Command)
@click.argument("file", type=LIST_FILE)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Also write lists of them to DIR.",
)  # fmt: skip
@common_options
def archives(_options: SharedOptions, file: Path, out: Path | None) -> None:
    """Show which archives of FILE, in OpenDOAR's JSON form, declare English content.

    Example: wildwood screen archives opendoar.json
    """
    if out is not None:
        check_outputs(list_files(out, list_name(file)), [file])
    found = read_archives(file)
    for archive in found:
        verdict = "in" if archive.kept else "out"
        languages = " ".join(archive.languages) or "none declared"
        fields = (verdict, languages, archive.name, archive.address)
        click.echo("\t".join(map(one_line, fields)))
    if out is not None:
        write_lists(out, list_name(file), archive_rows(found))
