"""The command `wildwood screen files`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from wildwood import interruption
from wildwood.cli.commands.screen.explaining import explanation_lines
from wildwood.cli.commands.screen.shared import (
    check_lists,
    configured_screen,
    damage_messages,
    exit_with_errors,
    files_of,
    kept_option,
    list_name,
    out_option,
    summarised,
    write_all,
)
from wildwood.cli.options import LIST_FILE, Command, SharedOptions, common_options
from wildwood.errors import InputError
from wildwood.language.kept import KeptFormat
from wildwood.language.screened_lists import list_rows
from wildwood.language.screening import Screen
from wildwood.lists import ANY_RECORD, ReadList, read_list


@click.command(cls=Command)
@click.argument("files", type=LIST_FILE, nargs=-1, required=True)
@out_option
@kept_option
@click.option(
    "--explain", metavar="ID",
    help="Show every step of the verdict on the records with this identifier; write no lists.",
)  # fmt: skip
@common_options
def files(
    options: SharedOptions,
    files: Sequence[Path],
    out: Path,
    explain: str | None,
    kept: KeptFormat | None,
) -> None:
    """List the verdict on each record of FILES, lists in any format that `compare` reads.

    Such as OAI-PMH responses, rifs, JSON lines or CSV; `-` is standard input. A file that cannot
    be read is reported, and the others are screened; a file with the content of an earlier one is
    not counted twice.
    Example: wildwood screen files harvested/*.xml --out lists
    """
    names = Counter(map(list_name, files))
    if repeated := [name for name, count in names.items() if count > 1]:
        raise click.UsageError(f"More than one file is named {repeated[0]}; screen them apart.")
    config = options.config()
    if explain is None:
        outs = [file for name in names for file in files_of(out, name, kept)]
        check_lists(config, outs, files)
    screen = configured_screen(config)
    if explain is not None:
        exit_with_errors(_explain(files, screen, explain))
        return
    messages: list[str] = []
    with summarised(options) as rows:
        for path, read in _read(files, messages):
            listed = list_rows(read, screen)
            messages.extend(damage_messages(options, listed))
            write_all(options, out, list_name(path), listed, kept)
            rows.extend(listed)
        exit_with_errors(messages)


def _explain(files: Sequence[Path], screen: Screen, identifier: str) -> list[str]:
    """Print the steps of the verdicts on a record; return a message for each that has none."""
    messages: list[str] = []
    found = False
    for _, read in _read(files, messages):
        messages += [read.message(fault) for fault in read.faults if fault.id == identifier]
        for record in read.catalogue_records:
            if record.id == identifier:
                found = True
                click.echo("\n".join(explanation_lines(screen.explain(record))))
    if not found and not messages:
        messages.append(f"No record has the identifier {identifier}.")
    return messages


def _read(files: Sequence[Path], messages: list[str]) -> Iterator[tuple[Path, ReadList]]:
    """Yield the files that can be read and differ, and add a message for each of the others."""
    paths: dict[str, Path] = {}
    for path in interruption.checked(files):
        try:
            read = read_list(path, needs=ANY_RECORD)
        except InputError as error:
            messages.append(str(error))
            continue
        first = paths.setdefault(read.digest, path)
        if first != path and read.entries:
            messages.append(f"{path} has the same content as {first}; it is not counted again.")
            continue
        yield path, read
