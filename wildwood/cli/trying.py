"""The commands `wildwood demo`, `wildwood shell` and `wildwood rif`."""

import datetime
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import click

from wildwood.api.reports import ps_report
from wildwood.biblio.entry import Entry
from wildwood.cli import parameters, tables
from wildwood.cli.output import report_errors
from wildwood.cli.runs import reported
from wildwood.kernel.errors import ConfigError, InputError, WildwoodError
from wildwood.kernel.files import PACKAGE, check_apart, input_errors, make_folder, write_file
from wildwood.kernel.settings import Paths
from wildwood.kernel.text import counted
from wildwood.lists.amf import handle_of, write_amf
from wildwood.lists.reading import read_list
from wildwood.nep.folders import UsFolder
from wildwood.nep.job import job_of
from wildwood.nep.outcome import Run
from wildwood.nep.rebuild import RebuildOptions, rebuild
from wildwood.nep.session import shell_socket, writing_store


@click.command(cls=parameters.Command)
@click.argument("folder", required=False, type=parameters.FOLDER)
@click.option("--keep", is_flag=True, help="Keep the rifs and the database.")
@parameters.verbose_option
def demo(options: parameters.SharedOptions, folder: Path | None, *, keep: bool) -> None:
    """Run the main job on a few small rifs of real papers.

    Writes to FOLDER, which is kept, or to a temporary folder. Example: wildwood demo --keep
    """
    with _demo_folder(folder, keep=keep) as place:
        paths = Paths(us=place / "us", ps=place / "ps", db=place / "db")
        config = options.config()
        mongodb = replace(config.mongodb, uri="", database="wildwood")
        config = replace(config, paths=paths, mongodb=mongodb)
        file = _prepare(config.paths, place.absolute())
        job = job_of(config)
        with reported(options, config.limits) as outcome:
            job.ps.prepare()
            with writing_store(config, "wildwood demo") as store:
                rebuild(Run(job, store, outcome), RebuildOptions())
                ps_files = [job.ps.read(date) for date in job.us.listing().dates()]
                tables.print_pairs(ps_report(ps_files, store).pairs)
        ps = config.paths.ps
        if keep or folder is not None:
            click.echo(f"The presorted rifs are in {ps}; look at {max(ps.iterdir())}")
            click.echo(f"Query the handles: wildwood shell --config {file}")
        else:
            click.echo(f"The presorted rifs were in {ps}; use --keep to keep them.")


@contextmanager
def _demo_folder(folder: Path | None, *, keep: bool) -> Iterator[Path]:
    if folder is not None:
        with input_errors(f"create {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise click.UsageError(f"{folder} is not empty; choose a new folder.")
        yield folder
    elif keep:
        yield Path(tempfile.mkdtemp(prefix="wildwood-demo-"))
    else:
        with tempfile.TemporaryDirectory(prefix="wildwood-demo-") as temporary:
            yield Path(temporary)


def _prepare(paths: Paths, place: Path) -> Path:
    """Write the rifs, and a configuration for other commands; return the configuration's file."""
    file = place / "wildwood.toml"
    names = {"us": paths.us, "ps": paths.ps, "db": paths.db}
    # A JSON string is also a TOML string.
    lines = (f"{name} = {json.dumps(str(path.absolute()))}\n" for name, path in names.items())
    with input_errors(f"write the demo to {place}"):
        paths.us.mkdir()
        for rif in (PACKAGE / "demo").glob("*.xml"):
            shutil.copyfile(rif, paths.us / rif.name)
        file.write_text(f"[paths]\n{''.join(lines)}", encoding="utf-8")
    return file


_CONNECT = (
    "db = connect(process.env.WILDWOOD_SHELL_URI).getSiblingDB(process.env.WILDWOOD_SHELL_DB);"
    " void 0"
)  # mongosh prints the value of this before a script: nothing

_BATCH_OPTIONS = ("--eval", "--file", "-f")
_SCRIPTS = (".js", ".mongodb")


@click.command(
    cls=parameters.Command,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[MONGOSH ARGUMENTS]...")
def shell(options: parameters.SharedOptions, arguments: tuple[str, ...]) -> None:
    """Open the Mongo shell on the database; arguments go to mongosh.

    Example: wildwood shell --eval 'db.handles.findOne({features: "author:krugman"})'
    """
    config = options.config()
    program = shutil.which("mongosh")
    if program is None:
        fault = "mongosh is not installed: npm install -g mongosh (npm comes with Node.js)."
        raise WildwoodError(fault)
    words = ["--eval", _CONNECT, *arguments]
    # mongosh exits after what these name.
    if not any(word.startswith(_BATCH_OPTIONS) or word.endswith(_SCRIPTS) for word in arguments):
        words.append("--shell")
    with shell_socket(config) as socket:
        uri = config.mongodb.uri if socket is None else f"mongodb://{quote(str(socket), safe='')}"
        # A password among the arguments would show in the process list; the environment does not.
        own = {"WILDWOOD_SHELL_URI": uri, "WILDWOOD_SHELL_DB": config.mongodb.database}
        mongosh = subprocess.run(  # noqa: S603 - the program was looked up; the user chose the words
            [program, "--nodb", "--quiet", *words], env={**os.environ, **own}, check=False
        )
    raise click.exceptions.Exit(mongosh.returncode)


@click.command(cls=parameters.Command)
@click.argument("files", type=parameters.LIST_FILE, nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--date", type=parameters.DateType(), required=True, help="Date of the issue to write."
)
@click.option("--replace", is_flag=True, help="Write over the rif of this date.")
@parameters.columns_option
def rif(
    options: parameters.SharedOptions,
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
    config = options.config()
    us = job_of(config).us
    if not (config.has_file or us.path.is_dir()):
        raise ConfigError(f"{us.path} does not exist; {us.cure}.")
    path = us.path / f"{date}.amf.xml"
    check_apart([path], files)
    lists = [read_list(file, columns) for file in files]
    entries = [entry for read in lists for entry in read.entries if handle_of(entry)]
    messages: list[str] = []
    for read in lists:
        messages += read.messages
        nameless = (entry.place for entry in read.entries if not handle_of(entry))
        fault = "the record has neither DOI nor id; it is left out."
        messages += (f"{read.name}, {place}: {fault}" for place in nameless)
    report_errors(messages)
    if entries:
        _write(path, us, date, entries, replace=replace)
        options.say(f"{counted(len(entries), 'paper')}; wrote {path}")
    else:
        options.say(f"No rif of {date} is written: the lists have no papers.")
    if messages:
        raise click.exceptions.Exit(1)


def _write(
    path: Path, us: UsFolder, date: datetime.date, entries: Sequence[Entry], *, replace: bool
) -> None:
    """Write the rif in one step; replace only one of its name."""
    with input_errors(f"write {path}"):
        make_folder(us.path)
    for old in us.listing().files(date):
        if old != path:
            raise InputError(f"There is a rif of {date}, {old}; move it away.")
        if not replace:
            raise InputError(f"There is a rif of {date}, {old}; --replace writes over it.")
    write_file(path, write_amf(entries))
