"""The commands `wildwood screen issue` and `files`."""

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from wildwood.cli import screen_text
from wildwood.cli.parameters import LIST_FILE, Command, DateType, SharedOptions
from wildwood.kernel import interruption
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import ReadList, list_of_rif, read_list
from wildwood.nep.job import job_of
from wildwood.screening.kept import KeptFormat
from wildwood.screening.screening import Screen, list_rows


@click.command(cls=Command)
@click.argument("date", type=DateType())
@screen_text.out_option
@screen_text.kept_option
def issue(options: SharedOptions, date: datetime.date, out: Path, kept: KeptFormat | None) -> None:
    """List the verdict on each paper of the issue of DATE.

    Example: wildwood screen 2015-03-05 --out lists
    """
    config = options.config()
    screen_text.check_lists(config, screen_text.files_of(out, str(date), kept))
    rif = job_of(config).us.read(date)
    with screen_text.summarised(options) as rows:
        rows.extend(list_rows(list_of_rif(rif), screen_text.configured_screen(config)))
        screen_text.write_all(options, out, str(date), rows, kept)


@click.command(cls=Command)
@click.argument("files", type=LIST_FILE, nargs=-1, required=True)
@screen_text.out_option
@screen_text.kept_option
@click.option(
    "--explain", metavar="ID",
    help="Show every step of the verdict on the records with this identifier; write no lists.",
)  # fmt: skip
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
    names = Counter(map(screen_text.list_name, files))
    if repeated := [name for name, count in names.items() if count > 1]:
        raise click.UsageError(f"More than one file is named {repeated[0]}; screen them apart.")
    config = options.config()
    if explain is not None:
        screen = screen_text.configured_screen(config)
        screen_text.exit_with_errors(_explain(files, screen, explain))
        return
    outs = [file for name in names for file in screen_text.files_of(out, name, kept)]
    screen_text.check_lists(config, outs, files)
    screen = screen_text.configured_screen(config)
    messages: list[str] = []
    with screen_text.summarised(options) as rows:
        for path, read in _read(files, messages):
            new_rows = list_rows(read, screen)
            messages.extend(screen_text.damage_messages(options, new_rows))
            screen_text.write_all(options, out, screen_text.list_name(path), new_rows, kept)
            rows.extend(new_rows)
        screen_text.exit_with_errors(messages)


def _explain(files: Sequence[Path], screen: Screen, identifier: str) -> list[str]:
    """Print the steps of the verdicts on a record; return a message for each that has none."""
    messages: list[str] = []
    is_explained = False
    for _, read in _read(files, messages):
        messages += [read.message(fault) for fault in read.faults if fault.id == identifier]
        records = read.catalogue_records
        for record in records:
            if record.id == identifier:
                is_explained = True
                explanation = screen.learn_share(records).explain(record)
                click.echo("\n".join(screen_text.explanation_lines(explanation)))
    if not is_explained and not messages:
        messages.append(f"No record has the identifier {identifier}.")
    return messages


def _read(files: Sequence[Path], messages: list[str]) -> Iterator[tuple[Path, ReadList]]:
    """Yield the files that can be read and differ, and add a message for each of the others."""
    paths: dict[str, Path] = {}
    for path in interruption.check_each(files):
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
