"""The command `wildwood rif`."""

import datetime
from collections.abc import Sequence
from pathlib import Path

import click

from wildwood.atomic_write import make_folder
from wildwood.cli.list_options import columns_option
from wildwood.cli.options import LIST_FILE, Command, DateType, SharedOptions, common_options
from wildwood.cli.output import report_errors
from wildwood.display import counted
from wildwood.errors import InputError
from wildwood.lists import Entry, ReadList, read_list
from wildwood.lists.as_amf import as_amf, handle_of
from wildwood.output_files import check_apart, write_file
from wildwood.rif import UsFolder
from wildwood.runs.job import job_of


@click.command(cls=Command)
@click.argument("files", type=LIST_FILE, nargs=-1, required=True, metavar="FILE...")
@click.option("--date", type=DateType(), required=True, help="Date of the issue to write.")
@click.option("--replace", is_flag=True, help="Write over the rif of this date.")
@columns_option
@common_options
def rif(
    options: SharedOptions,
    files: Sequence[Path],
    date: datetime.date,
    columns: dict[str, str],
    *,
    replace: bool,
) -> None:
    """Write the papers of lists as the us rif of DATE.

    FILE is a list in any format of docs/lists.md, or - for standard input. A paper's handle is its
    RePEc handle, else its DOI (doi:…), else the id that it has in the list. Example: wildwood rif
    new.ris --date 2015-03-05
    """
    us = job_of(options.config()).us
    check_apart([us.path / _name_of(date)], files)
    lists = [read_list(file, columns) for file in files]
    entries = [entry for read in lists for entry in read.entries if handle_of(entry)]
    messages = [message for read in lists for message in _messages(read)]
    report_errors(messages)
    if not entries:
        raise InputError(f"No rif of {date} is written: the lists have no papers.")
    path = _write(us, date, entries, replace=replace)
    options.say(f"{counted(len(entries), 'paper')}; wrote {path}")
    if messages:
        raise click.exceptions.Exit(1)


def _messages(read: ReadList) -> list[str]:
    """Return a sentence for each record without a place in a rif."""
    return read.messages + [
        f"{read.name}, {entry.place}: the record has neither DOI nor id; it is left out."
        for entry in read.entries
        if not handle_of(entry)
    ]


def _name_of(date: datetime.date) -> str:
    return f"{date}.amf.xml"


def _write(us: UsFolder, date: datetime.date, entries: Sequence[Entry], *, replace: bool) -> Path:
    """Write the rif in one step; only that of this name is replaced.

    Raises:
        InputError: there is a rif of this date, or it cannot be written.
    """
    path = us.path / _name_of(date)
    try:
        make_folder(us.path)
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror}.") from error
    for found in us.listing().of(date):
        if found != path:
            raise InputError(f"There is a rif of {date}, {found}; move it away.")
        if not replace:
            raise InputError(f"There is a rif of {date}, {found}; --replace writes over it.")
    write_file(path, as_amf(entries))
    return path
